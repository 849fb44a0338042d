"""Trirème: the stored values and their meaning.

New fields go to the end: the journal stores the index of a field. Crew quality is 0 expert, 1 ordinaire, 2
débutant, 3 esclave: a smaller number is a better crew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change

# Fields that ships of one class share, and that their counters show, in order of importance.
CLASS = ("pv", "factor", "size", "crew", "kind", "men", "infantry", "iron", "corvus", "towers", "engines")

# Fields for which 0 may be an entered value, so the field "noted" stores whether they were entered.
NOTED = ("pv", "men", "factor")

SIDE = 20  # rows 0 to 19 are the first side, 20 to 39 the second
TIES = 48  # rows for the pairs of ships
# values of the field `game`
NONE = 0
FLEET = 1
SHIPS = 2
# values of the field `immobilised`
IMMOBILISED = 1  # 2: permanently
# values of the field `fate`
SUNK = 1
WRECKED = 2
ABANDONED = 3
SURRENDERED = 4
# How two ships are tied together.
APART = 0
GRAPPLED = 1
STUCK = 2  # value of a tie: the ships are stuck by a ram
CORVUS = 3  # the first ship has used its corvus; 4: the second ship has used its corvus


STEPS = (5, 11)  # numbers of steps in a turn of the Fleet game and of the Ship game, see `walks`

# One row for each ship of both games; each game uses only some fields.
_SHIP = Kind(
    "ship",
    2 * SIDE,
    (
        ("used", 0, 1, 0),
        ("name", 0, 127, 0),  # index in the list of counters' names
        ("size", 0, 16, 0),  # 0: not entered; the upper bound is our own [A18]
        ("crew", 0, 3, 1),
        ("kind", 0, 5, 0),  # 0 ordinary, 1 lemboï, 2 Saxon, 3 Venetian, 4 merchant, 5 hexadecere
        ("pv", 0, 9, 0),  # present full speed [pleine vitesse]
        ("men", 0, 99, 0),  # man points left
        ("factor", 0, 99, 0),  # boarding value or factor
        ("sail", 0, 2, 0),  # 0 furled, 1 sail, 2 mainsail
        ("immobilised", 0, 2, 0),  # 2: permanently, so that no clearance is possible
        ("bonus", 0, 1, 0),  # Fleet game: the next clearance has +2
        # Fleet game: after clearance 4 the boarding factor counts again, but the speed stays reduced
        ("slowed", 0, 1, 0),
        ("tired", 0, 1, 0),
        ("infantry", 0, 9, 0),
        ("iron", 0, 1, 0),  # iron hands [mains de fer], in the Fleet game grappling equipment
        ("corvus", 0, 1, 0),
        ("towers", 0, 1, 0),
        ("engines", 0, 1, 0),
        ("captured", 0, 1, 0),  # the ship belongs to the other side now
        ("fate", 0, 4, 0),  # 0 afloat, 1 sunk, 2 wrecked, 3 abandoned, 4 surrendered
        ("breaches", 0, 9, 0),
        # row + 1 of the other ship; only a roll uses it, because the Sheet stores a tie instead
        ("grappled", 0, 2 * SIDE, 0),
        ("order", 0, 5, 0),  # movement points of this turn
        # the ship is easier to grapple this turn: result a (Ship game), rammed (Fleet game)
        ("eased", 0, 1, 0),
        ("done", 0, 2047, 0),  # bits of the steps of this turn at which the ship has had its roll or order
        (
            "house",
            0,
            1,
            0,
        ),  # 1: the counter is unknown, so the ship is of the average class, our own rule
        # Bit 0 is always 1, except in a battle older than this field, see `ships.is_noted`. Bit 1 + n is 1 if
        # field n of NOTED was entered; then a 0 is a value.
        ("noted", 0, 15, 0),
    ),
)

_GAME = Kind(
    "game",
    1,
    (
        ("game", 0, 2, 0),
        ("turn", 0, 999, 0),
        ("step", -1, 20, -1),  # step in the walk of this game
        ("pulse", 0, 5, 0),  # step of the simultaneous movement
        ("tide", 0, 1, 0),  # direction of the tide: 0 rising, 1 falling
        ("battle", 0, 999, 0),  # number of battles begun so far
        ("starts", 0, 1, 0),  # Fleet game: the side that moves first
    ),
)

# One row for each two ships that are tied together, or that had a roll between them this turn.
_TIE = Kind(
    "tie",
    TIES,
    (
        ("first", 0, 2 * SIDE, 0),  # row + 1 of the ship with the lower row; 0: unused
        ("second", 0, 2 * SIDE, 0),
        ("how", 0, 4, 0),
        ("rolled", 0, 63, 0),  # bits of the rolls of this turn, see `ships`
        # which ship may grapple more easily after a ram of this turn: bit 0 the first ship, bit 1 the second
        ("eased", 0, 3, 0),
        ("lost_first", 0, 99, 0),  # men that the first ship lost in the boarding of this turn
        ("lost_second", 0, 99, 0),
    ),
)

# The time of each side's turns; the last row belongs to no side. See ui/screens/turn_clock.py.
_TIME = Kind("time", 3, FIELDS)

KINDS = (_SHIP, _GAME, _TIE, _TIME)
TURN = ("game", "step")
# Steps of the Fleet game.
FIRST_MOVES = 1
SECOND_MOVES = 2


def mending_changes(state: State) -> list[Change]:
    """The changes to the nearest playable values; [] if the present values are playable.

    Values that no play can produce may come from a damaged log.
    """
    game = state.get("game", 0, "game")
    step = state.get("game", 0, "step")
    return [("game", 0, "step", 0)] if game and not 0 <= step < STEPS[game - 1] else []


def whose(state: State) -> int:
    """The side, 0 or 1, that moves at this step of the Fleet game (L57-63), else -1."""
    step = state.get("game", 0, "step")
    if state.get("game", 0, "game") != FLEET or step not in (FIRST_MOVES, SECOND_MOVES):
        return -1
    return state.get("game", 0, "starts") ^ (step == SECOND_MOVES)
