"""Tri'Nytia: the questions about chances. The Procedures define the dice.

A chance is a pair (numerator, denominator) in lowest terms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import of_procedure, ratio
from gobelet.rules.procedure import values

from . import combat, rolls, tables
from .fights import attack, defend
from .moves import move
from .placing import placement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.odds import Odds
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Chance


def odds_of(proc: Procedure, **given: int) -> Odds:
    """The odds of a Procedure with these inputs."""
    return of_procedure(proc, values(proc, given))


def total(number: int) -> Chance:
    """The chance that the sum of the two dice is `number` (RULES 5.1)."""
    return odds_of(placement).exactly(number)


def difference(number: int) -> Chance:
    """The chance that the difference of the two dice is `number`."""
    return odds_of(defend).exactly(number)


def at_least(least: int, proc: Procedure = attack, **modifiers: int) -> Chance:
    """The chance of a result of `least` or more (RULES 8.1).

    `proc` is `attack` or `defend`; `modifiers` are its inputs.
    """
    return odds_of(proc, **modifiers).at_least(least)


def reach(lieu: int, wanted: int, extra: int = 0) -> Chance:
    """The chance that a move from `lieu` can end on a Lieu of the mask `wanted` (RULES 8.3)."""
    return reaches(lieu, (wanted,), extra)[0]


def reaches(lieu: int, masks: Sequence[int], extra: int = 0) -> list[Chance]:
    """The chance of `reach` for each of several masks."""
    odds = odds_of(move, lieu=lieu, extra=extra)
    return [odds.chance_of(lambda key, mask=mask: rolls.reaches(lieu, mask, key, extra)) for mask in masks]  # type: ignore[misc]


def single_first(players: int) -> Chance:
    """The chance that the first placement rolls decide the first player (RULES 8.5)."""
    # One player rolls a sum, and all others roll less. To follow the Procedure roll by roll has the same
    # result, but takes seconds on the device.
    one = odds_of(placement)
    ways = lower = 0
    for weight in one.weights:
        ways += weight * lower ** (players - 1)
        lower += weight
    return ratio(players * ways, one.total**players)


def several(attacks: int, least: int, **modifiers: int) -> Chance:
    """The chance that several attacks make `least` wounds or more together (RULES 8.4).

    The attacks meet no defence.
    """
    one = odds_of(attack, **modifiers)
    ways = [1] + [0] * least  # number of ways for each sum so far; the last entry is for `least` or more
    for _ in range(attacks):
        after = [0] * (least + 1)
        for sum_ in range(least + 1):
            for index in range(len(one.keys)):
                after[min(least, sum_ + one.keys[index])] += ways[sum_] * one.weights[index]
        ways = after
    return ratio(ways[least], one.total**attacks)


def faction(column: Sequence[int], known: Sequence[int]) -> tuple[Chance, ...]:
    """Chances (G, O, L) for a player whose faction is unknown (RULES 8.7).

    `column` has the number of dealt characters of each faction. `known` has the factions (1 to 3) of the
    asking player, of the right-hand neighbour, and of all revealed characters. TN-E11 refuses more of a
    faction than the column has. All chances are 0 if every faction is known.
    """
    left = list(column)
    for each in known:
        tables.check_faction(column, each, known.count(each))
        left[each - 1] -= 1
    unknown = sum(left)
    if unknown == 0:
        return (0, 1), (0, 1), (0, 1)
    return tuple([ratio(n, unknown) for n in left])


def draw(wanted: int, left: int) -> Chance:
    """The chance that the top card is one of `wanted` among `left`.

    A fresh pack of 50 cards has 10 of equipment and 1 event.
    """
    combat.amount(wanted, left - wanted)
    return ratio(wanted, left)


def chance_within(draws: int, left: int, wanted: int = 1) -> Chance:
    """The chance that one of `wanted` cards is among the next `draws` of `left`.

    A pack has one event, for example.
    """
    none = whole = 1
    for n in range(min(draws, left)):
        none *= max(0, left - wanted - n)
        whole *= left - n
    return ratio(whole - none, whole)
