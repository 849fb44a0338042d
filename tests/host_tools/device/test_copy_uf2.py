"""Copying Gobelet's own MicroPython onto a Pico in any state."""

from __future__ import annotations

import errno
import http.server
import io
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host_tools.building import build, frozen, uf2_blocks
from host_tools.device import backup, copy_uf2, data, doctor, drive, flash, uf2_file, unfinished
from host_tools.device.remote import RemoteError
from tests.host_tools import fake_mpremote
from tests.host_tools.conftest import Desk

PLAYED = {"dice/0": b"rolled" * 100, "settings": b"language=fr\n"}
BOARD = "gobelet_board.py"
OWN = b"CHIP = 'ssd1306'\nMCU = 'RP2040'\nWIRELESS = False\nADDRESS = 0x3D\n"
PICO = "Raspberry Pi Pico with RP2040"
NOW, OLDER = "0" * 16, "1" * 16  # builds


def make_uf2(
    path: Path,
    built: str | None = NOW,
    version: str = "1.28",
    machine: str = PICO,
    family: int = uf2_blocks.RP2040,
) -> Path:
    """Make a UF2 file with this build of Gobelet inside; with None, without Gobelet."""
    inside = "" if built is None else f"gobelet_frozen\0{frozen.BUILT}{built}\0"
    said = f"\0MicroPython v{version}.0 on 2026-04-06; {machine}\0{inside}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(uf2_blocks.write(said.encode().ljust(4096, b"\0"), family=family))
    return path


class Cut(Exception):
    """A test stops the desk at any step."""


class Hands(copy_uf2.Desk):
    """A user at the computer, with the drive of a Pico in BOOTSEL mode.

    After a copy the Pico starts with the copied file.

    by_hand    the computer finds no drive: the user copies the file when asked.
    late       looks at the drive until it exists.
    comes      the Pico starts with the file that it got.
    back_at    the wait, counted from 1, in which the Pico is plugged in again, without BOOTSEL.
    cut_at     the look or message at which the computer stops, counted from 1; 0: never.
    """

    by_hand = False
    willing = True
    late = 0
    comes = True
    back_at = 0
    cut_at = 0

    def __init__(self, desk: Desk, folder: Path) -> None:
        super().__init__()
        self.desk = desk
        self.folder = folder
        self.said: list[str] = []
        self.asked: list[str] = []
        self.counted = 0
        self.file: Path | None = None  # the file that the user copies by hand

    def _counts(self) -> None:
        self.counted += 1
        if self.counted == self.cut_at:
            raise KeyboardInterrupt

    def say(self, sentence: str) -> None:
        self.said.append(sentence)
        self._counts()

    def agrees(self, question: str, alone: bool = False) -> bool:
        self.asked.append(question)
        return self.willing

    def drive(self) -> Path | None:
        self._counts()
        if not self.desk.board.state.bootsel or self.by_hand:
            return None
        self.late -= 1
        return self.folder if self.late < 0 else None

    def sleep(self, seconds: float) -> None:
        self._counts()
        self.back_at -= 1
        if self.back_at == 0:
            self.desk.set(bootsel=False, unplugged=False)
        if self.by_hand and any(line.startswith("Copy ") for line in self.said):
            assert self.file is not None
            (self.folder / self.file.name).write_bytes(self.file.read_bytes())
        copied = list(self.folder.glob("*.uf2"))
        if self.desk.board.state.bootsel and self.comes and copied:
            start_with_file(self.desk, uf2_file.read(copied[0]))
            copied[0].unlink()


