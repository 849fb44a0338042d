"""Trirème: which ships have had their roll, or their order, of a step of the turn."""

from .sheets import FLEET

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


def marked(state, row):
    """Whether a ship has had its roll, or its order, of the present step."""
    return state.get("ship", row, "done") >> max(state.get("game", 0, "step"), 0) & 1


def rolled(state, name, row):
    """Whether a ship has had its roll with the Procedure `name`, at the step where that is resolved."""
    return RESOLVED[name][0] == state.get("game", 0, "step") and marked(state, row)


def mark(state, row):
    """The change that says so."""
    return ("ship", row, "done", state.get("ship", row, "done") | 1 << max(state.get("game", 0, "step"), 0))


def marks(state, name, rows):
    """Changes that say which ships have had their roll of the present step with the Procedure `name`. rows: a dict
    of the row of each of its roles, -1 if it is not known.
    """
    game = state.get("game", 0, "game")
    at, roles = RESOLVED.get(name, (-1, ()))
    if not game or at != state.get("game", 0, "step") or name.startswith("fleet_") != (game == FLEET):
        return []
    return [mark(state, rows[role]) for role in roles if rows[role] >= 0]
