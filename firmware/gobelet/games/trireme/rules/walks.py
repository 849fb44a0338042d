"""Trirème: the two printed sequences, what is rolled at each step, and who is left to do so.

A step is (name, when, Procedures); its text is "turn.<name>".
"""

from gobelet.core import walk

from .afloat import Ships, side_of
from .marks import marked
from .passing import moves
from .sheets import FLEET, IMMOBILISED, SHIPS, SIDE

# Fleet game [Séquence de jeu], seed L57-63.
FLEET_TURN = (
    ("clearances", None, ("fleet_clearance",)),
    ("first", None, ("fleet_sail", "fleet_fatigue")),
    ("second", None, ("fleet_sail", "fleet_fatigue")),
    ("rams", None, ("fleet_ram",)),
    ("boardings", None, ("fleet_grapple", "fleet_boarding")),
)

# Ship game [Séquence de jeu], seed L140-152.
SHIP_TURN = (
    ("weather", None, ()),
    ("orders", None, ("ship_steps",)),
    ("moves", None, ("ship_ram", "ship_rake", "ship_breach", "ship_reef")),
    ("drift", None, ("ship_reef",)),
    ("fire", None, ("ship_incendiary",)),
    ("grapples", None, ("ship_grapple",)),
    ("boardings", None, ("ship_boarding",)),
    ("morale", None, ("ship_surrender",)),
    ("infantry", None, ()),
    ("detachments", None, ("ship_detachment",)),
    ("clearances", None, ("ship_clearance",)),
)

WALKS = {FLEET: FLEET_TURN, SHIPS: SHIP_TURN}

# Steps of which the Sheets can tell what is left.
LEFT = ("clearances", "boardings", "detachments", "grapples", "infantry", "orders", "moves")

PULSES = 5  # steps of the simultaneous movement


def steps(state):
    """The sequence of the game that is played; () if none is."""
    return WALKS.get(state.get("game", 0, "game"), ())


def step(state):
    """(name, when, Procedures) of the present step; None outside a battle."""
    at = state.get("game", 0, "step")
    found = steps(state)
    return found[at] if 0 <= at < len(found) else None


def pairs(ships):
    """[(row, row)...] of the ships that are grappled together, each pair once; at least one can still act."""
    return [
        (row, other)
        for row in ships.afloat
        for other in ships.partners(row)
        if other not in ships.afloat or row < other
    ]


def movers(state, rows, pulse):
    """Those of `rows` that move at a step, 1 to 5, of the simultaneous movement."""
    return [row for row in rows if moves(state.get("ship", row, "order"), pulse)]


def left(state, name):
    """What the step called `name` has left to resolve: rows, or pairs of rows, the one to roll first; () if the
    Sheets cannot tell.
    """
    if name not in LEFT:
        return ()

    def due(row):
        return not marked(state, row)

    ships = Ships(state)
    rows = ships.afloat
    if name in ("boardings", "detachments"):
        found = []
        for row, other in pairs(ships):
            if name == "boardings" and (other not in rows or side_of(state, row) == side_of(state, other)):
                continue  # a ship that has surrendered, friends, a prize and its captor
            if due(row):
                found.append((row, other))
            elif other in rows and due(other):
                found.append((other, row))
        return found
    if name == "clearances":
        return [row for row in rows if state.get("ship", row, "immobilised") == IMMOBILISED and due(row)]
    if name == "grapples":
        return [row for row in rows if state.get("ship", row, "eased") and due(row)]
    if name == "infantry":
        return [row for row in rows if state.get("ship", row, "infantry")]
    if name == "orders":
        return [row for row in rows if due(row)]
    pulse = state.get("game", 0, "pulse")
    return movers(state, rows, pulse) if pulse else ()


def _cleared(state, fields):
    """Changes that bring `fields` of all ships back to 0."""
    return [
        ("ship", row, field, 0)
        for row in range(2 * SIDE)
        for field in fields
        if state.get("ship", row, field)
    ]


def onward(state):
    """Changes that go on to the next step, of the movement or of the turn, or to the next turn: what held for one
    turn is over then.
    """
    at = state.get("game", 0, "step")
    pulse = state.get("game", 0, "pulse")
    if step(state)[0] == "moves" and pulse < PULSES:
        return [("game", 0, "pulse", pulse + 1)]
    to = walk.following(steps(state), at, state)
    if to >= 0:
        return [("game", 0, "step", to), ("game", 0, "pulse", 0)]
    return [
        ("game", 0, "turn", state.get("game", 0, "turn") + 1),
        ("game", 0, "step", 0),
    ] + _cleared(state, ("done", "order", "eased"))


def backward(state):
    """Changes that go back one step of the turn; none at its beginning. Nothing else is taken back: undo does that."""
    pulse = state.get("game", 0, "pulse")
    if pulse:
        return [("game", 0, "pulse", pulse - 1)]
    to = walk.preceding(steps(state), state.get("game", 0, "step"), state)
    return [("game", 0, "step", to)] if to >= 0 else []
