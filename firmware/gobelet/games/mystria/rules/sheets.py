"""Mystria: what the game consists of, and what the values of the Sheets mean (see `kinds`).

Lines "L" are those of the rule booklet; [A-MY..] are the readings that the help pages list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.core.sheet import State
    from gobelet.core.types import Row

COLOURS = ("violet", "green", "blue", "red")  # violet, vert, bleu, rouge: the order of the examples (L181)
DROPS = 11  # gouttes d'Énergie (L46)
START = (6, 5)  # of the first and of the second player (L76)
TURNS = 12  # of each player (L146); so a magician's board has 12 cells
OF_COLOUR = 16  # of 64 tokens in four colours (L48) [A-MY02]
STACK = 3  # tokens of a stack (L82)
CELLS = 21  # no more stacks than 64 tokens make
TILES = 8  # tuiles Objectif (L50)

# version
INITIATION = 0
COMPLETE = 1
VERSIONS = ("initiation", "complete")

# Of each version: the face of the score board (L86 and L181 [A-MY01], L199), and the Majority token (L163, L197).
FACES = ("2 3 3 4", "3 5 7 10")
MAJORITY = (5, 3)

# part
NONE = 0
SETUP = 1
PLAY = 2
OVER = 3

# how somebody lost before the count
DRY = 0  # an action was needed, and there was no drop (L115, L145)
GAVE_UP = 1  # [A-MY09]

# Fields by colour: tokens in the bag and value of a colour (Kind game); largest group, tokens taken (Kind player).
BAG = ("bag0", "bag1", "bag2", "bag3")
VALUE = ("value0", "value1", "value2", "value3")
GROUP = ("group0", "group1", "group2", "group3")
TOOK = ("took0", "took1", "took2", "took3")


def face(version: int) -> list[int]:
    """The values on the score board, ascending."""
    return [int(value) for value in FACES[version].split()]


def four(state: State, kind: str, row: Row, fields: Sequence[str]) -> list[int]:
    """The values of four fields, one for each colour."""
    return [state.get(kind, row, field) for field in fields]
