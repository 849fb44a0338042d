"""Trirème: which ships there are, whose they are, and which have had their roll of a step."""

from .sheets import FLEET, SIDE

# Procedure: the step of its game's walk at which it resolves something, and the roles that have had their roll
# then. In the Ship game both sides of a boarding roll.
RESOLVED = {
    "fleet_clearance": (0, ("ship",)),
    "fleet_boarding": (4, ("attacker", "target")),
    "ship_grapple": (5, ("target",)),
    "ship_boarding": (6, ("attacker",)),
    "ship_detachment": (9, ("attacker",)),
    "ship_clearance": (10, ("ship",)),
}


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


def marks(state, name, rows):
    """Changes that say which ships have had their roll of the present step with the Procedure `name`. rows: a dict
    of the row of each of its roles, -1 if it is not known.
    """
    game = state.get("game", 0, "game")
    at, roles = RESOLVED.get(name, (-1, ()))
    if not game or at != state.get("game", 0, "step") or name.startswith("fleet_") != (game == FLEET):
        return []
    return [("ship", rows[role], "done", 1) for role in roles if rows[role] >= 0]