def start_with_file(desk: Desk, file: uf2_file.File) -> None:
    """Start the Pico with a new file.

    The file system is at another offset if the Pico had another kind of MicroPython.
    """
    moves = file.is_frozen != desk.board.state.inside
    had = bool(desk.board.tree())
    if moves:
        fake_mpremote.wipe_files(
            desk.folder
        )  # the published MicroPython formats a file system that it cannot read
    desk.set(
        inside=file.is_frozen,
        build=file.build,
        version=file.version,
        machine=file.machine,
        unplugged=False,
        bootsel=False,
        name="micropython",
        unread=moves and file.is_frozen and had,
    )


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the waits of this computer, and silence the doctor, which has its own tests."""
    monkeypatch.setattr(copy_uf2, "_PATIENCE_S", 60)
    monkeypatch.setattr(doctor, "print_report", lambda board, name, root: 0)
    monkeypatch.setattr(frozen, "build_id", lambda target, root: NOW)


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """Return the folder of the drive."""
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_bytes(
        b"UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
    )
    return folder


@pytest.fixture
def hands(desk: Desk, opened: Path) -> Hands:
    return Hands(desk, opened)


@pytest.fixture
def run(desk: Desk, hands: Hands, tmp_path: Path, project: Path) -> Callable[..., int]:
    """Return a function that runs `make flash` with the file of `make uf2` for a Pico."""
    hands.file = make_uf2(project / "build/uf2/gobelet-pico.uf2")

    def call(*words: str) -> int:
        return flash.main(words, desk.program, project, tmp_path, hands)

    return call


@pytest.fixture
def played(desk: Desk) -> None:
    desk.set(version=(1, 26))
    for name, content in PLAYED.items():
        desk.put(f"data/{name}", content)
    desk.put(BOARD, OWN)


def game_files(desk: Desk) -> dict[str, bytes]:
    return {path[5:]: content for path, content in desk.board.tree().items() if path.startswith("data/")}


def with_gobelet(desk: Desk, built: str) -> None:
    desk.set(inside=True, build=built, version=(1, 28))


WHOLE = {BOARD: OWN} | {f"data/{name}": each for name, each in PLAYED.items()}


@pytest.mark.parametrize("by_hand", [False, True])
def test_from_a_published_micropython(
    by_hand: bool, run: Callable[..., int], hands: Hands, desk: Desk, tmp_path: Path, played: None
) -> None:
    hands.by_hand = by_hand
    desk.put("packs/old.pack", b"x" * 5000)
    assert run() == 0
    state = desk.board.state
    assert state.inside and state.build == NOW and not state.unread and state.restarts == 1
    assert desk.board.tree() == WHOLE
    (kept,) = tmp_path.glob("gobelet-*.zip")
    assert backup.read(kept) == PLAYED
    assert not list(tmp_path.glob("gobelet-unfinished*")) and not hands.asked
    asks = [line for line in hands.said if line.startswith("Copy ")]
    assert len(asks) == by_hand and all("hold its BOOTSEL" in line and "-36" in line for line in asks)
    assert hands.said[-1] == "Ready: MicroPython 1.28 with Gobelet inside."
    # Another run has no work to do.
    desk.log()
    assert run() == 0
    assert hands.said[-1] == "Nothing to copy: the Pico has this Gobelet already."
    assert desk.board.tree() == WHOLE and desk.board.state.restarts == 2


def test_from_an_older_gobelet(run: Callable[..., int], hands: Hands, desk: Desk, played: None) -> None:
    with_gobelet(desk, OLDER)
    desk.put("mine.txt", b"kept")
    before = desk.board.tree()
    desk.log()
    assert run() == 0
    assert desk.board.tree() == before and not hands.asked and desk.board.state.build == NOW
    assert not any(words[2:4] == ["fs", "cp"] for words in desk.log()), "nothing had to be put back"


def test_from_nothing_but_a_drive(run: Callable[..., int], hands: Hands, desk: Desk) -> None:
    desk.set(bootsel=True, unplugged=True)
    hands.willing = False
    assert run() == 1 and desk.board.state.bootsel
    assert "plug it in without BOOTSEL" in hands.asked[0]
    hands.willing = True
    assert run("--board", "pico_ssd1306") == 0
    assert desk.board.tree() == {BOARD: b"CHIP = 'ssd1306'\nMCU = 'RP2040'\nWIRELESS = False\n"}


def test_another_pico_is_not_taken_for_the_one_that_was_stopped(
    run: Callable[..., int], hands: Hands, desk: Desk, complaint: Callable[[], str], tmp_path: Path
) -> None:
    unfinished.Unfinished("ab", "pico", True, True, "gobelet-one.zip", "").save(tmp_path)
    desk.set(bootsel=True, unplugged=True)
    hands.willing = False
    assert run() == 1 and desk.board.state.bootsel
    assert complaint() == "Nothing was changed."
    assert "gobelet-one.zip. Is this that Pico?" in hands.asked[0]


def test_a_flash_without_a_user_goes_on_where_it_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert copy_uf2.Desk().agrees("Is this that Pico?", alone=True)
    with pytest.raises(RemoteError, match="say yes with ARGS=--yes"):
        copy_uf2.Desk().agrees("Go on?")


def test_an_empty_pico_asks_at_its_first_start_unless_its_board_is_named(
    run: Callable[..., int], desk: Desk, project: Path
) -> None:
    assert run() == 0
    assert desk.board.tree() == {}
    assert run("--board", "pico_ssd1306") == 0
    assert desk.board.tree()[BOARD] == build.board_source("pico_ssd1306", project).encode()


def test_another_board_file_is_asked_about(
    run: Callable[..., int], desk: Desk, played: None, complaint: Callable[[], str]
) -> None:
    with_gobelet(desk, NOW)
    assert run("--board", "pico_ssd1306") == 1
    assert complaint().startswith("The board file on the device is another one")
    assert run("--board", "pico_ssd1306", "--replace-board") == 0
    assert b"ADDRESS" not in desk.board.tree()[BOARD] and game_files(desk) == PLAYED


def test_plain_files_of_some_games_become_all_games(
    run: Callable[..., int], desk: Desk, played: None
) -> None:
    desk.put(BOARD, OWN + b'GAMES = "dice counters"\n')
    assert run() == 0
    assert desk.board.tree()[BOARD] == OWN


def test_back_to_plain_files(
    run: Callable[..., int],
    hands: Hands,
    desk: Desk,
    tmp_path: Path,
    played: None,
    complaint: Callable[[], str],
) -> None:
    with_gobelet(desk, NOW)
    assert run("--plain") == 1
    assert complaint().startswith("This Pico has Gobelet inside its MicroPython")
    path = make_uf2(tmp_path / "published.uf2", None, "1.26")
    assert run("--uf2", str(path)) == 1
    assert complaint().startswith(f"{path} is MicroPython without Gobelet: take the gobelet-")
    assert run("--plain", "--uf2", str(path)) == 1
    assert complaint().startswith("A Pico has too little memory to play from plain files")
    assert desk.board.state.inside, "nothing was copied"
    assert run("--plain", "--uf2", str(path), "--games", "all") == 0
    there = desk.board.tree()
    assert not desk.board.state.inside and build.READY in there
    assert game_files(desk) == PLAYED and there[BOARD] == OWN


def test_somebody_else_s_files_are_asked_about_first(
    run: Callable[..., int], hands: Hands, desk: Desk, played: None, complaint: Callable[[], str]
) -> None:
    desk.put("mine.txt", b"kept")
    before = desk.board.tree()
    hands.willing = False
    assert run() == 1
    assert complaint() == "Nothing was changed."
    assert desk.board.tree() == before and desk.board.state.restarts == 1
    hands.willing = True
    assert run() == 0
    assert "mine.txt: shall they go?" in hands.asked[-1]


@pytest.mark.parametrize(
    ("files", "asked"),
    [
        (("main.py",), "main.py"),
        (("main.py", "gobelet/ready"), ""),
        (("main.py", "gobelet/ready", "main_before_gobelet.py"), "main_before_gobelet.py"),
        (("lib/mine.py", "main.py"), "lib, main.py"),
    ],
)
def test_a_program_of_somebody_s_own_is_asked_about(
    files: Sequence[str], asked: str, run: Callable[..., int], hands: Hands, desk: Desk, played: None
) -> None:
    for name in files:
        desk.put(name, b"mine")
    assert run() == 0
    named = [question.partition("not Gobelet's are ")[2] for question in hands.asked]
    assert named == ([f"{asked}: shall they go?"] if asked else [])


def test_a_port_that_is_named_and_gone_because_the_drive_is_open(
    run: Callable[..., int], hands: Hands, desk: Desk, played: None, tmp_path: Path
) -> None:
    hands.cut_at = 4
    assert run() == 1 and desk.board.state.bootsel
    hands.cut_at = 0
    assert run("--port", str(tmp_path / "ttyACM0")) == 0
    assert game_files(desk) == PLAYED


def test_who_is_stopped_at_the_drive_reads_where_the_games_are(
    run: Callable[..., int],
    hands: Hands,
    desk: Desk,
    played: None,
    tmp_path: Path,
    complaint: Callable[[], str],
) -> None:
    for _ in range(2):  # after the interruption, the tool finds only the drive of the Pico
        hands.counted, hands.cut_at = 0, 4
        assert run() == 1 and desk.board.state.bootsel
        (kept,) = tmp_path.glob("gobelet-*.zip")
        assert complaint() == f"Stopped. What was played is in {kept}. Repeat the command to finish."


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (RemoteError("It broke; plug it in again and repeat the command."), "It broke; plug it in again. "),
        (RemoteError("It did not arrive; repeat the command."), "It did not arrive. "),
        (
            RemoteError("It is silent; unplug it, plug it in again, and retry."),
            "It is silent; unplug it, plug it in again. ",
        ),
        (RemoteError("It is full."), "It is full. "),
        (KeyboardInterrupt(), "Stopped. "),
    ],
)
def test_the_command_is_asked_for_once(fault: BaseException, said: str) -> None:
    assert str(copy_uf2.interruption(fault, "It is in a.zip. ")) == (
        f"{said}It is in a.zip. Repeat the command to finish."
    )


def test_a_pico_that_comes_back_without_the_file_opens_its_drive_again(
    run: Callable[..., int], hands: Hands, desk: Desk, played: None
) -> None:
    hands.late, hands.back_at = 4, 2
    assert run() == 0
    assert game_files(desk) == PLAYED and not [line for line in hands.said if line.startswith("Copy ")]


def cut_everywhere(
    desk: Desk, hands: Hands, run: Callable[..., int], prepare: Callable[[], None], tmp_path: Path
) -> set[str]:
    """Stop at each write of the device and at each look and message of the computer, then run again.

    The result is the last message of each run.
    """
    said = set()
    for kind in ("die_at", "cut_at"):
        at = 0
        while True:
            at += 1
            for path in (*tmp_path.glob("gobelet-*"), *hands.folder.glob("*.uf2")):
                path.unlink()
            fake_mpremote.wipe_files(desk.folder)
            desk.set(inside=False, build="", bootsel=False, unplugged=False, unread=False)
            prepare()
            hands.counted, hands.cut_at = 0, at if kind == "cut_at" else 0
            desk.replug(die_at=at if kind == "die_at" else 0)
            if run() == 0:
                break
            said.add(hands.said[-1])
            # The games are on the device or in a zip.
            kept = [backup.read(each) for each in tmp_path.glob("gobelet-*.zip")]
            assert game_files(desk) == PLAYED or PLAYED in kept, (kind, at)
            hands.cut_at = 0
            desk.set(die_at=0, unplugged=desk.board.state.bootsel)
            assert run() == 0, (kind, at)
            assert desk.board.tree() == WHOLE and desk.board.state.build == NOW, (kind, at)
            assert not list(tmp_path.glob("gobelet-unfinished*")), (kind, at)
    return said


def test_whatever_stops_it_the_next_run_finishes(
    run: Callable[..., int], hands: Hands, desk: Desk, tmp_path: Path
) -> None:
    """The Pico has a published MicroPython at first, whose file system is at another offset."""

    def prepare() -> None:
        for path, content in WHOLE.items():
            desk.put(path, content)

    said = cut_everywhere(desk, hands, run, prepare, tmp_path)
    assert len(said) > 3, "at each step"


def test_whatever_stops_an_update_the_next_run_finishes(
    run: Callable[..., int], hands: Hands, desk: Desk, tmp_path: Path
) -> None:
    def prepare() -> None:
        with_gobelet(desk, OLDER)
        for path, content in WHOLE.items():
            desk.put(path, content)

    assert len(cut_everywhere(desk, hands, run, prepare, tmp_path)) > 1


def test_a_drive_over_files_that_cannot_be_read_leaves_them(
    run: Callable[..., int], hands: Hands, desk: Desk, played: None
) -> None:
    """The user opened the drive of a Pico with plain files, and answered yes."""
    desk.set(bootsel=True, unplugged=True)
    assert run() == 0
    assert (
        desk.board.state.unread and "cannot be read, and stays: its panel asks about that." in hands.said[-2]
    )


def test_what_was_played_between_two_runs_is_kept(
    run: Callable[..., int],
    hands: Hands,
    desk: Desk,
    tmp_path: Path,
    played: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A player used the Pico between the interrupted copy and the next one.

    The tool had not restored the old games yet.
    """
    monkeypatch.setattr(data, "to_board", lambda board, files: (_ for _ in ()).throw(RemoteError("No.")))
    assert run() == 1
    monkeypatch.undo()
    monkeypatch.setattr(doctor, "print_report", lambda board, name, root: 0)
    monkeypatch.setattr(frozen, "build_id", lambda target, root: NOW)
    monkeypatch.setattr("host_tools.device.remote.bounded.run", desk.run)
    desk.put("data/settings", b"language=en\n")
    for path in tmp_path.glob("gobelet-2*.zip"):
        path.rename(tmp_path / "gobelet-20000101-000000.zip")
    (left,) = unfinished.every(tmp_path)
    unfinished.Unfinished(
        left.device, left.target, left.moves, left.formats, "gobelet-20000101-000000.zip", left.board
    ).save(tmp_path)
    assert run() == 0
    assert game_files(desk) == PLAYED
    kept = [backup.read(path) for path in sorted(tmp_path.glob("gobelet-*.zip"))]
    assert kept == [PLAYED, {"settings": b"language=en\n"}]


