"""The printed tables of Tri'Nytia, and the numbers that stand for names.

The factions are 0 (hidden), 1 (Gardien, guardian), 2 (Ombre, shadow) and 3 (Légende, legend). A Lieu (place) is a
number from 0 to 10. A set of Lieux is a mask with bit n for Lieu n. The modes are 0 (normal), 1 (Tricorne) and 2
(Duel Astral).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

FACTIONS = ("hidden", "gardien", "ombre", "legende")
MODES = ("normal", "tricorne", "duel")
PACKS = ("rouge", "vert", "violet", "bleu", "dore")
PACK_SIZES = (50, 50, 50, 50, 25)  # L205-209

# The number of dealt characters of each faction (L34-92). A game of 5 players has one column, a game of any
# other number has two.
COLUMNS = (
    "players  4  4  5  6  6  7  7  8  8  9  9 10 10",
    "Gardien  2  1  2  3  2  3  2  4  3  4  3  5  4",
    "Ombre    2  1  2  3  2  3  2  4  3  4  3  5  4",
    "Légende  0  2  1  0  2  1  3  0  2  1  3  0  2",
)

ALWAYS = 0x7FC  # Lieux 2 to 10 are active in every game (L211)
ISLANDS = (0x01C, 0x0E0, 0x700)  # a bit for each Lieu of an island: 2 to 4, 5 to 7, 8 to 10 (L261)


def column(number: int) -> tuple[int, ...]:
    """Return (Gardiens, Ombres, Légendes) of a column of COLUMNS, from 1 to 13."""
    return tuple([int(row[4 + 3 * number : 7 + 3 * number]) for row in COLUMNS[1:]])


def columns(players: int) -> list[int]:
    """Return the numbers of the columns for 4 to 10 players: one column or two."""
    row = COLUMNS[0].split()
    return [index for index in range(1, len(row)) if int(row[index]) == players]


def island(lieu: int) -> int:
    """Return the index of the island of a Lieu: 0, 1 or 2.

    TN-E12 refuses Lieux 0 and 1, which belong to no island.
    """
    for index in range(3):
        if lieu >= 0 and ISLANDS[index] >> lieu & 1:
            return index
    raise Refused("TN-E12", n=lieu)


def active_lieux(extra: int = 0) -> int:
    """Return the mask of the active Lieux.

    `extra` has bit 0 for Lieu 0 and bit 1 for Lieu 1. A bit is set if a card activated the Lieu.
    """
    return ALWAYS | extra


def members(mask: int) -> list[int]:
    """Return the Lieux in a mask, in ascending order."""
    return [n for n in range(11) if mask >> n & 1]


def check_faction(column: Sequence[int], faction: int, count: int) -> None:
    """Refuse with TN-E11 more characters of a faction than were dealt.

    `column` is (Gardiens, Ombres, Légendes), `faction` is 1 to 3. `count` is the number of characters to check.
    """
    if count > column[faction - 1]:
        raise Refused("TN-E11", n=column[faction - 1], faction="faction." + FACTIONS[faction])
