"""Trirème: setting up a battle: its two fleets, and ships that join, leave, or become an average class (RULES 0.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .counters import average, entered, printed
from .sheets import CLASS, FLEET, NOTED, SIDE
from .ships import cleared_ties, fleet, is_noted

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row

    from .types import Counter, Panel, Side

NAMES = 40  # size of the list of names: the 24 Greek letters of the counters, then others


def begin(state: State, game: int, first: int, second: int, panel: Panel | None = None) -> list[Change]:
    """Changes that begin a battle of `game`, with this many ships (1 to 20) on each side, and end any other.

    panel has the values printed on the counters, see `counters`.
    """
    changes = state.restart()  # later changes override these
    # As in any later turn, a step without anything to do is skipped: no ship is immobilised yet.
    changes += [("game", 0, "game", game), ("game", 0, "turn", 1), ("game", 0, "step", int(game == FLEET))]
    changes.append(("game", 0, "battle", (state.get("game", 0, "battle") + 1) % 1000))
    for low, count in ((0, first), (SIDE, second)):
        for name in range(count):
            changes += _joins(low + name, name)
            changes += printed(panel, name, low + name)
    return changes


def _joins(row: Row, name: Counter) -> list[Change]:
    """Changes that make a row a ship without entered values."""
    return [("ship", row, "used", 1), ("ship", row, "name", name), ("ship", row, "noted", 1)]


def joined(state: State, side: Side, panel: Panel | None = None) -> list[Change]:
    """Changes that add a ship to a side (0, 1); [] if the side has all its 20.

    The ship gets the side's first free name, and the values printed on the counter of that name.
    """
    rows = fleet(state, side)
    names = [state.get("ship", row, "name") for row in rows]
    for row in range(SIDE * side, SIDE * side + SIDE):
        if row not in rows:
            name = min([number for number in range(NAMES) if number not in names])
            return _joins(row, name) + printed(panel, name, row)
    return []


def removed(state: State, row: Row) -> list[Change]:
    """Changes that take a ship out of the battle, as if it had never been there."""
    gone = [change for change in state.restart() if change[:2] == ("ship", row) and change[2] != "name"]
    return gone + cleared_ties(state, row)  # the history still needs its name


def copied(state: State, source: Row, row: Row) -> list[Change]:
    """Changes that make `row` a ship of the class of `source`."""
    found = [("ship", row, field, state.get("ship", source, field)) for field in CLASS + ("house",)]
    known = [field for field in NOTED if is_noted(state, source, field)]
    bits = sum([2 << NOTED.index(field) for field in known])
    return found + [("ship", row, "noted", 1 + bits)]


def averaged(state: State) -> list[Change]:
    """Changes that give the average class, our own rule, to all ships without entered values."""
    changes: list[Change] = []
    for row in fleet(state):
        if not entered(state, row):
            changes += printed({0: average(6)}, 0, row)[:-1] + [("ship", row, "house", 1)]
    return changes