def test_what_another_pico_has_left_to_do_is_not_this_one_s(
    run: Callable[..., int], desk: Desk, tmp_path: Path
) -> None:
    unfinished.Unfinished("ab", "pico", True, True, "gobelet-none.zip", "").save(tmp_path)
    assert run() == 0
    assert [left.device for left in unfinished.every(tmp_path)] == ["ab"]


def test_a_note_that_is_damaged(
    run: Callable[..., int], desk: Desk, tmp_path: Path, complaint: Callable[[], str], played: None
) -> None:
    for text in ("{", "[]", '{"device": 3}'):
        (tmp_path / f"gobelet-unfinished-{desk.board.state.chip}.json").write_text(text)
        assert run() == 1
        assert complaint().endswith(".json, of a flash that was stopped, is damaged: move it elsewhere.")
    assert game_files(desk) == PLAYED and not desk.board.state.inside


def test_a_pico_that_does_not_come_back(
    run: Callable[..., int], hands: Hands, tmp_path: Path, played: None, complaint: Callable[[], str]
) -> None:
    hands.comes = False
    assert run() == 1
    (kept,) = tmp_path.glob("gobelet-*.zip")
    assert complaint() == (
        f"No Pico with MicroPython 1.28 with Gobelet inside has come. What was played is in {kept}. "
        "Repeat the command to finish."
    )
    assert [line.startswith("copy ") for line in hands.said].count(True) == 2, "its drive was still open"


