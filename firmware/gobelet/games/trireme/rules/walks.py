"""Trirème: the printed sequence of a turn in both games.

See `fleet_sequence` in RULES 1 and `ship_sequence` in RULES 2.

A turn is a sequence of steps. Each step is (name, None, names of the Procedures that ships roll at the step). The text
key of a step is "turn.<name>". This module also lists the ships that must still act at a step.

The step "moves" of the Ship game consists of five steps of simultaneous movement. In names and comments here, a step of
the movement is a pulse.
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
    from .types import Pair, Pending, Turn, TurnStep

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

# Steps of simultaneous movement [Étapes du mouvement simultané], L166-176. Each line has a speed and then five pulses;
# a ship of this speed moves at each pulse with an M.
STEPS = (
    "5  M M M M M",
    "4  M - M M M",
    "3  - M M - M",
    "2  - - M - M",
    "1  - - - - M",
)
PULSES = 5


def steps(state: State) -> Turn:
    """Return the steps of a turn in the present game; () without a battle."""
    return WALKS.get(state.get("game", 0, "game"), ())


def step(state: State) -> TurnStep | None:
    """Return the present step of the turn; None without a battle."""
    number = state.get("game", 0, "step")
    found = steps(state)
    return found[number] if 0 <= number < len(found) else None


def movers(state: State, rows: Sequence[Row], pulse: int) -> list[Row]:
    """Return the ships of `rows` that move at a pulse, 1 to 5."""
    return [row for row in rows if is_moving(state.get("ship", row, "order"), pulse)]


def movement_pattern(speed: int) -> str:
    """Return the five pulses at a speed of 0 to 5, such as "-MM-M" for a speed of 3.

    The ship moves at each pulse with an M.
    """
    return "".join(STEPS[5 - speed].split()[1:]) if speed else "-----"


def is_moving(speed: int, pulse: int) -> bool:
    """Tell whether a ship of this speed moves at a pulse, 1 to 5."""
    return movement_pattern(speed)[pulse - 1] == "M"


def ships_to_act(state: State, name: str, ships: Ships | None = None) -> Pending:
    """Return the ships that must, or may, still act at the step `name`.

    The items are rows of ships, or pairs of rows with the rolling ship first. The result is () at the steps of weather
    and drift, because no Sheet shows which ships they concern. `ships` is the Ships of the battle, if the caller has
    it.
    """
    if name in ("weather", "drift"):
        return ()
    ships = ships or Ships(state)
    rows = ships.afloat
    get = state.get
    if name == "boardings":
        # In the Fleet game, a ship that rammed at the previous step may grapple its target at this step.
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
        return rows  # any ship may ram, because the device does not store where the ships are on the map
    return movers(state, rows, pulse)


def _pending_detachment(ships: Ships, tie: Tie) -> Pair | None:
    """Return (row of the rolling ship, row of its partner) for a detachment, or None.

    The result is None if each ship of the tie is lost or has had its detachment roll.
    """
    for row in tie.ships:
        if row in ships.afloat and not tie.has_rolled(row, DETACHMENT):
            return row, tie.other_ship(row)
    return None


def eased_pairs(state: State, ships: Ships) -> list[Pair]:
    """Return pairs of ships: the first may grapple the second more easily after a ram.

    A pair is the rows of two ships. The list leaves out a pair whose first ship has tried to grapple this turn.
    """
    return [pair for pair in _eased_ships(state, ships) if isinstance(pair, tuple)]


def _eased_ships(state: State, ships: Ships) -> list[Row | Pair]:
    """Return the `eased_pairs`, then rows of other ships that are easier to grapple.

    For these other ships, no Tie shows which ship has rammed or grappled them.
    """
    found: list[Row | Pair] = []
    met = set()  # rows of the ships for which a Tie shows which ship has rammed or grappled them
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
    """Return the changes that set the fields `fields` of all ships to 0."""
    return [
        ("ship", row, field, 0)
        for row in range(2 * SIDE)
        for field in fields
        if state.get("ship", row, field)
    ]


def _is_skipped(state: State, name: str, ships: Ships) -> bool:
    """Tell whether no ship has to act at the step `name`, so that it is skipped."""
    # A ship that has tried to clear itself in the present turn counts too: it may try again in the turn that begins.
    if name == "clearances":
        return not [row for row in ships.afloat if state.get("ship", row, "immobilised") == IMMOBILISED]
    if name in ("morale", "infantry", "detachments") or (name == "boardings" and steps(state) is SHIP_TURN):
        return not ships_to_act(state, name, ships)
    return False


def _pulses(state: State, ships: Ships) -> list[int]:
    """Return the pulses, 1 to 5, at which at least one ship moves."""
    return [pulse for pulse in range(1, PULSES + 1) if movers(state, ships.afloat, pulse)]


def forward_changes(state: State, ships: Ships | None = None) -> list[Change]:
    """Return the changes that begin the next pulse, step or turn.

    A new turn follows the last step, and clears the values that count for one turn. A step at which no ship has to act
    is skipped, see `_is_skipped`. `ships` is the Ships of the battle, if the caller has it.
    """
    ships = ships or Ships(state)
    sequence = steps(state)
    now = state.get("game", 0, "step")
    if sequence[now][0] == "moves":
        for pulse in _pulses(state, ships):
            if pulse > state.get("game", 0, "pulse"):
                return [("game", 0, "pulse", pulse)]
    next_step = now + 1
    while next_step < len(sequence) and _is_skipped(state, sequence[next_step][0], ships):
        next_step += 1
    if next_step < len(sequence):
        first = (_pulses(state, ships) or [0])[0] if sequence[next_step][0] == "moves" else 0
        return [("game", 0, "step", next_step), ("game", 0, "pulse", first)]
    next_step = 0
    while _is_skipped(state, sequence[next_step][0], ships):
        next_step += 1
    return (
        [
            ("game", 0, "turn", state.get("game", 0, "turn") + 1),
            ("game", 0, "step", next_step),
        ]
        + _clear_fields(state, ("done", "order", "eased"))
        + turn_end_changes(state)
    )


def return_changes(state: State, changes: Sequence[Change]) -> list[Change]:
    """Return the change to step 0 if `changes` immobilise a ship as a battle begins.

    A battle of the Fleet game begins at its second step, because no ship is immobilised yet. A scenario may begin with
    immobilised ships, which a player enters on the ships' sheets. Such ships may roll for clearance, which is the first
    step. The list is empty after the start of the battle, or if `changes` immobilise no ship.
    """
    immobilising = [change for change in changes if change[2:] == ("immobilised", IMMOBILISED)]
    first = [state.get("game", 0, field) for field in ("game", "turn", "step")] == [FLEET, 1, 1]
    return [("game", 0, "step", 0)] if immobilising and first else []


def backward_changes(state: State, ships: Ships | None = None) -> list[Change]:
    """Return the changes that return to the previous pulse or step of this turn.

    The list is empty at the first step of a turn. The results of rolls stay; only an undo reverts them.
    """
    ships = ships or Ships(state)
    step = state.get("game", 0, "step")
    pulse = state.get("game", 0, "pulse")
    before = [each for each in _pulses(state, ships) if each < pulse]
    if before:
        return [("game", 0, "pulse", before[-1])]
    if not step:
        return []
    last = (_pulses(state, ships) or [0])[-1] if steps(state)[step - 1][0] == "moves" else 0
    return [("game", 0, "step", step - 1), ("game", 0, "pulse", last)]
