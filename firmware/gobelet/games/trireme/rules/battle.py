"""Trirème: the start of a battle, and ships that join or leave it (RULES 0.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .counters import average_values, has_entered_values, printed_changes
from .sheets import CLASS, FLEET, NOTED, SIDE
from .ships import fleet, is_noted, tie_removal_changes

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row

    from .types import Counter, Panel, Side

NAMES = 40  # number of names in counters.NAMES: the 24 Greek letters, then 16 other names


def start_changes(
    state: State, game: int, first: int, second: int, panel: Panel | None = None
) -> list[Change]:
    """Return the changes that end the present battle, if any, and begin a new battle.

    `game` is FLEET or SHIPS. `first` and `second` are the numbers of ships of the two sides. `panel` has the values
    printed on the counters, see `counters`.
    """
    changes = state.restart_changes()  # the changes added below override the changes of the restart
    # The first step of the Fleet game is skipped: in the clearances a ship may end its immobilisation, and no
    # ship is immobilised yet.
    changes += [("game", 0, "game", game), ("game", 0, "turn", 1), ("game", 0, "step", int(game == FLEET))]
    changes.append(("game", 0, "battle", (state.get("game", 0, "battle") + 1) % 1000))
    for low, count in ((0, first), (SIDE, second)):
        for name in range(count):
            changes += _new_ship_changes(low + name, name)
            changes += printed_changes(panel, name, low + name)
    return changes


def _new_ship_changes(row: Row, name: Counter) -> list[Change]:
    """Return the changes that put a ship with unknown values into an unused row."""
    return [("ship", row, "used", 1), ("ship", row, "name", name), ("ship", row, "noted", 1)]


def joining_changes(state: State, side: Side, panel: Panel | None = None) -> list[Change]:
    """Return the changes that add a ship to a side, 0 or 1; [] if the side is full.

    The new ship has the first counter that its side does not use, with the printed values of this counter.
    """
    rows = fleet(state, side)
    names = [state.get("ship", row, "name") for row in rows]
    for row in range(SIDE * side, SIDE * side + SIDE):
        if row not in rows:
            name = min([number for number in range(NAMES) if number not in names])
            return _new_ship_changes(row, name) + printed_changes(panel, name, row)
    return []


def removal_changes(state: State, row: Row) -> list[Change]:
    """Return the changes that remove a ship from the battle and clear its values."""
    gone = [
        change for change in state.restart_changes() if change[:2] == ("ship", row) and change[2] != "name"
    ]
    return gone + tie_removal_changes(state, row)  # the ship's name stays, because the history still shows it


def copy_changes(state: State, source: Row, row: Row) -> list[Change]:
    """Return the changes that copy the values of the ship `source` to the ship `row`.

    Only values of the fields in CLASS are copied, because all ships of one class share these values.
    """
    found = [("ship", row, field, state.get("ship", source, field)) for field in CLASS + ("house",)]
    known = [field for field in NOTED if is_noted(state, source, field)]
    bits = sum([2 << NOTED.index(field) for field in known])
    return found + [("ship", row, "noted", 1 + bits)]


def average_changes(state: State) -> list[Change]:
    """Return the changes that copy counters.AVERAGE to ships without entered values."""
    changes: list[Change] = []
    for row in fleet(state):
        if not has_entered_values(state, row):
            changes += printed_changes({0: average_values(6)}, 0, row)[:-1] + [("ship", row, "house", 1)]
    return changes