def test_a_drive_that_is_late(run: Callable[..., int], hands: Hands, desk: Desk, played: None) -> None:
    hands.late = 25
    assert run() == 0
    assert any(line.startswith("Copy ") for line in hands.said) and game_files(desk) == PLAYED


def test_a_drive_that_may_only_be_read(
    run: Callable[..., int], hands: Hands, desk: Desk, played: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = drive.copy
    tries: list[int] = []

    def copy(file: Path, folder: Path) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise drive.ReadOnlyError
        plain(file, folder)  # another program has mounted the drive again

    monkeypatch.setattr(drive, "copy", copy)
    assert run() == 0
    assert [line for line in hands.said if "may only be read" in line] and game_files(desk) == PLAYED


@pytest.mark.parametrize(
    ("number", "refused"),
    [(errno.EROFS, True), (errno.EACCES, True), (errno.EIO, False), (errno.ENODEV, False)],
)
def test_the_drive_goes_when_all_has_come(
    number: int, refused: bool, tmp_path: Path, opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_sync(file: int) -> None:
        raise OSError(number, "")

    monkeypatch.setattr("os.fsync", fail_sync)
    file = make_uf2(tmp_path / "gobelet.uf2")
    if refused:
        with pytest.raises(drive.ReadOnlyError):
            drive.copy(file, opened)
    else:
        drive.copy(file, opened)
        assert (opened / file.name).read_bytes() == file.read_bytes()


def test_what_is_put_back_otherwise_is_told(
    run: Callable[..., int], desk: Desk, played: None, complaint: Callable[[], str]
) -> None:
    desk.set(spoil="data.new/settings")
    assert run() == 1
    said = complaint()
    assert "did not arrive whole" in said and "What was played is in " in said
    desk.set(spoil="")
    assert run() == 0 and game_files(desk) == PLAYED


def test_what_cannot_be_saved_stays(
    run: Callable[..., int], desk: Desk, monkeypatch: pytest.MonkeyPatch, complaint: Callable[[], str]
) -> None:
    monkeypatch.setattr(data, "from_board", lambda board: data.Data({"settings": b""}, ["dice/0"]))
    assert run() == 1
    assert complaint() == "dice/0 on the device cannot be read, so nothing was changed."
    assert not desk.board.state.bootsel and desk.board.state.restarts == 1


# Refusals, each with one sentence

PICO2 = "Raspberry Pi Pico2 with RP2350"
REFUSED: list[tuple[dict[str, Any], tuple[str, ...], str]] = [
    (
        {"devices": []},
        (),
        "No Pico was found: connect it with a USB cable that carries data, and with its BOOTSEL",
    ),
    ({"silent": True}, (), "The board at /dev/ttyACM0 does not answer: is MicroPython on it?"),
    ({"name": "circuitpython", "version": (9, 2)}, (), "The board runs circuitpython, which cannot be asked"),
    ({"machine": "ESP32 with ESP32"}, (), "There is no Gobelet for a 'ESP32 with ESP32'."),
    (
        {"machine": PICO2},
        (),
        "There is no gobelet-pico2.uf2 yet: `make uf2 BOARD=pico2` builds one, or `make flash UF2=FILE` takes the "
        "gobelet-pico2.uf2 of a release.",
    ),
    (
        {},
        ("--board", "pico2"),
        "pico2 is for an RP2350, but this board is a 'Raspberry Pi Pico with RP2040'.",
    ),
    ({}, ("--board", "nope"), "There is no board 'nope'; boards/ has pico2, pico_ssd1306, pico_w."),
    ({}, ("--games", "dice"), "GAMES is for plain files, with PLAIN=1"),
    ({"devices": []}, ("--uf2", "/nowhere.uf2"), "/nowhere.uf2 cannot be read: No such file or directory."),
    (
        {"devices": [fake_mpremote.PICO, "/dev/ttyACM1 e66f 2e8a:0005 MicroPython Board"]},
        (),
        "There are 2 boards, choose one with --port: ",
    ),
    ({"bootsel": True}, (), "There is a Pico at /dev/ttyACM0, and another one whose drive "),
    ({}, ("--port", "/dev/nowhere"), "There is no /dev/nowhere: is the board plugged in?"),
]


@pytest.mark.parametrize(("state", "words", "sentence"), REFUSED, ids=range(len(REFUSED)))
def test_refusals_are_one_sentence_and_change_nothing(
    state: dict[str, Any],
    words: tuple[str, ...],
    sentence: str,
    run: Callable[..., int],
    desk: Desk,
    complaint: Callable[[], str],
    played: None,
) -> None:
    desk.set(**state)
    assert run(*words) == 1
    assert complaint().startswith(sentence)
    assert desk.board.tree() == WHOLE and not desk.board.state.inside


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is no whole UF2 file of MicroPython: "),
        (uf2_blocks.write(bytes(4096)), "has no MicroPython for a Pico in it."),
        ("1.24", "is MicroPython 1.24; take 1.26 or newer."),
        (PICO2, f"is for a {PICO2}, but this board is a 'Raspberry Pi Pico with RP2040'."),
        ("Raspberry Pi Pico W with RP2040", "is for a Raspberry Pi Pico W with RP2040, but this board is a "),
        (None, "is MicroPython without Gobelet: take the gobelet-....uf2 of `make uf2` or of a release."),
    ],
)
def test_files_that_are_refused(
    content: bytes | str | None,
    said: str,
    run: Callable[..., int],
    desk: Desk,
    tmp_path: Path,
    complaint: Callable[[], str],
    played: None,
) -> None:
    path = tmp_path / "file.uf2"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "1.24":
        make_uf2(path, version=content)
    else:
        family = uf2_blocks.RP2350 if content == PICO2 else uf2_blocks.RP2040
        make_uf2(path, None if content is None else NOW, machine=content or PICO, family=family)
    assert run("--uf2", str(path)) == 1
    assert complaint().startswith(f"{path} {said}")
    assert desk.board.tree() == WHOLE and not desk.board.state.inside


