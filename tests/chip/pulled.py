"""Cut the power after a key press on the emulated chip, and start it again.

The flash changes only by an erase or a program. A session is therefore played once. Any cut leaves the flash
after so many operations, with the next one not begun or partly done. The chip and the desk then start from
that content.

1. The first picture must equal the desk's. The picture must be one that the player saw: before the press, after the
   press, or below an open list. A list does not reappear. BACK leads to the screen below a list only if one press
   opened both. The Sheets and rolls must be those before or after the press.
2. OK, as soon as there is a picture, must do the same as on the desk with the same dice, and be saved likewise.
3. OK before there is a picture must do nothing, and another cut after that must change nothing.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from host_tools.building import image
from simulator.board import VirtualBoard
from simulator.entropy import ScriptedEntropy
from simulator.keys import NAMES
from tests.chip import chip, desk, games
from tests.chip.chip import Event, Session
from tests.chip.device import Device
from tests.chip.scenario import SETTLED_MS
from tests.device.littlefs import HOWS
from tests.device.strips import StripStore
from tests.drawn import ReplayedEntropy
from tests.faults.cuts import State, cut_into
from tests.faults.pulled import board_state

DATA = "data/"
_DOWN_MS = 100
_NOTED_MS = 1500  # time to wait after the last key
_QUIET_MS = 60  # idle time after which a key counts as answered
_SHOWN_MS = 5
_LATER_MS = 2500  # a key held at the start of the program is reported as stuck for two seconds
# Entropy of the session, and after the cut: a repeated roll has other faces.
_FIRST, _THEN = (random.Random(seed).randbytes(256) for seed in (1, 2))
# Times of an OK before the first picture: long before it, shortly before it, and released after it.
_EARLY_MS = 30
_SHORT_MS = 60
_BLIND_MS = 220  # time from the second tap to the picture
_OUT_OF_MEMORY = "MemoryError"  # idle preparation may lack memory, and is then retried


@dataclass(frozen=True)
class Play:
    state: str  # name of a file in states/
    keys: tuple[str, ...]  # the power is cut after each of them


PLAYS = (
    Play("attack", ("OK",) * 4),  # Tri'Nytia: target, bonus, dice, effects
    Play("ram", ("OK",) * 7),  # Trirème: choice of attacker and target, dice, answer of the printed sheet
    Play("trial", ("OK",) * 3),  # Trinités: opens the form, makes a test, and repeats it
    Play("home", ("DOWN", "OK", "BACK")),  # the list of games, a game, and back
)


@dataclass(frozen=True)
class Cut:
    """The flash after a cut, and the allowed pictures and states."""

    where: str
    flash: bytes
    pictures: tuple[bytes, ...]  # pictures that may be shown after the cut
    states: tuple[State | None, ...]
    whole: bool  # whether no operation was in progress


@dataclass(frozen=True)
class CutOutcome:
    where: str
    shown: float  # milliseconds until the first picture
    blind: bool  # whether OK before the picture, and another cut, were tried
    wrong: tuple[str, ...]


def flashes_after_cuts(
    flash: bytes, begin: int, told: Sequence[Event]
) -> Iterator[tuple[int, str, bytes, bool]]:
    """Yield (step, description, flash, no operation in progress) for each cut of a session.

    begin   offset of the file system
    """
    step = number = torn = 0
    for event in told:
        if "step" in event:
            step, number = event["step"], 0
            yield step, "nothing done", flash, True
            continue
        if "erase" in event:
            at, data, added = event["erase"], b"\xff" * event["length"], False
        elif "program" in event:
            at, data, added = event["program"], bytes.fromhex(event["data"]), True
        else:
            continue
        number += 1
        torn += 1
        how = HOWS[1 + torn % (len(HOWS) - 1)]
        part = cut_into(flash[begin:], (at - begin, data, added), how)
        yield step, f"operation {number}, {how}", flash[:begin] + part, False
        flash = flash[:at] + data + flash[at + len(data) :]
        yield step, f"operation {number} done", flash, True


def player_files(flash: bytes, begin: int) -> dict[str, bytes]:
    """Return a player's files in a flash whose file system begins there."""
    found = image.FileSystem((len(flash) - begin) // image.BLOCK, flash[begin:]).files()
    return {name[len(DATA) :]: data for name, data in found.items() if name.startswith(DATA)}


def start_desk(data: Mapping[str, bytes], drawn: bytes = _THEN) -> VirtualBoard:
    """Start the desk with these files."""
    board = VirtualBoard(store=StripStore(dict(data)), entropy=ScriptedEntropy(ReplayedEntropy(drawn)))
    board.gauge.usb = True
    board.boot()
    return board


def picture_below(play: Play, count: int) -> bytes | None:
    """Return the picture below an open list after so many keys, or None if none is open.

    The desk shows that picture after BACK.
    """
    board = start_desk(desk.state_files(play.state), _FIRST)
    for key in play.keys[:count]:
        board.press(NAMES[key], _DOWN_MS)
        board.run(_NOTED_MS)
    if board.app.stack.ids[-1] is not None:
        return None
    board.press(NAMES["BACK"], _DOWN_MS)
    board.run(_NOTED_MS)
    return board.picture()


def list_cuts(device: Device, address: int, play: Play) -> list[Cut]:
    """Play a session, and cut it before its first key and at each operation from there on."""
    steps: list[chip.Step] = [{"settle": SETTLED_MS}]
    steps += [{"press": key, "down": _DOWN_MS} for key in play.keys] + [{"wait": _NOTED_MS}]
    flash = device.flash(desk.state_files(play.state))
    session = device.play(flash, steps, _dice_plan(address, _FIRST), whole=True)
    every = list(flashes_after_cuts(flash, device.storage_offset, session.events))
    if every[-1][2] != session.flash:
        raise chip.ChipError(f"{play.state}: the flash is not what was written to it")
    begun = {
        step: board_state(start_desk(player_files(flash, device.storage_offset)))
        for step, _, flash, whole in reversed(every)
        if whole
    }
    last = len(play.keys)
    lower = [picture_below(play, count) for count in range(last + 1)]
    found = []
    for step, what, flash, whole in every:
        if step == 0:
            continue
        key = min(step, last)  # a cut during the idle work at the end counts for the last key
        around = [session.pictures[at] for at in range(max(1, key - 1), key + 2)]
        around += [each for each in lower[key - 1 : key + 1] if each is not None]
        where = f"{play.state}, {play.keys[key - 1]} {key}: {what}"
        found.append(Cut(where, flash, tuple(around), (begun[key], begun[key + 1]), whole))
    return found


def _dice_plan(address: int, drawn: bytes) -> dict[str, object]:
    return {"address": address, "bytes": drawn.hex()}


def check_cut(device: Device, address: int, cut: Cut) -> CutOutcome:
    board = start_desk(player_files(cut.flash, device.storage_offset))
    first, before = board.picture(), board_state(board)
    wrong = []
    if before not in cut.states:
        wrong.append("the Sheets are neither those of before the key nor those behind it")
    if first not in cut.pictures:
        wrong.append(f"nobody has seen {board.words.text()!r}")
    steps: list[chip.Step] = [{"shown": _SHOWN_MS}, {"taps": [["OK", _DOWN_MS, 0]], "quiet": _QUIET_MS}]
    steps.append({"wait": _NOTED_MS})
    at_once = device.play(cut.flash, steps, _dice_plan(address, _THEN))
    if at_once.pictures[1] != first:
        wrong.append(f"the first picture is not the desk's, {board.words.text()!r}")
    board.press(NAMES["OK"], _DOWN_MS)
    board.run(_NOTED_MS)
    if at_once.picture != board.picture():
        wrong.append(f"OK leads elsewhere than on the desk, {board.words.text()!r}")
    assert isinstance(board.store, StripStore)
    there, here = (
        start_desk(player_files(at_once.flash, device.storage_offset)),
        start_desk(board.store.files),
    )
    if board_state(there) != board_state(here):
        wrong.append("OK makes of the Sheets what it does not on the desk")
    if there.picture() != here.picture():
        wrong.append(f"OK leads to what is noted otherwise than on the desk, {here.words.text()!r}")
    sessions = [at_once]
    if cut.whole:
        sessions += _press_too_early(device, address, cut, at_once, first, before, wrong)
    wrong += [
        what for session in sessions for what in session.exceptions() if not what.startswith(_OUT_OF_MEMORY)
    ]
    return CutOutcome(cut.where, at_once.step_start(1) - _SHOWN_MS, cut.whole, tuple(wrong))


def _press_too_early(
    device: Device,
    address: int,
    cut: Cut,
    seen: Session,
    first: bytes,
    before: State | None,
    wrong: list[str],
) -> Iterator[Session]:
    """Press OK before the first picture, at a time measured in another start, then cut again."""
    wait, taps = blind_taps(seen.step_start(1) - _SHOWN_MS)
    steps: list[chip.Step] = [{"wait": wait}, {"taps": taps, "quiet": _SHOWN_MS}, {"shown": _SHOWN_MS}]
    blind = device.play(cut.flash, [*steps, {"wait": _LATER_MS}], _dice_plan(address, _THEN))
    if blind.picture != first:
        wrong.append("OK did something before there was a picture")
    again = device.play(blind.flash, [{"shown": _SHOWN_MS}], _dice_plan(address, _THEN))
    if (
        again.picture != first
        or board_state(start_desk(player_files(blind.flash, device.storage_offset))) != before
    ):
        wrong.append("the next cut has left something else")
    yield blind
    yield again


def blind_taps(shown: float) -> tuple[float, list[list[object]]]:
    """Return (ms from the start to the first tap, the taps) for pressing OK before the first picture.

    The picture appears after `shown` ms.
    """
    last: list[object] = ["OK", 2 * _SHORT_MS, 0]
    pause = shown - _BLIND_MS - _EARLY_MS - _SHORT_MS
    if pause > 0:
        return _EARLY_MS, [["OK", _SHORT_MS, pause], ["OK", _SHORT_MS, _SHORT_MS], last]
    return shown - _BLIND_MS + 2 * _SHORT_MS, [last]  # the start is too short for the other taps


def play_all(device: Device) -> Iterator[CutOutcome]:
    """Yield the result of each cut."""
    address = games.urandom_address(device)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        made = [cut for each in pool.map(partial(list_cuts, device, address), PLAYS) for cut in each]
        yield from pool.map(partial(check_cut, device, address), made)
