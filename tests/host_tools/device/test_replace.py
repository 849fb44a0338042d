"""Another MicroPython on the device: what was played goes along, or is in a zip."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import build, uf2_blocks
from host_tools.device import backup, data, identity, replace, uf2_file
from host_tools.device.data import DataError
from host_tools.device.remote import RemoteError
from tests.host_tools import fake_mpremote
from tests.host_tools.conftest import Desk

PLAYED = {"dice/0": b"rolled" * 100, "settings": b"language=fr\n"}
BOARD = "gobelet_board.py"
PICO = "Raspberry Pi Pico with RP2040"


def uf2(
    path: Path, inside: bool, version: str = "1.28", machine: str = PICO, family: int = uf2_blocks.RP2040
) -> Path:
    said = f"\0MicroPython v{version}.0 on 2026-04-06; {machine}\0" + ("gobelet_frozen" if inside else "")
    path.write_bytes(uf2_blocks.write(said.encode().ljust(4096, b"\0"), family=family))
    return path


class Hands(replace.Desk):
    """Whoever sits there, with a drive for a device that has opened one, which then starts with what was copied."""

    def __init__(
        self, desk: Desk, drive: Path, by_hand: bool = False, agrees: bool = True, comes: bool = True
    ) -> None:
        super().__init__()
        self.desk = desk
        self.folder = drive
        self.by_hand = by_hand
        self.willing = agrees
        self.comes = comes
        self.said: list[str] = []
        self.asked: list[str] = []
        self.file: uf2_file.File | None = None

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def agrees(self, question: str) -> bool:
        self.asked.append(question)
        return self.willing

    def drive(self) -> Path | None:
        return self.folder if self.desk.board.state.bootsel and not self.by_hand else None

    def sleep(self, seconds: float) -> None:
        if not self.desk.board.state.bootsel or not self.comes:
            return
        copied = list(self.folder.glob("*.uf2"))
        if copied or (self.by_hand and any(line.startswith("Copy ") for line in self.said)):
            assert self.file is not None
            moves = self.file.inside != self.desk.board.state.inside
            if moves and not self.file.inside:
                fake_mpremote.wipe(self.desk.folder)  # the published one formats what it cannot read
            self.desk.set(
                inside=self.file.inside,
                version=self.file.version,
                unplugged=False,
                bootsel=False,
                unread=moves and self.file.inside,
            )


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / "INFO_UF2.TXT").touch()
    return folder


@pytest.fixture
def change(desk: Desk, drive: Path, tmp_path: Path, project: Path) -> Callable[..., Hands]:
    """Replace what the device has; who sat there."""

    def run(path: Path, **how: bool) -> Hands:
        hands = Hands(desk, drive, **how)
        hands.file = uf2_file.read(path)
        replace.replace(hands.file, None, tmp_path / "kept.zip", desk.program, project, hands)
        return hands

    return run


@pytest.fixture
def played(desk: Desk) -> None:
    for name, content in PLAYED.items():
        desk.put(f"data/{name}", content)
    desk.put(BOARD, b"CHIP = 'ssd1306'\nMCU = 'RP2040'\nWIRELESS = False\nADDRESS = 0x3D\n")


def games(desk: Desk) -> dict[str, bytes]:
    return {path[5:]: content for path, content in desk.board.tree().items() if path.startswith("data/")}


@pytest.mark.parametrize("by_hand", [False, True])
def test_to_gobelet_inside_and_back(
    by_hand: bool, change: Callable[..., Hands], desk: Desk, drive: Path, tmp_path: Path, played: None
) -> None:
    desk.put("packs/old.pack", b"x" * 5000)
    board = desk.board.tree()[BOARD]
    hands = change(uf2(tmp_path / "inside.uf2", True), by_hand=by_hand)
    state = desk.board.state
    assert state.inside and not state.unread and state.restarts == 1
    assert desk.board.tree() == {BOARD: board} | {f"data/{name}": each for name, each in PLAYED.items()}
    assert backup.read(tmp_path / "kept.zip") == PLAYED
    assert (drive / "inside.uf2").exists() != by_hand and not hands.asked
    assert any(line.startswith("Copy ") and "hold its BOOTSEL" in line for line in hands.said) == by_hand
    assert hands.said[-1] == "Ready: MicroPython 1.28 with Gobelet inside."

    (tmp_path / "kept.zip").unlink()
    change(uf2(tmp_path / "published.uf2", False, "1.26"), by_hand=by_hand)
    there = desk.board.tree()
    assert not desk.board.state.inside and build.READY in there, "flashed as well"
    assert games(desk) == PLAYED and there[BOARD] == board


def test_the_same_kind_keeps_its_file_system(
    change: Callable[..., Hands], desk: Desk, tmp_path: Path, played: None
) -> None:
    desk.set(inside=True)
    desk.put("mine.txt", b"kept")
    before = desk.board.tree()
    desk.log()
    hands = change(uf2(tmp_path / "newer.uf2", True, "1.29"))
    assert desk.board.tree() == before and not hands.asked
    assert not any(words[2:4] == ["fs", "cp"] for words in desk.log()), "nothing had to be put back"


def test_somebody_else_s_files_are_asked_about_first(
    change: Callable[..., Hands], desk: Desk, tmp_path: Path, played: None
) -> None:
    desk.put("mine.txt", b"kept")
    before = desk.board.tree()
    with pytest.raises(RemoteError, match="Nothing was changed"):
        change(uf2(tmp_path / "inside.uf2", True), agrees=False)
    assert desk.board.tree() == before and desk.board.state.restarts == 1
    (tmp_path / "kept.zip").unlink()
    assert "mine.txt: shall they go?" in change(uf2(tmp_path / "inside.uf2", True)).asked[0]


def test_a_device_that_does_not_come_back(
    change: Callable[..., Hands], tmp_path: Path, played: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replace, "_PATIENCE_S", 3)
    with pytest.raises(
        RemoteError, match=r"No Pico with .* has come\. What was played is in .*kept\.zip: `make restore"
    ):
        change(uf2(tmp_path / "inside.uf2", True), comes=False)
    assert backup.read(tmp_path / "kept.zip") == PLAYED


def test_what_is_put_back_otherwise_is_told(
    change: Callable[..., Hands], desk: Desk, tmp_path: Path, played: None
) -> None:
    desk.set(spoil="data.new/settings")
    with pytest.raises(RemoteError, match=r"did not arrive whole.* What was played is in "):
        change(uf2(tmp_path / "inside.uf2", True))


def test_what_cannot_be_saved_stays(
    change: Callable[..., Hands], desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "from_board", lambda board: data.Data({"settings": b""}, ["dice/0"]))
    with pytest.raises(DataError, match="dice/0 on the device cannot be read, so nothing was changed"):
        change(uf2(tmp_path / "inside.uf2", True))
    assert not desk.board.state.bootsel and desk.board.state.restarts == 1


def test_files_that_are_refused(tmp_path: Path) -> None:
    for content, said in (
        (b"", "no whole UF2 file"),
        (uf2(tmp_path / "old.uf2", False, "1.24").read_bytes(), r"is MicroPython 1\.24; take 1\.26 or newer"),
        (uf2_blocks.write(bytes(4096)), "has no MicroPython for a Pico"),
    ):
        path = tmp_path / "file.uf2"
        path.write_bytes(content)
        with pytest.raises(RemoteError, match=said):
            uf2_file.read(path)
    with pytest.raises(RemoteError, match="cannot be read"):
        uf2_file.read(tmp_path / "none.uf2")


def test_a_file_of_a_pico_2(tmp_path: Path) -> None:
    path = uf2(
        tmp_path / "file.uf2", True, machine="Raspberry Pi Pico2 with RP2350", family=uf2_blocks.RP2350
    )
    found = uf2_file.read(path)
    assert found.inside and found.machine == "Raspberry Pi Pico2 with RP2350"
    # A published one begins with a block that is no part of it.
    extra = bytearray(path.read_bytes()[:512])
    struct.pack_into("<I", extra, 12, 0x10FFFF00)
    struct.pack_into("<3I", extra, 20, 0, 2, 0xE48BFF57)
    path.write_bytes(bytes(extra) + path.read_bytes())
    assert uf2_file.read(path) == found
    with pytest.raises(RemoteError, match="is for a Raspberry Pi Pico2 with RP2350, but this board is"):
        replace.refuse_other_machine(found, identity.Identity("micropython", (1, 28), PICO, 0))


def test_the_drive_is_found_where_systems_put_it(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replace, "_DRIVES", (f"{drive.parent}/*", "/nowhere/*/*"))
    assert list(replace.drives()) == [drive]
    assert replace.Desk().drive() == drive
    (drive / "INFO_UF2.TXT").unlink()
    assert replace.Desk().drive() is None and replace.Desk(drive).drive() is None
