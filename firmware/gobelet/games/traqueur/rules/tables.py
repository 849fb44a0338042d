"""Traqueur: the printed tables of types and spells.

A third table has the order in which the players take spells at the end of a round.
"""

from __future__ import annotations

from gobelet.rules.refused import Refused

# The types of familiars. Each of the three printed types has the advantage over the next one, and the last over the
# first (L27). Index 0 means an empty slot or an unknown type.
TYPES = ("unknown", "feroce", "ruse", "tenace", "unread")  # "unread": the card is not entered yet

# Each text has the name of a family of spells, the familiar that interacts with the family, and the family's spells
# (L65-187).
SPELLS = (
    "aspect  renard   bete meute nature faucon guepard singe",
    "piege   ours     glace immolation explosif givrant",
    "fleche  molosse  dispersion multiple",
    "piqure  rongeur  scorpide wyverne",
    "morsure rongeur  mangouste serpent vipere",
    "tir     molosse  arcanes rapide tranquillisant",
)

# Each text has a number of players, then the ranks of the players in the order in which they take a spell (L297-299).
PICKS = (
    "2  1 2",
    "3  1 3 2",
    "4  1 4 3 2",
)


def type_number(name: str) -> int:
    """Return the number of a type in TYPES.

    TQ-E04 refuses any name but the three printed types.
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
    """Return the families of spells that a familiar interacts with.

    TQ-E14 refuses a familiar that interacts with no family.
    """
    found = [row.split()[0] for row in SPELLS if row.split()[1] == familiar]
    if not found:
        raise Refused("TQ-E14")
    return found


def spell_ranks(players: int) -> list[int]:
    """Return the ranks of the players in the order in which they take a spell.

    Rank 1 is the winner of the round. If only one player is left, that player takes one spell.
    """
    for row in PICKS:
        cells = [int(cell) for cell in row.split()]
        if cells[0] == players:
            return cells[1:]
    return [1] * players
