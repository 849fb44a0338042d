"""Tri'Nytia: rules about the sum of the d4 and the d6.

Players roll the sum to place and move characters, to break ties, and to bet gold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import tables

if TYPE_CHECKING:
    from collections.abc import Sequence

CHOICE = -1  # the sum is the Lieu (place) of the character, so the player chooses a Lieu (L126)
REDIRECT = -2  # the sum leads to Lieu 1, so the player rolls for another Lieu (L262)


def check_faces(d4: int, d6: int) -> None:
    """Refuse faces that the dice do not have: TN-E03 for the d4, TN-E04 for the d6."""
    if d4 not in (1, 2, 3, 4):
        raise Refused("TN-E03")
    if d6 not in (1, 2, 3, 4, 5, 6):
        raise Refused("TN-E04")


def destination(lieu: int, total: int, extra: int = 0) -> int:
    """Return the destination of a movement roll from `lieu`.

    `total` is the sum of the modified dice. The result is a Lieu (place), CHOICE if the sum is `lieu`, or REDIRECT for
    an active Lieu 1. TN-E05 refuses a sum that is no active Lieu.
    """
    if total == lieu:
        return CHOICE
    return arrival(total, extra)


def arrival(lieu: int, extra: int = 0) -> int:
    """Return the result of an arrival at `lieu`: `lieu`, or REDIRECT for Lieu 1.

    TN-E05 refuses a Lieu (place) that is not active.
    """
    if lieu < 0 or not tables.active_lieux(extra) >> lieu & 1:
        raise Refused("TN-E05", n=lieu)
    return REDIRECT if lieu == 1 else lieu


def choices(lieu: int, extra: int = 0) -> list[int]:
    """Return the Lieux (places) that a player on `lieu` may choose [A-TN09].

    These are all active Lieux except `lieu`.
    """
    return [n for n in tables.members(tables.active_lieux(extra)) if n != lieu]


def can_reach(lieu: int, wanted: int, where: int, extra: int = 0) -> bool:
    """Tell whether a move from `lieu` to `where` can end on a wanted Lieu (place).

    `where` is a Lieu, or CHOICE if the player may choose a Lieu. `wanted` is a mask with a bit for each wanted Lieu.
    """
    if where == CHOICE:
        for n in choices(lieu, extra):
            # Lieu 1 sends each character to another Lieu, so no move ends there.
            if n != 1 and wanted >> n & 1:
                return True
        return False
    return where >= 0 and bool(wanted >> where & 1)


def leaders(scores: Sequence[int]) -> list[int]:
    """Return the indexes of the players with the highest score.

    If several players have the highest score, only these players roll again [A-TN01, A-TN11].
    """
    best = max(scores)
    return [index for index in range(len(scores)) if scores[index] == best]


def bettors(stakes: Sequence[int]) -> list[int]:
    """Return the indexes of the players who staked gold.

    TN-E07 refuses a negative stake, TN-E20 fewer than two players with a stake.
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

    The highest score wins the pot, the sum of all stakes. Tied players roll again, and the winner is -1 [A-TN11]. The
    scores of players without a stake do not count. The refusals are those of `bettors`.
    """
    inside = bettors(stakes)
    tied = [inside[index] for index in leaders([scores[index] for index in inside])]
    return (tied[0] if len(tied) == 1 else -1), tied, sum(stakes)
