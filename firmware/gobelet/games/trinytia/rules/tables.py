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

# The number of dealt characters of each faction (L34-92). A game of 5 players has one column, any other game
# has two.
COLUMNS = (
    "players  4  4  5  6  6  7  7  8  8  9  9 10 10",
    "Gardien  2  1  2  3  2  3  2  4  3  4  3  5  4",
    "Ombre    2  1  2  3  2  3  2  4  3  4  3  5  4",
    "Légende  0  2  1  0  2  1  3  0  2  1  3  0  2",
)

ALWAYS = 0x7FC  # mask of the Lieux that are active in every game: 2 to 10 (L211)
ISLANDS = (0x01C, 0x0E0, 0x700)  # mask of the Lieux of each island: 2 to 4, 5 to 7, 8 to 10 (L261)


def column(number: int) -> tuple[int, ...]:
    """Return the (Gardiens, Ombres, Légendes) of column `number` of COLUMNS, 1 to 13."""
    return tuple([int(row[4 + 3 * number : 7 + 3 * number]) for row in COLUMNS[1:]])


def columns(players: int) -> list[int]:
    """Return the numbers of the one or two columns of COLUMNS for 4 to 10 players."""
    row = COLUMNS[0].split()
    return [index for index in range(1, len(row)) if int(row[index]) == players]


def island(lieu: int) -> int:
    """Return the index of the island of a Lieu (place): 0, 1 or 2.

    TN-E12 refuses Lieux 0 and 1, which are on no island, and -1.
    """
    for index in range(3):
        if lieu >= 0 and ISLANDS[index] >> lieu & 1:
            return index
    raise Refused("TN-E12", n=lieu)


def active_lieux(extra: int = 0) -> int:
    """Return the mask of the active Lieux (places).

    `extra` is a mask of Lieux 0 and 1: bit n is set if a card has activated Lieu n.
    """
    return ALWAYS | extra


def members(mask: int) -> list[int]:
    """Return the numbers of the Lieux (places) in a mask, in ascending order."""
    return [n for n in range(11) if mask >> n & 1]


def check_faction(column: Sequence[int], faction: int, count: int) -> None:
    """Raise Refused(TN-E11) for more characters of a faction than were dealt.

    `faction` is 1 to 3, and `count` is the number of its characters to check. `column` has the numbers of dealt
    characters: (Gardiens, Ombres, Légendes).
    """
    if count > column[faction - 1]:
        raise Refused("TN-E11", n=column[faction - 1], faction="faction." + FACTIONS[faction])