def test_a_drive_of_another_chip(
    run: Callable[..., int],
    hands: Hands,
    desk: Desk,
    opened: Path,
    project: Path,
    complaint: Callable[[], str],
) -> None:
    desk.set(devices=[], bootsel=True)
    (opened / "INFO_UF2.TXT").write_bytes(b"UF2 Bootloader v1.0\r\nBoard-ID: RP2350\r\n")
    assert run("--uf2", str(project / "build/uf2/gobelet-pico.uf2")) == 1
    assert complaint().endswith(f"but the drive {opened} is that of an RP2350.")
    assert run("--board", "pico_ssd1306") == 1
    assert complaint() == "pico_ssd1306 is for an RP2040, but this drive is that of an RP2350."
    (opened / "INFO_UF2.TXT").write_bytes(b"Board-ID: SAMD51\n")
    assert run() == 1
    assert complaint() == f"The drive {opened} is that of another chip (SAMD51)."
    assert not hands.asked and not list(opened.glob("*.uf2"))


# The choice of the file.


class Page(http.server.BaseHTTPRequestHandler):
    content = b""

    def do_GET(self) -> None:
        found = self.path == "/gobelet/uf2/gobelet-pico.uf2"
        self.send_response(200 if found else 404)
        self.end_headers()
        self.wfile.write(self.content if found else b"")

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def page(tmp_path: Path) -> Iterator[str]:
    Page.content = make_uf2(tmp_path / "published" / "x.uf2", OLDER).read_bytes()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/gobelet/"
        server.shutdown()


