"""Trirème: which ships have had their roll, or their order, of a step of the turn. What is rolled between two of them
is kept with their tie.
"""

from .sheets import FLEET

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
