"""Trirème: who fights whom, who has lost, and which ships have had their roll, or their order, of a step of the turn;
what is rolled between two of them is kept with their tie.

A rule that may not be applied to these ships is Refused with one of these codes:
    TRI-E07  an order above full speed, {n}
    TRI-E09  a ship that is sunk, wrecked, abandoned or has surrendered
    TRI-E10  a ship without men boards nobody
    TRI-E11  a roll that a ship, or a pair of ships, has had this turn
"""

from gobelet.core.refused import Refused

from .afloat import LOST, side_of
from .sheets import FLEET
from .ties import BOARDING, mans, rolled_by

# Procedure of one ship: the step of its game's walk that it belongs to, whenever it is rolled.
RESOLVED = {
    "fleet_clearance": 0,
    "fleet_fatigue": 1,  # of either player: only who moves rolls
    "ship_surrender": 7,
    "ship_clearance": 10,
}


def marked(state, row, at=-1):
    """Whether a ship has had its roll, or its order, of a step; of the present one if none is given."""
    if at < 0:
        at = max(state.get("game", 0, "step"), 0)
    return state.get("ship", row, "done") >> at & 1


def mark(state, row, at=-1):
    """The change that says so."""
    if at < 0:
        at = max(state.get("game", 0, "step"), 0)
    return ("ship", row, "done", state.get("ship", row, "done") | 1 << at)


def resolves(state, name, rows):
    """The step of the turn at which the ship in `rows` is done with one roll of the Procedure `name`; -1 for none."""
    game = state.get("game", 0, "game")
    if not game or name not in RESOLVED or rows[0] < 0 or name.startswith("fleet_") != (game == FLEET):
        return -1
    return RESOLVED[name]


def had(state, name, rows):
    """Whether the ship in `rows` has had its roll with the Procedure `name` this turn."""
    at = resolves(state, name, rows)
    return at >= 0 and marked(state, rows[0], at)


def marks(state, name, rows):
    """Changes that say that it has."""
    at = resolves(state, name, rows)
    return [mark(state, rows[0], at)] if at >= 0 else []


def able(state, row, other, tie=None):
    """Whether a ship has men to board another with. Both rolls of a boarding are of the same moment: one that lost
    its last men in it still has its own. Where no men were entered at all, nothing can be said.
    """
    if state.get("game", 0, "game") == FLEET or mans(state, row, other):
        return True
    return tie is not None and tie.lost[tie.ships.index(row)] > 0


def check(state, ships, name, rows):
    """Refuse a roll with the Procedure `name` for ships, rows of its roles (-1: not known), that cannot have it:
    TRI-E09, TRI-E10 or TRI-E11.
    """
    for at in range(len(rows)):
        if rows[at] >= 0:
            fate = state.get("ship", rows[at], "fate")
            if fate in LOST or (fate and at == 0 and len(rows) == 2):
                raise Refused("TRI-E09", name=rows[at])
    tie = ships.tie(*rows) if len(rows) == 2 and min(rows) >= 0 else None
    if had(state, name, rows) or (tie is not None and rolled_by(tie, name, rows[0])):
        raise Refused("TRI-E11", name=rows[0])
    if name == "ship_boarding" and min(rows) >= 0 and not able(state, rows[0], rows[1], tie):
        raise Refused("TRI-E10", name=rows[0])


def check_order(state, row, speed):
    """TRI-E07 for an order above full speed, if that is known."""
    pv = state.get("ship", row, "pv")
    if speed > pv > 0:
        raise Refused("TRI-E07", n=pv, name=row)


def waits(state, tie, row):
    """Whether one of the two ships of a tie has its roll of their boarding still before it."""
    if state.get("ship", row, "fate") or tie.has_rolled(row, BOARDING):
        return False
    return able(state, row, tie.other(row), tie)


def boards(state, ships, tie):
    """(row, other) of the roll that a boarding waits for, the one to roll first; None if there is none."""
    one, other = tie.ships
    if not (one in ships.afloat and other in ships.afloat) or side_of(state, one) == side_of(state, other):
        return None  # a ship that has surrendered, friends, a prize and its captor
    for row in tie.ships:
        if waits(state, tie, row):
            return row, tie.other(row)
    return None


def loser(state, tie):
    """Row of the ship that lost the boarding of this turn: the one that lost more men; -1 if neither, or if it is
    not over.
    """
    if not tie.rolled & 3 * BOARDING or tie.lost[0] == tie.lost[1]:
        return -1
    if any([waits(state, tie, row) for row in tie.ships]):
        return -1
    return tie.ships[tie.lost[1] > tie.lost[0]]