def test_that_of_these_sources_else_that_of_the_page(project: Path, page: str) -> None:
    built = make_uf2(project / "build/uf2/gobelet-pico.uf2", NOW)
    assert uf2_file.gobelet_for("pico", project).path == built
    make_uf2(built, OLDER)
    with pytest.raises(RemoteError) as refused:
        uf2_file.gobelet_for("pico", project)
    assert str(refused.value).startswith(
        "build/uf2/gobelet-pico.uf2 is not of these sources. There is no gobelet-pico.uf2 yet: `make uf2 BOARD=pico`"
    )
    (project / "GOBELET_PAGE").write_text(f"{page}\n")
    found = uf2_file.gobelet_for("pico", project)
    assert found.build == OLDER and found.path == project / "build/published/gobelet-pico.uf2"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("{page}elsewhere", "Not Found"),
        ("http://127.0.0.1:1/", "Connection refused"),
        ("ftp://example.org", "no address that begins with https://"),
    ],
)
def test_a_page_that_has_no_file(address: str, reason: str, project: Path, page: str) -> None:
    (project / "GOBELET_PAGE").write_text(address.format(page=page))
    with pytest.raises(RemoteError, match=reason) as refused:
        uf2_file.gobelet_for("pico", project)
    assert "`make uf2 BOARD=pico` builds one" in str(refused.value)
    assert not (project / "build/published").exists()


