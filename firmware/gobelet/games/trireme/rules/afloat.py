"""Trirème: which ships there are, whose they are, and which hold each other."""

from .sheets import SIDE, SUNK, WRECKED


def fleet(state, side=None):
    """Rows of all ships of a side (0, 1) or of both, whatever became of them."""
    low, high = (0, 2 * SIDE) if side is None else (SIDE * side, SIDE * side + SIDE)
    return [row for row in range(low, high) if state.get("ship", row, "used")]


def side_of(state, row):
    """0 or 1: whose ship it is now. A captured one is the other side's."""
    return (row >= SIDE) ^ state.get("ship", row, "captured")


def afloat(state, side=None):
    """Rows of the ships in play, of one side (0, 1) or of both."""
    found = []
    for row in range(2 * SIDE):
        if state.get("ship", row, "used") and not state.get("ship", row, "fate"):
            if side is None or side_of(state, row) == side:
                found.append(row)
    return found


# Fates of a ship that is no more there to hold another.
LOST = (SUNK, WRECKED)


def present(state, row):
    """Whether a ship is still there to hold another."""
    return state.get("ship", row, "used") and state.get("ship", row, "fate") not in LOST


def partners(state, row):
    """Rows of the ships that are grappled with this one. Of several, each points at it or it at them."""
    mine = state.get("ship", row, "grappled") - 1
    return [
        other
        for other in fleet(state)
        if other != row
        and present(state, other)
        and (other == mine or state.get("ship", other, "grappled") == row + 1)
    ]


def let_go(state, row):
    """Changes that free a ship from all others."""
    changes = [("ship", row, "grappled", 0)] if state.get("ship", row, "grappled") else []
    for other in fleet(state):
        if state.get("ship", other, "grappled") == row + 1:
            changes.append(("ship", other, "grappled", 0))
    return changes


def released(state, changes):
    """Changes that free the ships which `changes` make an end of."""
    found = []
    for _, row, field, value in changes:
        if field == "fate" and value in LOST:
            found += let_go(state, row)
    return found
