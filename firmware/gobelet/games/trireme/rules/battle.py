"""Trirème: the two fleets of a battle, and setting them up."""

from . import ties
from .afloat import fleet
from .counters import printed
from .sheets import CLASS, FLEET, SIDE

NAMES = 40  # in the list of names: the 24 Greek letters of the counters, then others


def begin(state, game, first, second, panel=()):
    """Changes that begin a battle of `game` with so many ships (1 to 20) on each side, in place of any other. panel has
    what is printed on the counters, see `counters`.
    """
    changes = state.restart()  # what follows counts, where both say something
    # As in any later turn, a step at which there is nothing to do is passed over: no ship is immobilised yet.
    changes += [("game", 0, "game", game), ("game", 0, "turn", 1), ("game", 0, "step", int(game == FLEET))]
    changes.append(("game", 0, "battle", (state.get("game", 0, "battle") + 1) % 1000))
    for low, count in ((0, first), (SIDE, second)):
        for at in range(count):
            changes += [("ship", low + at, "used", 1), ("ship", low + at, "name", at)]
            changes += printed(panel, at, low + at)
    return changes


def joined(state, side, panel=()):
    """Changes that add a ship to a side (0, 1), with the first name that none of it has and what is printed on its
    counter; [] if it has all its 20.
    """
    rows = fleet(state, side)
    names = [state.get("ship", row, "name") for row in rows]
    for row in range(SIDE * side, SIDE * side + SIDE):
        if row not in rows:
            name = min([at for at in range(NAMES) if at not in names])
            return [("ship", row, "used", 1), ("ship", row, "name", name)] + printed(panel, name, row)
    return []


def removed(state, row):
    """Changes that take a ship out of the battle, as if it had never been there."""
    gone = [change for change in state.restart() if change[:2] == ("ship", row) and change[2] != "name"]
    return gone + ties.forgotten(state, row)  # its name stays, for the history


def copied(state, source, row):
    """Changes that make `row` a ship of the class of `source`."""
    return [("ship", row, field, state.get("ship", source, field)) for field in CLASS]