def test_a_file_of_a_pico_2(tmp_path: Path) -> None:
    path = make_uf2(tmp_path / "file.uf2", machine=PICO2, family=uf2_blocks.RP2350)
    found = uf2_file.read(path)
    assert found.is_frozen and found.machine == PICO2 and found.build == NOW
    # A published file begins with a block that is not part of the program.
    extra = bytearray(path.read_bytes()[:512])
    struct.pack_into("<I", extra, 12, 0x10FFFF00)
    struct.pack_into("<3I", extra, 20, 0, 2, 0xE48BFF57)
    path.write_bytes(bytes(extra) + path.read_bytes())
    assert uf2_file.read(path) == replace(found, erases_the_end=True)


def test_one_that_erases_the_end_of_the_flash_is_warned_of(tmp_path: Path) -> None:
    """The block for erratum RP2350-E10 erases a sector, which may contain a player's games."""
    path = make_uf2(tmp_path / "file.uf2", machine=PICO2, family=uf2_blocks.RP2350)
    said: list[str] = []

    class Quiet(copy_uf2.Desk):
        def say(self, sentence: str) -> None:
            said.append(sentence)

    def choose_file() -> None:
        wish = copy_uf2.Wish(uf2=uf2_file.gobelet(path))
        copy_uf2.Flash(wish, tmp_path, Quiet(), lambda question: False).choose_file("pico2")

    choose_file()
    assert said == [], "Gobelet's own has no such block"
    extra = bytearray(path.read_bytes()[:512])
    struct.pack_into("<I", extra, 12, 0x10FFFF00)
    struct.pack_into("<3I", extra, 20, 0, 2, 0xE48BFF57)
    path.write_bytes(bytes(extra) + path.read_bytes())
    choose_file()
    assert len(said) == 1 and "erases the last 4 KB" in said[0] and "backup" in said[0]


def test_the_drive_is_found_where_systems_put_it(opened: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drive, "_PLACES", (f"{opened.parent}/*", "/nowhere/*/*"))
    assert list(drive.find_drives()) == [opened]
    assert copy_uf2.Desk().drive() == opened and copy_uf2.Desk(opened).drive() == opened
    assert drive.chip(opened) == "RP2040"
    other = opened.with_name("RP2350")
    other.mkdir()
    (other / "INFO_UF2.TXT").touch()
    with pytest.raises(RemoteError, match="There are 2 drives of Picos"):
        copy_uf2.Desk().drive()
    for folder in (opened, other):
        (folder / "INFO_UF2.TXT").unlink()
    assert (
        copy_uf2.Desk().drive() is None and copy_uf2.Desk(opened).drive() is None and drive.chip(opened) == ""
    )
