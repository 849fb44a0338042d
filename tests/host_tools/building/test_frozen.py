"""What is frozen into a MicroPython, run by one that finds it as plain modules."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import assets, build, frozen
from host_tools.building.frozen import FrozenError

SCRIPT = """
import json, sys
sys.path[:] = [{folder!r}, ".frozen"]
import gobelet_packs
import gobelet.app
try:
    gobelet_packs.asset("nothing")
    missing = 0
except OSError as error:
    missing = error.args[0]
texts = {{name: len(gobelet_packs.asset(name).read()) for name in {names!r}}}
print(json.dumps([texts, missing]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("frozen") / "tree"
    frozen.write(build.DEFAULT_BOARD, made)
    return made


def test_the_assets_are_those_of_the_packs(
    folder: Path, micropython: Callable[..., str], tmp_path: Path
) -> None:
    things = assets.for_device()
    for path in folder.rglob("*.py"):
        beside = tmp_path / path.relative_to(folder)
        beside.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(build.without_native(path.read_text()))
    said = micropython(SCRIPT.format(folder=str(tmp_path), names=sorted(things)))
    texts, missing = json.loads(said.splitlines()[-1])
    assert texts == {name: len(data) for name, data in things.items()}
    assert missing == 2


def test_all_that_the_manifest_names_is_there(folder: Path) -> None:
    named = []

    def note(name: str, **_: object) -> None:
        named.append(name)

    manifest = frozen.MANIFEST.read_text(encoding="utf-8")
    exec(compile(manifest, "manifest.py", "exec"), {"include": note, "package": note, "module": note})
    assert named[0].startswith("$(PORT_DIR)")
    assert sorted(named[1:]) == sorted(path.name for path in folder.iterdir())
    assert (frozen.MANIFEST.parent / "../build/frozen").resolve() == frozen.FROZEN.resolve()


def test_what_was_there_before_goes(folder: Path) -> None:
    (folder / "gobelet" / "old.py").write_text("")
    frozen.write(build.DEFAULT_BOARD, folder)
    assert not (folder / "gobelet" / "old.py").exists()


def test_every_board_has_a_target_or_a_reason() -> None:
    assert frozen.target("pico_ssd1306") == "RPI_PICO"
    assert frozen.target("pico_w_ssd1306") == "RPI_PICO_W"
    with pytest.raises(FrozenError, match="only the RP2040"):
        frozen.target("pico2_ssd1306")


def test_a_folder_that_holds_no_micropython(tmp_path: Path) -> None:
    with pytest.raises(FrozenError, match="holds no sources of MicroPython"):
        frozen.make(tmp_path, build.DEFAULT_BOARD, tmp_path / "out.uf2")
    assert not (tmp_path / "out.uf2").exists()


def test_an_unknown_board(tmp_path: Path) -> None:
    with pytest.raises(build.BuildError, match="no board 'nothing'"):
        frozen.write("nothing", tmp_path / "tree")


def test_a_computer_without_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ports" / "rp2").mkdir(parents=True)
    (tmp_path / "ports" / "rp2" / "Makefile").touch()
    lacking = {"arm-none-eabi-gcc", "cmake"}
    monkeypatch.setattr(frozen.shutil, "which", lambda name: None if name in lacking else f"/usr/bin/{name}")
    with pytest.raises(
        frozen.FrozenError, match=r"lacks cmake .*, arm-none-eabi-gcc .* .* libstdc\+\+-arm-none-eabi-newlib"
    ):
        frozen.make(tmp_path, "pico_ssd1306", tmp_path / "out.uf2")
    assert not (tmp_path / "out.uf2").exists()
