"""The tree of files for the device."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import assets, build, texts
from tests.sweep import sample_cases

TREE = [
    "gobelet/__init__.mpy",
    "gobelet/games/toy/rules.mpy",
    "gobelet/media/figures",
    "gobelet/media/letters",
    "gobelet/media/system.en",
    "gobelet/media/system.fr",
    "gobelet/media/toy.en",
    "gobelet/media/toy.fr",
    "gobelet/rules/__init__.mpy",
    "gobelet/rules/dice.mpy",
    "gobelet_board.py",
    "main.py",
]


def test_the_tree_and_its_manifest(project: Path) -> None:
    out = project / "build" / "b"
    made = build.build(out, root=project)
    assert [entry.path for entry in made.entries] == TREE
    assert sorted(str(p.relative_to(out)) for p in out.rglob("*") if p.is_file()) == TREE
    for entry in made.entries:
        data = (out / entry.path).read_bytes()
        assert (entry.size, entry.sha256) == (len(data), hashlib.sha256(data).hexdigest())
    assert (out / "gobelet_board.py").read_text() == (project / "boards/pico_ssd1306.py").read_text()
    manifest = json.loads((project / "build" / "b.json").read_text())
    assert manifest["id"] == made.id
    assert manifest["mpy"] == build.compiler_version()
    assert [row["path"] for row in manifest["files"]] == TREE


def code_of(made: build.Build, path: str) -> bytes:
    return (made.folder / f"gobelet/{path}.mpy").read_bytes()


def test_modules_are_compiled_without_asserts_and_can_be_traced(project: Path) -> None:
    code = code_of(build.build(project / "out", root=project), "rules/dice")
    assert code[:2] == bytes([ord("M"), int(build.compiler_version().split(".")[0])])
    assert b"gobelet/rules/dice.py" in code and b"roll" in code
    assert str(project).encode() not in code
    assert b"no dice" not in code


def test_the_id_depends_on_the_content_alone(project: Path) -> None:
    first = build.build(project / "one", root=project)
    second = build.build(project / "two", root=project)
    assert first.id == second.id
    (project / "firmware/main.py").write_text("print('other')\n")
    assert build.build(project / "two", root=project).id != first.id
    assert build.build(project / "three", "pico2", root=project).id != second.id


def test_a_build_replaces_an_earlier_one_and_nothing_else(project: Path) -> None:
    out = project / "out"
    build.build(out, root=project)
    (project / "firmware/gobelet/rules/dice.py").unlink()
    made = build.build(out, root=project)
    assert [entry.path for entry in made.entries] == [
        path for path in TREE if path != "gobelet/rules/dice.mpy"
    ]
    with pytest.raises(build.BuildError, match="no build"):
        build.build(project / "firmware", root=project)
    assert (project / "firmware/main.py").exists()


def test_a_fault_in_a_source_is_named(project: Path) -> None:
    (project / "firmware/gobelet/rules/dice.py").write_text("x = 1\ndef (:\n")
    with pytest.raises(build.BuildError, match=r"mpy-cross refuses gobelet/rules/dice\.py: .*SyntaxError"):
        build.build(project / "out", root=project)


def test_an_unknown_board_is_named(project: Path) -> None:
    with pytest.raises(build.BuildError, match="'esp32'; boards/ has pico2, pico_ssd1306, pico_w"):
        build.build(project / "out", "esp32", root=project)


def test_the_version_of_the_device_decides(project: Path) -> None:
    version = build.compiler_version()
    build.build(project / "out", mpy_version=version, root=project)
    with pytest.raises(build.BuildError, match=r"reads \.mpy version 5.*writes " + version):
        build.build(project / "out", mpy_version="5", root=project)


@pytest.mark.parametrize(
    ("written", "read", "expected"),
    [
        ("6.3", "6.3", True),
        ("6.3", "6", True),
        ("6.3", "6.1", True),
        ("6.3", "7", False),
        ("7", "6.3", False),
    ],
)
def test_only_the_first_number_counts_for_bytecode(written: str, read: str, expected: bool) -> None:
    assert build.is_readable(written, read) is expected


@pytest.mark.parametrize(
    ("mpy", "expected"),
    [
        (0x1306, True),  # RP2040
        (0x1F06, True),  # RP2350
        (0x0B06, False),  # the desk's computer
        (0x0006, False),  # a MicroPython that runs no machine code
        (0x2F06, False),  # RP2350 with its RISC-V cores
        (0x1206, False),
        (0x1307, False),
    ],
)
def test_machine_code_is_for_its_own_processors_and_version(mpy: int, expected: bool) -> None:
    assert build.takes_native("6.3", mpy) is expected


MARKED = """
import micropython

def ptr8(data):
    return data

