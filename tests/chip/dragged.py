"""Drag the file of `make uf2` onto an emulated chip: empty, older, or with other files.

The emulator has no drive: uf2_blocks.dragged computes what the boot ROM writes, block by block. The ROM then
starts the result, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.building import frozen, image, uf2_blocks
from tests.chip import chip, desk, games, pulled
from tests.chip.chip import Session
from tests.chip.device import Device

_SETTLED_MS = 1500
_NOTHING_MS = 800  # milliseconds after which every start has shown a picture
_CUTS = 5  # number of interrupted copies that are started
_STATE = "attack"  # name of a file in states/: a game in the middle of a fight
_WAIT = {"wait": _SETTLED_MS}
_OK, _DOWN = ({"press": key, "down": 100} for key in ("OK", "DOWN"))


@dataclass(frozen=True)
class DragOutcome:
    what: str
    good: bool


def try_drags(device: Device) -> Iterator[DragOutcome]:
    uf2 = uf2_blocks.write_safely(device.firmware, frozen.TARGETS[device.target].family)
    place = device.storage_offset

    def play_waiting(flash: bytes, *steps: chip.Step) -> Session:
        return device.play(flash, [_WAIT, *steps, _WAIT])

    empty = _flash_after_drag(uf2, b"\xff" * uf2_blocks.FLASH_BYTES)
    first = play_waiting(empty, _OK)
    yield DragOutcome(
        "onto an empty one: the panel is asked for, then the language",
        first.picture == pulled.start_desk({}).picture(),
    )
    again = games.play_first_start(device, first.flash)
    yield DragOutcome("from there to the list of games, each picture the desk's", not again.differences)

    data = desk.state_files(_STATE)
    shown = pulled.start_desk(data).picture()
    older = bytearray(device.flash(data))
    # Change bytes so that no 64 bytes of the older program equal those of the newer one.
    for at in range(256, place, 64):
        older[at] ^= 0x5A
    before = bytes(older)
    count = len(uf2) // uf2_blocks.BLOCK
    chosen = {*range(0, count - 1, count // _CUTS), count - 2}
    torn, kept = {}, True
    for number, now in enumerate(uf2_blocks.flash_states(uf2, before)):
        kept = kept and memoryview(now)[place:] == memoryview(before)[place:]
        if number in chosen:
            torn[number] = bytes(now)
    whole = _flash_after_drag(uf2, before)
    yield DragOutcome(f"over an older one: what was played is as it was after each of {count} blocks", kept)
    for number, flash in torn.items():
        session = device.play(flash, [{"wait": _NOTHING_MS}])
        yield DragOutcome(
            f"the power cut behind block {number + 1}: nothing starts; dragged again: all is there",
            not any(session.picture) and session.flash == flash and _flash_after_drag(uf2, flash) == whole,
        )
    yield DragOutcome("the same screen, the same game", play_waiting(whole).pictures[1] == shown)

    over = _flash_after_drag(uf2, _other_firmware())
    told = play_waiting(over, _OK, _OK)
    yield DragOutcome(
        "over another's files: it says that the storage cannot be read, asks, and leaves it",
        any(told.pictures[1]) and told.flash == over and len({*told.pictures.values(), told.picture}) == 4,
    )
    erased = play_waiting(over, _OK, _DOWN, _OK, _WAIT, _OK)
    yield DragOutcome(
        "erased when that is the answer, then as an empty one",
        erased.picture == pulled.start_desk({}).picture(),
    )


def _other_firmware() -> bytes:
    """The flash of a published MicroPython whose file system begins in the place of our code."""
    files = image.FileSystem()
    files.put_file("main.py", b"x" * (image.BLOCK * (image.PICO - 20)))
    return image.flash(b"", files)


def _flash_after_drag(uf2: bytes, flash: bytes) -> bytes:
    *_, last = uf2_blocks.flash_states(uf2, flash)
    return bytes(last)
