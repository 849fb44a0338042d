"""Trirème: the two printed sequences, and what is left to resolve at a step. A step's text is "turn.<name>"."""

from .sheets import FLEET, IMMOBILISED, SHIPS, SIDE

# Fleet game [Séquence de jeu], seed L57-63.
FLEET_TURN = (
    ("clearances", None),
    ("first", None),
    ("second", None),
    ("rams", None),
    ("boardings", None),
)

# Ship game [Séquence de jeu], seed L140-152.
SHIP_TURN = (
    ("weather", None),
    ("orders", None),
    ("moves", None),
    ("drift", None),
    ("fire", None),
    ("grapples", None),
    ("boardings", None),
    ("morale", None),
    ("infantry", None),
    ("detachments", None),
    ("clearances", None),
)

WALKS = {FLEET: FLEET_TURN, SHIPS: SHIP_TURN}


def afloat(state, side=None):
    """Rows of the ships in play, of one side (0, 1) or of both. A captured ship is the other side's."""
    found = []
    for row in range(2 * SIDE):
        if state.get("ship", row, "used") and not state.get("ship", row, "fate"):
            owner = (row >= SIDE) ^ state.get("ship", row, "captured")
            if side is None or owner == side:
                found.append(row)
    return found


def pairs(state):
    """[(row, row)...] of the ships that are grappled together, each pair once."""
    found = []
    rows = afloat(state)
    for row in rows:
        other = state.get("ship", row, "grappled") - 1
        if other in rows and (other, row) not in found:
            found.append((row, other))
    return found


def movers(state, pulse):
    """Rows that move at a step, 1 to 5, of the simultaneous movement."""
    from .passing import moves

    return [row for row in afloat(state) if moves(state.get("ship", row, "order"), pulse)]


def left(state, name):
    """What the step called `name` has left to resolve: rows, or pairs of rows; () if the Sheets cannot tell."""
    if name == "clearances":
        return [row for row in afloat(state) if state.get("ship", row, "immobilised") == IMMOBILISED]
    if name in ("boardings", "detachments"):
        return pairs(state)
    if name == "grapples":
        return [row for row in afloat(state) if state.get("ship", row, "eased")]
    if name == "infantry":
        return [row for row in afloat(state) if state.get("ship", row, "infantry")]
    if name == "orders":
        return [row for row in afloat(state) if not state.get("ship", row, "order")]
    if name == "moves":
        pulse = state.get("game", 0, "pulse")
        return movers(state, pulse) if pulse else ()
    return ()


def following_turn(state):
    """Changes that begin the next turn: what held for one turn is over."""
    changes = [
        ("game", 0, "turn", state.get("game", 0, "turn") + 1),
        ("game", 0, "step", 0),
        ("game", 0, "pulse", 0),
    ]
    for row in range(2 * SIDE):
        for field in ("order", "eased"):
            if state.get("ship", row, field):
                changes.append(("ship", row, field, 0))
    return changes


def used(state, row):
    """Changes that put `row` first among the last ships used."""
    recent = ("recent1", "recent2", "recent3", "recent4")
    rows = [row] + [state.get("game", 0, field) for field in recent if state.get("game", 0, field) != row]
    return [("game", 0, recent[at], rows[at]) for at in range(len(recent))]
