"""Trirème: the stored values and their meaning.

A new field must be the last of its Kind, because the journal stores the index of a field. The quality of a crew is
0 expert, 1 ordinaire (average), 2 débutant (green) or 3 esclave (slave). So a smaller number is a better crew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change

# Fields whose values are printed on the counter of a ship. All ships of one class have the same values in these fields.
CLASS = ("pv", "factor", "size", "crew", "kind", "men", "infantry", "iron", "corvus", "towers", "engines")

# Fields in which 0 is either a known value of 0 or an unknown value. The field "noted" stores which of the values are
# known.
NOTED = ("pv", "men", "factor")

SIDE = 20  # maximum number of ships of a side: the first side has the rows 0 to 19, the second side 20 to 39
TIES = 48  # number of rows in the Sheet "tie", one row for each pair of ships.
# Values of the field "game".
NONE = 0
FLEET = 1
SHIPS = 2
# The value of the field "immobilised" for a ship that may be cleared; 2 means permanently immobilised.
IMMOBILISED = 1
# Values of the field "fate".
SUNK = 1
WRECKED = 2
ABANDONED = 3
SURRENDERED = 4
# Values of the field "how" of a tie.
APART = 0
GRAPPLED = 1
STUCK = 2  # a ram has stuck the two ships together
CORVUS = 3  # the first ship holds the second with its corvus (boarding bridge); CORVUS + 1: the second holds the first


STEPS = (5, 11)  # number of steps in a turn of the Fleet game and of the Ship game, see `walks`

# One row for each ship. The Fleet game and the Ship game each use only some of the fields.
_SHIP = Kind(
    "ship",
    2 * SIDE,
    (
        ("used", 0, 1, 0),
        ("name", 0, 127, 0),  # number of the ship's counter: the index of its name in counters.NAMES
        ("size", 0, 16, 0),  # 0 if not entered; the printed rules have no upper bound, 16 is our own [A18]
        ("crew", 0, 3, 1),
        # Type of the ship: 0 ordinary, 1 lemboï, 2 Saxon, 3 Venetian, 4 merchant, 5 hexadecere.
        ("kind", 0, 5, 0),
        ("pv", 0, 9, 0),  # present full speed [pleine vitesse]
        ("men", 0, 99, 0),  # present number of men
        ("factor", 0, 99, 0),  # boarding value (Fleet game) or boarding factor (Ship game)
        ("sail", 0, 2, 0),  # hoisted sail: 0 none, 1 sail [voile], 2 mainsail [grand-voile]
        ("immobilised", 0, 2, 0),  # 0 no, 1 immobilised, 2 permanently, so that no clearance is possible
        ("bonus", 0, 1, 0),  # Fleet game: 1 if the ship has +2 at its next clearance roll (L71)
        # Fleet game: 1 after result 4 of a clearance. The ship has its boarding value again, but its speed stays
        # reduced.
        ("slowed", 0, 1, 0),
        ("tired", 0, 1, 0),  # 1 if the rowers are tired
        ("infantry", 0, 9, 0),  # number of infantry counters on the ship
        ("iron", 0, 1, 0),  # 1 if the ship has iron hands [mains de fer]; Fleet game: grappling equipment
        ("corvus", 0, 1, 0),
        ("towers", 0, 1, 0),
        ("engines", 0, 1, 0),
        ("captured", 0, 1, 0),  # 1 if the other side has captured the ship and owns it now
        ("fate", 0, 4, 0),  # 0 afloat, 1 sunk, 2 wrecked, 3 abandoned, 4 surrendered
        ("breaches", 0, 9, 0),
        # Row + 1 of the ship to which this ship is tied. The effects of a roll change this field, but
        # ships.roll_changes replaces these changes by changes of the Sheet "tie".
        ("grappled", 0, 2 * SIDE, 0),
        ("order", 0, 5, 0),  # ordered speed of the ship for this turn, in movement points
        # 1 if the ship is easier to grapple this turn: after a result "a" (Ship game) or a ram (Fleet game)
        ("eased", 0, 1, 0),
        # Bit n is 1 if the ship has had its roll, or its order, at the step with index n this turn.
        ("done", 0, 2047, 0),
        # 1 if the ship has the values of the average class, our own rule, because its counter is unknown
        ("house", 0, 1, 0),
        # Bit 1 + n is 1 if the field NOTED[n] is known, even if its value is 0. Bit 0 is always 1, except in a
        # battle that was saved before this field existed, see `ships.is_noted`.
        ("noted", 0, 15, 0),
    ),
)

_GAME = Kind(
    "game",
    1,
    (
        ("game", 0, 2, 0),
        ("turn", 0, 999, 0),
        ("step", -1, 20, -1),  # index of the present step in the sequence of the game, see `walks`
        ("pulse", 0, 5, 0),  # present step of the simultaneous movement, 1 to 5; 0 outside this movement
        ("tide", 0, 1, 0),  # direction of the tide: 0 rising, 1 falling
        ("battle", 0, 999, 0),  # number of battles begun so far
        ("starts", 0, 1, 0),  # Fleet game: the side that moves first
    ),
)

# One row for each pair of ships that are tied together, or that have had a roll against each other this turn.
_TIE = Kind(
    "tie",
    TIES,
    (
        ("first", 0, 2 * SIDE, 0),  # row + 1 of the ship with the lower row; 0 if this row of "tie" is unused
        ("second", 0, 2 * SIDE, 0),  # row + 1 of the ship with the higher row
        ("how", 0, 4, 0),  # APART, GRAPPLED, STUCK or CORVUS
        # A bit for each roll of this turn between the two ships, see GRAPPLE in `ships`.
        ("rolled", 0, 63, 0),
        # After a ram of this turn, bit 0 is 1 if the first ship may grapple the second more easily. Bit 1 is 1 if
        # the second ship may grapple the first more easily.
        ("eased", 0, 3, 0),
        ("lost_first", 0, 99, 0),  # men that the first ship lost in the boarding of this turn
        ("lost_second", 0, 99, 0),  # men that the second ship lost in the boarding of this turn
    ),
)

# The time that each side has used for its turns. The third row has the time of steps at which no side moves, see
# ui/screens/turn_clock.py.
_TIME = Kind("time", 3, FIELDS)

KINDS = (_SHIP, _GAME, _TIE, _TIME)
TURN = ("game", "step")
# Indexes of steps in the sequence of the Fleet game.
FIRST_MOVES = 1
SECOND_MOVES = 2


def mending_changes(state: State) -> list[Change]:
    """Return the changes that replace an invalid step of the turn by the first step.

    The list is empty if the present step is valid. A damaged journal may contain a step that the game lacks.
    """
    game = state.get("game", 0, "game")
    step = state.get("game", 0, "step")
    return [("game", 0, "step", 0)] if game and not 0 <= step < STEPS[game - 1] else []


def row_in_turn(state: State) -> int:
    """Return the side that moves at the present step, 0 or 1 (L57-63).

    The result is -1 at a step without a moving side, and in the Ship game.
    """
    step = state.get("game", 0, "step")
    if state.get("game", 0, "game") != FLEET or step not in (FIRST_MOVES, SECOND_MOVES):
        return -1
    return state.get("game", 0, "starts") ^ (step == SECOND_MOVES)
