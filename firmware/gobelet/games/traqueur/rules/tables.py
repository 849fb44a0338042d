"""Traqueur: the printed tables of types, of spells, and of the order of spells.

The third table has the order in which the players take spells at the end of a round.
"""

from __future__ import annotations

from gobelet.rules.refused import Refused

# The types of familiars. The printed types are "feroce" (fierce), "ruse" (cunning) and "tenace" (tenacious). Each of
# them has the advantage over the next one, and "tenace" over "feroce" (L27). "unknown" is an unknown type or the type
# of an empty row, and "unread" the type of a familiar whose card is not entered yet.
TYPES = ("unknown", "feroce", "ruse", "tenace", "unread")

# Each line has the name of a family of spells, the familiar that interacts with the family, and the spells of the
# family (L65-187).
SPELLS = (
    "aspect  renard   bete meute nature faucon guepard singe",
    "piege   ours     glace immolation explosif givrant",
    "fleche  molosse  dispersion multiple",
    "piqure  rongeur  scorpide wyverne",
    "morsure rongeur  mangouste serpent vipere",
    "tir     molosse  arcanes rapide tranquillisant",
)

# Each line has a number of players, then the ranks of the players in the order in which they take a spell (L297-299).
PICKS = (
    "2  1 2",
    "3  1 3 2",
    "4  1 4 3 2",
)


def type_number(name: str) -> int:
    """Return the index in TYPES of a printed type.

    Raise Refused(TQ-E04) if `name` is none of the three printed types.
    """
    if name not in TYPES[1:4]:
        raise Refused("TQ-E04")
    return TYPES.index(name)


def families() -> list[str]:
    """Return the names of the families of spells, in the printed order."""
    return [row.split()[0] for row in SPELLS]


def spells(family: str) -> list[str]:
    """Return the names of the spells of a family."""
    for row in SPELLS:
        cells = row.split()
        if cells[0] == family:
            return cells[2:]
    raise KeyError(family)


def families_of(familiar: str) -> list[str]:
    """Return the families of spells with which a familiar interacts.

    Raise Refused(TQ-E14) if the familiar interacts with no family.
    """
    found = [row.split()[0] for row in SPELLS if row.split()[1] == familiar]
    if not found:
        raise Refused("TQ-E14")
    return found


def spell_ranks(players: int) -> list[int]:
    """Return the ranks of the players, in the order in which they take a spell.

    The winner of the round has rank 1. The result is [1] if only one player is left.
    """
    for row in PICKS:
        cells = [int(cell) for cell in row.split()]
        if cells[0] == players:
            return cells[1:]
    return [1] * players
