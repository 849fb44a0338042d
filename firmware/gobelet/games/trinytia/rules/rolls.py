"""Tri'Nytia: the sum of the d4 and the d6, for placing, moving and breaking ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import tables

if TYPE_CHECKING:
    from collections.abc import Sequence

CHOICE = -1  # the sum is the character's own Lieu, so the character chooses a Lieu (L126)
REDIRECT = -2  # Lieu 1: roll for another Lieu (L262)


def faces(d4: int, d6: int) -> None:
    """Refuse faces entered by hand that the dice do not have, with TN-E03 and TN-E04."""
    if d4 not in (1, 2, 3, 4):
        raise Refused("TN-E03")
    if d6 not in (1, 2, 3, 4, 5, 6):
        raise Refused("TN-E04")


def destination(lieu: int, total: int, extra: int = 0) -> int:
    """The goal of a movement roll of `total`, modifiers included, from `lieu`.

    The goal is a Lieu, CHOICE, or REDIRECT for an active Lieu 1. TN-E05 refuses a sum that is no Lieu on the
    board.
    """
    if total == lieu:
        return CHOICE
    return arrival(total, extra)


def arrival(lieu: int, extra: int = 0) -> int:
    """The result of an arrival at `lieu`: the Lieu, or REDIRECT for Lieu 1.

    TN-E05 refuses a Lieu that is not on the board.
    """
    if lieu < 0 or not tables.active(extra) >> lieu & 1:
        raise Refused("TN-E05", n=lieu)
    return REDIRECT if lieu == 1 else lieu


def choices(lieu: int, extra: int = 0) -> list[int]:
    """The Lieux of a free choice: every active one except the present one [A-TN09]."""
    return [n for n in tables.members(tables.active(extra)) if n != lieu]


def reaches(lieu: int, wanted: int, where: int, extra: int = 0) -> bool:
    """Tell whether a move to `where`, a Lieu or CHOICE, can end on a Lieu of the mask `wanted`."""
    if where == CHOICE:
        for n in choices(lieu, extra):
            # Lieu 1 sends each character to another Lieu, so no move ends there.
            if n != 1 and wanted >> n & 1:
                return True
        return False
    return where >= 0 and bool(wanted >> where & 1)


def leaders(scores: Sequence[int]) -> list[int]:
    """The indexes of the highest score.

    Several leaders roll again, and no other row [A-TN01, A-TN11].
    """
    best = max(scores)
    return [index for index in range(len(scores)) if scores[index] == best]


def bettors(stakes: Sequence[int]) -> list[int]:
    """The indexes of the players who staked gold.

    TN-E07 refuses a negative stake, TN-E20 fewer than two such players.
    """
    for stake in stakes:
        if stake < 0:
            raise Refused("TN-E07")
    inside = [index for index in range(len(stakes)) if stakes[index] > 0]
    if len(inside) < 2:
        raise Refused("TN-E20")
    return inside


def bet(stakes: Sequence[int], scores: Sequence[int]) -> tuple[int, list[int], int]:
    """Return (winner or -1, tied indexes, pot) of a bet of gold.

    The highest score takes all stakes, a tie rolls again [A-TN11]. Scores of players without a stake do not
    count. Refusals as in `bettors`.
    """
    inside = bettors(stakes)
    tied = [inside[index] for index in leaders([scores[index] for index in inside])]
    return (tied[0] if len(tied) == 1 else -1), tied, sum(stakes)
