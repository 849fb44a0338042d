"""Mystria: the stored values and their repair.

A new field must be the last of its Kind, because the journal stores the index of a field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Declared, Row

COLOURS = ("violet", "green", "blue", "red")  # colours of tokens, in the order of the printed examples (L181)
DROPS = 11  # number of Energy drops [gouttes d'Énergie] of both players together (L46)
START = (6, 5)  # drops of the first and of the second player at the start (L76)
TURNS = 12  # turns of each player (L146), and number of cells on each magician's board
OF_COLOUR = 16  # tokens of each colour: 64 tokens in four colours (L48) [A-MY02]
STACK = 3  # tokens of a stack (L82)
CELLS = 21  # maximum number of stacks that 64 tokens make, and maximum number of cells with a stack
TILES = 8  # number of objective tiles [tuiles Objectif] (L50)

# The versions of the game.
INITIATION = 0
COMPLETE = 1
VERSIONS = ("initiation", "complete")

# FACES has the values on the score board of each version (L86 and L181 [A-MY01], L199). MAJORITY has the points of the
# Majority token in each version (L163, L197).
FACES = ("2 3 3 4", "3 5 7 10")
MAJORITY = (5, 3)

# The parts of a game, values of the field "part"; 0 means that no game is under way.
SETUP = 1
PLAY = 2
OVER = 3

# Reasons for a loss before the count of points.
DRY = 0  # the player needed a drop for an action, and had none (L115, L145)
GAVE_UP = 1  # the player gave up [A-MY09]

# Each tuple has the names of four fields, one for each colour.
BAG = ("bag0", "bag1", "bag2", "bag3")  # Kind "game": number of tokens in the bag
VALUE = ("value0", "value1", "value2", "value3")  # Kind "game": value of the colour, 0 before it is assigned
GROUP = ("group0", "group1", "group2", "group3")  # Kind "player": size of the player's largest group
TOOK = ("took0", "took1", "took2", "took3")  # Kind "player": number of tokens that the player has taken


def board_values(version: int) -> list[int]:
    """Return the values on the score board of a version, in ascending order."""
    return [int(value) for value in FACES[version].split()]


def values_by_colour(state: State, kind: str, row: Row, fields: Sequence[str]) -> list[int]:
    """Return the values of `fields`, which are four fields, one for each colour."""
    return [state.get(kind, row, field) for field in fields]


_MOST_VALUE = 10


def _declare_fields(names: Sequence[str], high: int, start: int = 0) -> tuple[Declared, ...]:
    return tuple([(name, 0, high, start) for name in names])


# One row for each player. The drops of both players always add up to DROPS during a game.
_PLAYER = Kind(
    "player",
    2,
    (("drops", 0, DROPS, 0),)
    + _declare_fields(GROUP, TURNS)
    + _declare_fields(TOOK, TURNS)
    + (
        ("chosen", 0, 1, 0),  # 1 if the player has chosen which tile to keep
        ("points", -1, 99, -1),  # points of the player's objective, 0 if not reached, -1 if not revealed yet.
        ("tile1", 0, TILES, 0),  # number of the player's first dealt tile, 0 before the deal
        ("tile2", 0, TILES, 0),  # number of the player's second dealt tile, 0 before the deal
        # the tile that the player keeps: 1 for "tile1", 2 for "tile2", 0 before the choice
        ("kept", 0, 2, 0),
    ),
)

_GAME = Kind(
    "game",
    1,
    (
        ("part", 0, 3, 0),  # SETUP, PLAY or OVER; 0 without a game
        ("version", 0, 1, 0),  # INITIATION or COMPLETE
        ("step", 0, 20, 0),  # index of the present step of the set-up, see `walks`
        ("first", -1, 1, -1),  # row of the player who begins; -1 before the draw
        ("active", -1, 1, -1),  # row of the player whose turn it is; -1 before the first turn
        ("turn", 0, TURNS, 0),  # number of the present turn, from 1; 0 before the first turn
        ("acted", 0, DROPS, 0),  # moves and flips of the active player in this turn
        ("taken", 0, len(COLOURS), 0),  # colour + 1 of the token to place, 0 if the player has taken none
        ("loser", -1, 1, -1),  # row of the player who lost before the count of points; -1 without such a loss
        ("how", 0, 1, 0),  # reason for the loss: DRY or GAVE_UP
        ("dealt", 0, CELLS, 0),  # number of stacks that the device has dealt
        ("objectives", 0, 1, 0),  # 1 if the objective tiles are dealt
    )
    + _declare_fields(BAG, OF_COLOUR, OF_COLOUR)
    + _declare_fields(VALUE, _MOST_VALUE)
    + (("counted", 0, 15, 0),),  # bit n is 1 if the players have counted the tokens of colour n in the bag
)

# One row for each dealt stack. The field "tokens" stores the stack's three colours as one number in base 4, the top
# token first.
_STACK = Kind("stack", CELLS, (("tokens", 0, 63, 0),))

# The field "cells" stores the number of the central board's cells with a stack, 0 if not entered. The value stays in
# the next game.
_TABLE = Kind("table", 1, (("cells", 0, CELLS, 0),))

# The time that each player has used for turns. The third row has the time outside turns, see
# ui/screens/turn_clock.py.
_TIME = Kind("time", 3, FIELDS)

KINDS = (_PLAYER, _GAME, _STACK, _TABLE, _TIME)
TURN = ("game", "active")  # the field whose value is the row of the active player
# Fields that the link does not send, because they would reveal a player's objective; see gobelet/link/messages.py.
SECRET = {"player": ("tile1", "tile2", "chosen", "kept", "points")}


def mending_changes(state: State) -> list[Change]:
    """Return the changes that replace impossible values; [] if there are none.

    Impossible values come from a damaged journal, and could prevent the count of points.
    """
    get = state.get
    first, active, part = [get("game", 0, field) for field in ("first", "active", "part")]
    found = []
    if part >= PLAY:
        first = first if first >= 0 else max(active, 0)
        found += [("game", 0, "first", first), ("game", 0, "turn", max(get("game", 0, "turn"), 1))]
        found.append(("game", 0, "active", active if active >= 0 else first))
    drops = [get("player", row, "drops") for row in (0, 1)]
    if part and first >= 0 and sum(drops) != DROPS:
        found += [("player", 0, "drops", drops[0]), ("player", 1, "drops", DROPS - drops[0])]
    values = [value for value in values_by_colour(state, "game", 0, VALUE) if value]
    left = board_values(get("game", 0, "version"))
    if [value for value in values if value not in left or values.count(value) > left.count(value)]:
        found += [("game", 0, field, 0) for field in VALUE]  # the players choose the values anew
    return [change for change in found if get(*change[:3]) != change[3]]
