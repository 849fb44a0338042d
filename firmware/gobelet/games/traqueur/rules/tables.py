"""Traqueur: the printed tables of types and spells.

A third table has the order in which the players take spells.
"""

from __future__ import annotations

from gobelet.rules.refused import Refused

# Each of the three types has the advantage over the next one, the last over the first (L27). Index 0 is an
# empty slot, or an unknown type.
TYPES = ("unknown", "feroce", "ruse", "tenace", "unread")  # "unread": the card is not entered yet

# Each row: a family of spells, the familiar that interacts with it, its spells (L65-187).
SPELLS = (
    "aspect  renard   bete meute nature faucon guepard singe",
    "piege   ours     glace immolation explosif givrant",
    "fleche  molosse  dispersion multiple",
    "piqure  rongeur  scorpide wyverne",
    "morsure rongeur  mangouste serpent vipere",
    "tir     molosse  arcanes rapide tranquillisant",
)

# Each row: a number of players, then their ranks in the round in the order in which they take a spell
# (L297-299).
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
    """Return the names of the families, in the printed order."""
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
    """Return the ranks in the round, from 1, in the order in which spells are taken.

    A single player takes one spell.
    """
    for row in PICKS:
        cells = [int(cell) for cell in row.split()]
        if cells[0] == players:
            return cells[1:]
    return [1] * players
