"""Trirème: the two printed sequences (RULES 1 and 2, `fleet_sequence` and `ship_sequence`).

The module lists the rolls of each step, and the ships that still have to make them. The module also has the
steps of the simultaneous movement. A step is (name, when, Procedures); its text is "turn.<name>".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sheets import FLEET, IMMOBILISED, SHIPS, SIDE
from .ships import (
    DETACHMENT,
    GRAPPLE,
    RESOLVED,
    Ships,
    boarding_loser,
    is_done,
    next_boarding,
    turn_end_changes,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Field, Row

    from .ships import Tie
    from .types import Left, Pair, Turn, TurnStep

# Fleet game [Séquence de jeu], L57-63.
FLEET_TURN: Turn = (
    ("clearances", None, ("fleet_clearance",)),
    ("first", None, ("fleet_sail", "fleet_fatigue")),
    ("second", None, ("fleet_sail", "fleet_fatigue")),
    ("rams", None, ("fleet_ram",)),
    ("boardings", None, ("fleet_grapple", "fleet_boarding")),
)

# Ship game [Séquence de jeu], L140-152.
SHIP_TURN: Turn = (
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

# Steps of movement [Étapes du mouvement simultané], L166-176: the speed, then M at each step at which the
# ship uses a point.
STEPS = (
    "5  M M M M M",
    "4  M - M M M",
    "3  - M M - M",
    "2  - - M - M",
    "1  - - - - M",
)
PULSES = 5


def steps(state: State) -> Turn:
    """The sequence of the current game; () without one."""
    return WALKS.get(state.get("game", 0, "game"), ())


def step(state: State) -> TurnStep | None:
    """(name, when, Procedures) of the present step; None outside a battle."""
    number = state.get("game", 0, "step")
    found = steps(state)
    return found[number] if 0 <= number < len(found) else None


def movers(state: State, rows: Sequence[Row], pulse: int) -> list[Row]:
    """The ships of `rows` that move at a step, 1 to 5, of the simultaneous movement."""
    return [row for row in rows if moves(state.get("ship", row, "order"), pulse)]


def movement_pattern(speed: int) -> str:
    """The five steps of movement of a ship with this speed (0 to 5), such as "-MM-M".

    M is a step at which the ship moves.
    """
    return "".join(STEPS[5 - speed].split()[1:]) if speed else "-----"


def moves(speed: int, pulse: int) -> bool:
    """Tell whether a ship of this speed moves at a step, 1 to 5, of the simultaneous movement."""
    return movement_pattern(speed)[pulse - 1] == "M"


def ships_to_act(state: State, name: str, ships: Ships | None = None) -> Left:
    """The ships that must still act at the step `name`.

    The result has rows, or pairs of rows with the rolling ship first; () if the Sheets cannot tell. ships:
    those of the battle, if the caller has them.
    """
    if name in ("weather", "drift"):
        return ()
    ships = ships or Ships(state)
    rows = ships.afloat
    get = state.get
    if name == "boardings":
        # In the Fleet game a grapple may follow here after a ram of the step before.
        pairs = eased_pairs(state, ships) if steps(state) is FLEET_TURN else []
        for tie in ships.ties:
            pair = next_boarding(state, ships, tie) if tie.how else None
            if pair is not None:
                pairs.append(pair)
        return pairs
    if name == "detachments":
        found = [_pending_detachment(ships, tie) for tie in ships.ties if tie.how]
        return [each for each in found if each]
    if name == "grapples":
        return _eased_ships(state, ships)
    if name == "morale":
        lost = [boarding_loser(state, tie) for tie in ships.ties]
        number = RESOLVED["ship_surrender"]
        return [row for row in rows if row in lost and not is_done(state, row, number)]
    if name == "clearances":
        return [
            row for row in rows if get("ship", row, "immobilised") == IMMOBILISED and not is_done(state, row)
        ]
    if name in ("first", "second"):
        return ships.sides[get("game", 0, "starts") ^ (name == "second")]
    if name == "fire":
        return [row for row in rows if get("ship", row, "engines") or get("ship", row, "towers")]
    if name == "infantry":
        return [row for row in rows if get("ship", row, "infantry")]
    if name == "orders":
        return [row for row in rows if not is_done(state, row)]
    pulse = get("game", 0, "pulse")
    if name == "rams" or not pulse:
        return rows  # each of these ships may ram, because only the map shows the positions
    return movers(state, rows, pulse)


def _pending_detachment(ships: Ships, tie: Tie) -> Pair | None:
    """(row, other) of a detachment that the tie still allows; None for none."""
    for row in tie.ships:
        if row in ships.afloat and not tie.has_rolled(row, DETACHMENT):
            return row, tie.other_ship(row)
    return None


def eased_pairs(state: State, ships: Ships) -> list[Pair]:
    """Pairs (row, other) of a ship and one that it may grapple more easily after a ram.

    Pairs are left out after the attempt.
    """
    return [pair for pair in _eased_ships(state, ships) if isinstance(pair, tuple)]


def _eased_ships(state: State, ships: Ships) -> list[Row | Pair]:
    """The pairs of `grapples`, then rows of other ships that are easier to grapple."""
    found: list[Row | Pair] = []
    met = set()  # ships whose rammer or grappler is known
    for tie in ships.ties:
        for row in tie.ships:
            other = tie.other_ship(row)
            if tie.may_grapple(row) or tie.has_rolled(row, GRAPPLE):
                met.add(other)
                if (
                    not tie.how
                    and tie.may_grapple(row)
                    and row in ships.afloat
                    and not tie.has_rolled(row, GRAPPLE)
                ):
                    found.append((row, other))
    return found + [row for row in ships.afloat if state.get("ship", row, "eased") and row not in met]


def _clear_fields(state: State, fields: Sequence[Field]) -> list[Change]:
    """The changes that set `fields` of all ships to 0."""
    return [
        ("ship", row, field, 0)
        for row in range(2 * SIDE)
        for field in fields
        if state.get("ship", row, field)
    ]


def _is_skipped(state: State, name: str, ships: Ships) -> bool:
    """Tell whether a step can be skipped, because no ship has to act at it.

    The Sheets must have all facts about the step.
    """
    # ships that have had their attempt count, because the next turn offers another one
    if name == "clearances":
        return not [row for row in ships.afloat if state.get("ship", row, "immobilised") == IMMOBILISED]
    if name in ("morale", "infantry", "detachments") or (name == "boardings" and steps(state) is SHIP_TURN):
        return not ships_to_act(state, name, ships)
    return False


def _pulses(state: State, ships: Ships) -> list[int]:
    """The steps of the simultaneous movement at which a ship moves."""
    return [pulse for pulse in range(1, PULSES + 1) if movers(state, ships.afloat, pulse)]


def forward_changes(state: State, ships: Ships | None = None) -> list[Change]:
    """The changes that begin the next step of the movement, of the turn, or the next turn.

    A step without anything to do is skipped. The next turn clears the values of one turn. ships: those of the
    battle, if the caller has them.
    """
    ships = ships or Ships(state)
    listed = steps(state)
    now = state.get("game", 0, "step")
    if listed[now][0] == "moves":
        for pulse in _pulses(state, ships):
            if pulse > state.get("game", 0, "pulse"):
                return [("game", 0, "pulse", pulse)]
    to = now + 1
    while to < len(listed) and _is_skipped(state, listed[to][0], ships):
        to += 1
    if to < len(listed):
        first = (_pulses(state, ships) or [0])[0] if listed[to][0] == "moves" else 0
        return [("game", 0, "step", to), ("game", 0, "pulse", first)]
    to = 0
    while _is_skipped(state, listed[to][0], ships):
        to += 1
    return (
        [
            ("game", 0, "turn", state.get("game", 0, "turn") + 1),
            ("game", 0, "step", to),
        ]
        + _clear_fields(state, ("done", "order", "eased"))
        + turn_end_changes(state)
    )


def return_changes(state: State, changes: Sequence[Change]) -> list[Change]:
    """The changes that return to the first step, if a player immobilises ships at the start.

    In the Fleet game such ships may be cleared before the first move. The list is empty after the first
    player's move.
    """
    held = [change for change in changes if change[2:] == ("immobilised", IMMOBILISED)]
    first = [state.get("game", 0, field) for field in ("game", "turn", "step")] == [FLEET, 1, 1]
    return [("game", 0, "step", 0)] if held and first else []


def backward_changes(state: State, ships: Ships | None = None) -> list[Change]:
    """The changes that return to the step before; [] at the beginning of a turn.

    Other changes stay; only an undo reverts such changes.
    """
    ships = ships or Ships(state)
    now = state.get("game", 0, "step")
    pulse = state.get("game", 0, "pulse")
    before = [each for each in _pulses(state, ships) if each < pulse]
    if before:
        return [("game", 0, "pulse", before[-1])]
    if not now:
        return []
    last = (_pulses(state, ships) or [0])[-1] if steps(state)[now - 1][0] == "moves" else 0
    return [("game", 0, "step", now - 1), ("game", 0, "pulse", last)]
