"""Trirème: the two printed sequences, what is rolled at each step, and who is left to do so.

A step is (name, when, Procedures); its text is "turn.<name>".
"""

from .afloat import Ships
from .fights import RESOLVED, boards, loser, marked
from .passing import moves
from .sheets import FLEET, IMMOBILISED, SHIPS, SIDE
from .ties import DETACHMENT, GRAPPLE, over

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

ORDERS = 1  # the step at which a ship has its order

WALKS = {FLEET: FLEET_TURN, SHIPS: SHIP_TURN}

PULSES = 5  # steps of the simultaneous movement


def steps(state):
    """The sequence of the game that is played; () if none is."""
    return WALKS.get(state.get("game", 0, "game"), ())


def step(state):
    """(name, when, Procedures) of the present step; None outside a battle."""
    at = state.get("game", 0, "step")
    found = steps(state)
    return found[at] if 0 <= at < len(found) else None


def movers(state, rows, pulse):
    """Those of `rows` that move at a step, 1 to 5, of the simultaneous movement."""
    return [row for row in rows if moves(state.get("ship", row, "order"), pulse)]


def mover(state):
    """The side, 0 or 1, whose move this step of the Fleet game is; -1 at the others."""
    here = step(state)
    if here is None or here[0] not in ("first", "second"):
        return -1
    return state.get("game", 0, "starts") ^ (here[0] == "second")


def left(state, name, ships=None):
    """What the step called `name` has left to resolve: rows, or pairs of rows, the one to roll first; () if the
    Sheets cannot tell. ships is what there is of them, if that is known.
    """
    if name in ("weather", "drift"):
        return ()
    ships = ships or Ships(state)
    rows = ships.afloat
    if name == "boardings":
        return [each for each in [boards(state, ships, tie) for tie in ships.ties if tie.how] if each]
    if name == "detachments":
        found = [_lets_go(ships, tie) for tie in ships.ties if tie.how]
        return [each for each in found if each]
    if name == "grapples":
        return _grapples(state, ships)
    if name == "morale":
        lost = [loser(state, tie) for tie in ships.ties]
        at = RESOLVED["ship_surrender"]
        return [row for row in rows if row in lost and not marked(state, row, at)]
    if name == "clearances":
        return [
            row
            for row in rows
            if state.get("ship", row, "immobilised") == IMMOBILISED and not marked(state, row)
        ]
    if name in ("first", "second"):
        return ships.sides[state.get("game", 0, "starts") ^ (name == "second")]
    if name == "fire":
        return [row for row in rows if state.get("ship", row, "engines") or state.get("ship", row, "towers")]
    if name == "infantry":
        return [row for row in rows if state.get("ship", row, "infantry")]
    if name == "orders":
        return [row for row in rows if not marked(state, row)]
    pulse = state.get("game", 0, "pulse")
    if name == "rams" or not pulse:
        return rows  # any of them may ram: where they are is on the map
    return movers(state, rows, pulse)


def _lets_go(ships, tie):
    """(row, other) of the detachment that a tie waits for, None if there is none."""
    for row in tie.ships:
        if row in ships.afloat and not tie.has_rolled(row, DETACHMENT):
            return row, tie.other(row)
    return None


def _grapples(state, ships):
    """Pairs (row, other) of which a ram made `other` easier to grapple; rows of those of which no ram is known."""
    found = []
    met = set()  # ships that somebody was made or tried to grapple
    for tie in ships.ties:
        for row in tie.ships:
            other = tie.other(row)
            if tie.may(row) or tie.has_rolled(row, GRAPPLE):
                met.add(other)
                if not tie.how and tie.may(row) and row in ships.afloat and not tie.has_rolled(row, GRAPPLE):
                    found.append((row, other))
    return found + [row for row in ships.afloat if state.get("ship", row, "eased") and row not in met]


def _cleared(state, fields):
    """Changes that bring `fields` of all ships back to 0."""
    return [
        ("ship", row, field, 0)
        for row in range(2 * SIDE)
        for field in fields
        if state.get("ship", row, field)
    ]


def _idle(state, name, ships):
    """Whether a step can be passed over: all that may be done at it is in the Sheets, and there is nothing."""
    if name == "clearances":  # those that have had their attempt too: with the next turn they have another
        return not [row for row in ships.afloat if state.get("ship", row, "immobilised") == IMMOBILISED]
    if name in ("morale", "infantry", "detachments") or (name == "boardings" and steps(state) is SHIP_TURN):
        return not left(state, name, ships)
    return False


def _pulses(state, ships):
    """The steps of the simultaneous movement at which a ship moves."""
    return [pulse for pulse in range(1, PULSES + 1) if movers(state, ships.afloat, pulse)]


def onward(state, ships=None):
    """Changes that go on to the next step with something to do, of the movement or of the turn, or to the next turn:
    what held for one turn is over then. ships is what there is of them, if that is known.
    """
    ships = ships or Ships(state)
    listed = steps(state)
    at = state.get("game", 0, "step")
    if listed[at][0] == "moves":
        for pulse in _pulses(state, ships):
            if pulse > state.get("game", 0, "pulse"):
                return [("game", 0, "pulse", pulse)]
    to = at + 1
    while to < len(listed) and _idle(state, listed[to][0], ships):
        to += 1
    if to < len(listed):
        first = (_pulses(state, ships) or [0])[0] if listed[to][0] == "moves" else 0
        return [("game", 0, "step", to), ("game", 0, "pulse", first)]
    to = 0
    while _idle(state, listed[to][0], ships):
        to += 1
    return (
        [
            ("game", 0, "turn", state.get("game", 0, "turn") + 1),
            ("game", 0, "step", to),
        ]
        + _cleared(state, ("done", "order", "eased"))
        + over(state)
    )


def scenario(state, changes):
    """Changes that begin a battle at its first step, where `changes` by hand say that ships are immobilised from the
    start: in the Fleet game they may be cleared before anybody moves. None once the first player is past.
    """
    held = [change for change in changes if change[2:] == ("immobilised", IMMOBILISED)]
    first = [state.get("game", 0, field) for field in ("game", "turn", "step")] == [FLEET, 1, 1]
    return [("game", 0, "step", 0)] if held and first else []


def backward(state, ships=None):
    """Changes that go back one step of the turn; none at its beginning. Nothing else is taken back: undo does that."""
    ships = ships or Ships(state)
    at = state.get("game", 0, "step")
    pulse = state.get("game", 0, "pulse")
    before = [each for each in _pulses(state, ships) if each < pulse]
    if before:
        return [("game", 0, "pulse", before[-1])]
    if not at:
        return []
    last = (_pulses(state, ships) or [0])[-1] if steps(state)[at - 1][0] == "moves" else 0
    return [("game", 0, "step", at - 1), ("game", 0, "pulse", last)]
