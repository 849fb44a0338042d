"""A frozen Gobelet is dragged onto the emulated chip: onto an empty one, over an older one, over packs.

The chip has no drive here: what its boot ROM makes of a file, block by block, uf2_blocks.dragged says. That ROM then
starts what is there, or nothing. `make replace` goes from packs to it and back with the real mpremote.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from host_tools import uf2 as joined
from host_tools.building import frozen, image, uf2_blocks
from host_tools.device import replace
from simulator.board import VirtualBoard
from tests.chip import chip, desk, games, port, pulled
from tests.chip.chip import Session
from tests.chip.measure import Device

_SETTLED_MS = 1500
_NOTHING_MS = 800  # by then every start has shown something
_CUTS = 5  # of all blocks so many are started into
_STATE = "attack"  # one of states/: in the middle of a fight
_WAIT = {"wait": _SETTLED_MS}
_OK, _DOWN = ({"press": key, "down": 100} for key in ("OK", "DOWN"))


@dataclass(frozen=True)
class Tried:
    what: str
    good: bool


class Hands(replace.Desk):
    """Who sits at the device and drags a file onto it."""

    def __init__(self, board: port.Port, folder: Path) -> None:
        super().__init__(yes=True)
        self._port = board
        self._folder = folder
        folder.mkdir()

    def say(self, sentence: str) -> None:
        print(sentence, file=sys.stderr, flush=True)

    def drive(self) -> Path:
        return self._folder

    def sleep(self, seconds: float) -> None:
        for file in self._folder.glob("*.uf2"):
            self._port.drag(partial(_whole, file.read_bytes()))
            file.unlink()
        super().sleep(seconds)


def replaced(device: Device, flash: bytes, path: Path, folder: Path) -> tuple[bytes, bool]:
    """What `make replace UF2=path` makes of a flash, and whether it says that all went well."""
    folder.mkdir()
    with port.Port(device.rom, flash, folder / "port") as board, contextlib.redirect_stdout(sys.stderr):
        hands = Hands(board, folder / "drive")
        try:
            replace.replace(replace.read(path), board.path, folder / "kept.zip", desk=hands)
            good = True
        except replace.FAULTS as fault:
            hands.say(str(fault))
            good = False
    return board.flash, good


def play(device: Device, published: Path, file: Path, folder: Path) -> Iterator[Tried]:
    """device: the frozen one. published: the UF2 file of a MicroPython that gets packs. file: the frozen one."""
    uf2 = file.read_bytes()
    stock = uf2_blocks.read(joined.join(published.read_bytes(), device.made))
    blocks = frozen.storage("pico") // image.BLOCK
    place = image.start(blocks)

    def starts(flash: bytes, *steps: chip.Step) -> Session:
        return chip.play(device.rom, flash, [_WAIT, *steps, _WAIT])

    empty = _whole(uf2, b"\xff" * uf2_blocks.FLASH_BYTES)
    first = starts(empty, _OK)
    yield Tried("onto an empty one: the panel is asked for, then the language", first.picture == _language())
    again = games.play_first_start(device, first.flash)
    yield Tried("from there to the list of games, each picture the desk's", not again.differences)

    data = desk.state(_STATE)
    shown = pulled.started(data).picture()
    older = bytearray(device.flash(data))
    for at in range(256, place, 64):  # nothing of it is as in the newer one
        older[at] ^= 0x5A
    before = bytes(older)
    count = len(uf2) // uf2_blocks.BLOCK
    chosen = {*range(0, count - 1, count // _CUTS), count - 2}
    torn, kept = {}, True
    for number, now in enumerate(uf2_blocks.dragged(uf2, before)):
        kept = kept and memoryview(now)[place:] == memoryview(before)[place:]
        if number in chosen:
            torn[number] = bytes(now)
    whole = _whole(uf2, before)
    yield Tried(f"over an older one: what was played is as it was after each of {count} blocks", kept)
    for number, flash in torn.items():
        session = chip.play(device.rom, flash, [{"wait": _NOTHING_MS}])
        yield Tried(
            f"the power cut behind block {number + 1}: nothing starts; dragged again: all is there",
            not any(session.picture) and session.flash == flash and _whole(uf2, flash) == whole,
        )
    yield Tried("the same screen, the same game", starts(whole).pictures[1] == shown)

    over = _whole(uf2, stock)
    told = starts(over, _OK, _OK)
    yield Tried(
        "over packs: it says that the storage cannot be read, asks, and leaves it",
        any(told.pictures[1]) and told.flash == over and len({*told.pictures.values(), told.picture}) == 4,
    )
    erased = starts(over, _OK, _DOWN, _OK, _WAIT, _OK)
    yield Tried("erased when that is the answer, then as an empty one", erased.picture == _language())

    micropython = uf2_blocks.read(published.read_bytes())
    packs = image.flash(micropython, image.installed(device.made, data))
    there, good = replaced(device, packs, file, folder / "there")
    session = starts(there)
    # Behind it, as far as the files, there is still what was in the flash before.
    good = good and there.startswith(uf2_blocks.read(uf2)) and session.pictures[1] == shown
    yield Tried("`make replace` from packs to it: the same screen, the same game", good)
    back, good = replaced(device, session.flash, published, folder / "back")
    good = good and back.startswith(micropython) and starts(back).pictures[1] == shown
    yield Tried("and back: the same screen, the same game", good)


def _whole(uf2: bytes, flash: bytes) -> bytes:
    *_, last = uf2_blocks.dragged(uf2, flash)
    return bytes(last)


def _language() -> bytes:
    """What the desk shows at its first start."""
    board = VirtualBoard()
    board.gauge.usb = True
    board.boot()
    board.run(_SETTLED_MS)
    return board.picture()