@micropython.viper
def last(buffer) -> int:
    pixels = ptr8(buffer)
    return pixels[0]

class Line:
    @micropython.native
    def width(self, n=1):
        return n
"""


def test_what_is_marked_becomes_machine_code_where_it_is_asked_for(project: Path) -> None:
    (project / "firmware/gobelet/rules/fast.py").write_text(MARKED)
    (project / "firmware/gobelet/rules/user.py").write_text("from .fast import last\nprint(last(b'a'))\n")
    native = build.build(project / "native", root=project, native=True)
    other = build.build(project / "other", root=project)
    for made, processor in ((native, 4), (other, 0)):
        assert code_of(made, "rules/fast")[2] >> 2 & 0x3F == processor
    assert code_of(native, "rules/dice") == code_of(other, "rules/dice")
    assert native.id != other.id


def test_constants_are_read_without_running_the_board_file(tmp_path: Path) -> None:
    path = tmp_path / "boards" / "b.py"
    path.parent.mkdir()
    path.write_text("import machine\nMCU = 'RP2040'\nA = B = 0x3C\nPIN = machine.Pin(3)\n")
    assert build.constants("b", tmp_path) == {"MCU": "RP2040", "A": 60, "B": 60}


def test_sizes_add_up(project: Path) -> None:
    made = build.build(project / "out", root=project)
    rows = {line[:52].strip(): int(line.split()[-1]) for line in build.size_table(made).splitlines() if line}
    assert rows["everything"] == sum(entry.size for entry in made.entries) == rows["shared"] + rows["toy"]
    assert [path for path in rows if path in TREE] == TREE
    assert rows["toy"] == sum(rows[path] for path in TREE if "toy" in path)


def test_a_board_gets_the_games_that_are_named(project: Path) -> None:
    games = project / "firmware/gobelet/games"
    (games / "other").mkdir()
    (games / "other/rules.py").write_text("TABLE = 1\n")
    for name in ("fr", "en"):
        (games / f"other/{name}.txt").write_text("title = Autre\n")
    (games / "__init__.py").write_text('GAMES = ("toy", "other")\n')
    made = build.build(project / "out", root=project, games=["other"])
    there = {entry.path for entry in made.entries}
    assert {path for path in TREE if "toy" not in path} < there
    assert {"gobelet/games/other/rules.mpy", "gobelet/media/other.fr"} < there
    assert not any("toy" in path for path in there)


@pytest.mark.sweep
def test_the_repository_builds(tmp_path: Path) -> None:
    for board in sample_cases(build.boards(), 2):
        made = build.build(tmp_path / board, board)
        there = {entry.path for entry in made.entries}
        assert {"main.py", "gobelet_board.py", "gobelet/shell/app.mpy", "gobelet/media/system.fr"} <= there
        assert {"gobelet/games/dice/screens/__init__.mpy", "gobelet/media/dice.fr"} <= there
        assert {path for path in there if path.endswith((".py", ".txt"))} == {"main.py", "gobelet_board.py"}


def test_an_update_of_a_module_changes_its_file_alone(project: Path) -> None:
    first = build.build(project / "one", root=project)
    (project / "firmware/gobelet/games/toy/rules.py").write_text("TABLE = ('a b', 'c e')\n")
    second = build.build(project / "two", root=project)
    changed = set(second.entries) - set(first.entries)
    assert [entry.path for entry in changed] == ["gobelet/games/toy/rules.mpy"]


def test_a_game_that_is_not_in_the_list_has_no_assets_on_the_device(project: Path) -> None:
    games = project / "firmware/gobelet/games"
    (games / "__init__.py").write_text('GAMES = ("other",)\n')
    assert {"toy.fr", "toy.en"} <= assets.build_assets(project).keys()
    assert assets.build_device_assets(project).keys() == assets.build_assets(project).keys() - {
        "toy.fr",
        "toy.en",
    }


def test_the_command_prints_sizes(capsys: pytest.CaptureFixture[str], complaint: Callable[[], str]) -> None:
    assert build.main(["--sizes"]) == 0
    assert "gobelet/rules/dice.mpy " in capsys.readouterr().out
    assert build.main(["--board", "nope"]) == 1
    assert complaint().startswith("There is no board 'nope'")


def test_a_game_that_is_not_in_the_list_stays_on_the_desk(project: Path, tmp_path: Path) -> None:
    games = project / "firmware/gobelet/games"
    (games / "draft").mkdir()
    (games / "draft/rules.py").write_text("TABLE = 1\n")
    (games / "__init__.py").write_text('GAMES = ("toy",)\n')
    assert texts.unlisted_games(project) == {"draft"}
    made = build.build(tmp_path / "out", root=project)
    assert not any("draft" in entry.path for entry in made.entries)
