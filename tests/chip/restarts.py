"""Restart the chip into every screen of a game, measure the time, and compare the picture.

The desk plays a game's scripts. After each line that opens a new screen, the flash is saved. The flash is
saved again after so many changes that the journal is full. The chip and the desk start from each of them, and
their first pictures are compared.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from simulator.board import VirtualBoard
from simulator.entropy import ScriptedEntropy
from simulator.script import Line, Script
from tests.chip import desk, figures, limits, pulled
from tests.chip.device import Device
from tests.chip.figures import Figure, Spread
from tests.chip.games import SCRIPTS
from tests.device.strips import StripStore

# The scripts of each game, which together open all its screens.
GAMES = {
    "dice": ("dice_roll", "dice_build"),
    "counters": ("counters_setup",),
    "trinytia": ("trinytia_game",),
    "trireme": ("trireme_ships", "trireme_fleet"),
    "mystria": ("mystria_complete",),
    "traqueur": ("traqueur_three",),
    "trinites": ("trinites_evening",),
}
SAMPLE = 3  # screens of each game in the table of all scenarios
FULL = 2070  # number of changes after which a journal has wrapped
_SHOWN_MS = 5
_STEPS = ({"shown": _SHOWN_MS}, {"wait": 1})


@dataclass(frozen=True)
class LeftScreen:
    """The flash at the moment of the power cut."""

    game: str
    screen: str
    files: Mapping[str, bytes]
    full: bool = False  # whether the game's journal is full


@dataclass(frozen=True)
class Start:
    game: str
    screen: str
    full: bool
    ms: float  # milliseconds from the reset to the complete first picture
    same: bool  # whether the picture equals the desk's


class Leaving(Script):
    """Plays a script, and saves the flash at each new screen of the game."""

    def __init__(self, game: str, found: dict[str, LeftScreen]) -> None:
        board = VirtualBoard(store=StripStore(), entropy=ScriptedEntropy())
        board.gauge.usb = True
        board.boot()
        super().__init__(board)
        self.game = game
        self.found = found

    def run_line(self, line: Line) -> None:
        super().run_line(line)
        app = self.board.app
        if app.context.session is None or app.context.session.name != self.game:
            return
        screen = screen_of(app)
        if screen not in self.found:
            self.board.run(desk.AT_REST_MS)  # until the screens are saved
            if screen_of(app) == screen:
                self.found[screen] = LeftScreen(self.game, screen, files_of(self.board))


def screen_of(app: Any) -> str:
    """Describe the open screens by their ids, with the form's Procedure and the class of the top one."""
    top = app.stack.top()
    numbers = app.stack.suspended_screen(len(app.stack.ids) - 1).arguments[:1] if app.stack.ids[-1] else []
    names = [name or "?" for name in app.stack.ids]
    home = app.context.session.name + ".home"
    while home in names[1:]:
        names.pop(0)
    return " ".join([*names, *map(str, numbers), f"({type(top).__name__})"])


def files_of(board: VirtualBoard) -> dict[str, bytes]:
    assert isinstance(board.store, StripStore)
    return dict(board.store.files)


def with_full_journal(left: LeftScreen) -> LeftScreen:
    """Return the screen after so many changes of one value that the journal is full."""
    board = pulled.start_desk(left.files)
    app = board.app
    state = app.context.session.state
    kind = next(kind for kind in state.kinds if kind.rows and kind.fields)
    field = kind.fields[0]
    low, high = list(kind.limits)[:2]
    value = app.context.session.get(kind.name, 0, field)
    other = value + 1 if value < high else max(low, value - 1)
    for number in range(FULL):
        app.context.session.change([(kind.name, 0, field, (other, value)[number % 2])])
    app.context.request_snapshot()
    board.run(desk.AT_REST_MS)
    return replace(left, files=files_of(board), full=True)


def screens_of_game(game: str, most: int | None = None) -> list[LeftScreen]:
    """Return the screens of a game, evenly chosen; each with a short and with a full journal."""
    found: dict[str, LeftScreen] = {}
    for name in GAMES[game]:
        Leaving(game, found).play(SCRIPTS / f"{name}.txt")
    chosen = choose_screens(list(found.values()), most)
    return chosen + [with_full_journal(each) for each in chosen]


def choose_screens(found: Sequence[LeftScreen], most: int | None) -> list[LeftScreen]:
    if most is None or len(found) <= most:
        return list(found)
    return [found[(2 * number + 1) * len(found) // (2 * most)] for number in range(most)]


def start_from(device: Device, left: LeftScreen) -> Start:
    session = device.play(device.flash(left.files), _STEPS)
    same = session.picture == pulled.start_desk(left.files).picture()
    return Start(left.game, left.screen, left.full, session.step_start(1) - _SHOWN_MS, same)


def play_all(device: Device, games: Sequence[str], most: int | None = None) -> Iterator[Start]:
    """Start from every screen, and yield each result."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        made = [left for each in pool.map(partial(screens_of_game, most=most), games) for left in each]
        yield from pool.map(partial(start_from, device), made)


def start_figures(starts: Sequence[Start]) -> list[Figure]:
    """Return a row for each game, and one with a full journal."""
    found = []
    for full in (False, True):
        for game, name in limits.RESTARTS.items():
            times = [each.ms for each in starts if (each.game, each.full) == (game, full)]
            if times:
                found.append(Figure(_row_name(name, full), "ms", Spread.from_values(times), limits.SCREEN))
    return found


def replace_rows(table: str, found: Sequence[Figure]) -> str:
    """Replace the rows of these games in a table; other rows stay."""
    old = {line.split("|")[1].strip(): line for line in table.splitlines() if line.startswith("| restart")}
    new = {figure.what: figures.format_row(figure) for figure in found}
    rows = [{**old, **new}[what] for what in _row_names() if what in old or what in new]
    return "\n".join([figures.HEAD, figures.RULE, *rows]) + "\n"


def _row_names() -> list[str]:
    return [_row_name(name, full) for full in (False, True) for name in limits.RESTARTS.values()]


def _row_name(name: str, full: bool) -> str:
    return f"restart into any screen: {name}" + (", its journal full" if full else "")


def find_faults(starts: Sequence[Start]) -> list[str]:
    """Return a sentence for each start whose first picture differs from the desk's."""
    return [
        f"{each.game}: the start into {each.screen!r} shows something else than on the desk"
        for each in starts
        if not each.same
    ]
