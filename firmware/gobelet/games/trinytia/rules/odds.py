"""Tri'Nytia: the chances that the device computes without a roll.

Most chances are sums over the odds of a Procedure. A chance is a pair (numerator, denominator) in lowest terms.
RULES.md has tables of these chances, such as the table in section 8.1, which "RULES 8.1" cites.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import procedure_odds, ratio
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
    """Return the odds of a Procedure with the inputs `given`."""
    return procedure_odds(proc, values(proc, given))


def total(number: int) -> Chance:
    """Return the chance that the sum of the two dice is `number` (RULES 5.1)."""
    return odds_of(placement).exactly(number)


def difference(number: int) -> Chance:
    """Return the chance that the difference of the two dice is `number`."""
    return odds_of(defend).exactly(number)


def at_least(least: int, proc: Procedure = attack, **modifiers: int) -> Chance:
    """Return the chance of a result of `least` or more (RULES 8.1).

    `proc` is `attack` or `defend`, and `modifiers` are inputs of `proc`.
    """
    return odds_of(proc, **modifiers).at_least(least)


def reach_chance(lieu: int, wanted: int, extra: int = 0) -> Chance:
    """Return the chance that a move from `lieu` can end on a wanted Lieu (RULES 8.3).

    `wanted` is a mask with a bit for each wanted Lieu (place). `extra` is a mask of Lieux 0 and 1: bit n is set if
    Lieu n is active.
    """
    return reach_chances(lieu, (wanted,), extra)[0]


def reach_chances(lieu: int, masks: Sequence[int], extra: int = 0) -> list[Chance]:
    """Return the result of `reach_chance` for each mask of wanted Lieux in `masks`."""
    odds = odds_of(move, lieu=lieu, extra=extra)
    return [odds.chance_of(lambda key, mask=mask: rolls.can_reach(lieu, mask, key, extra)) for mask in masks]  # type: ignore[misc]


def single_first(players: int) -> Chance:
    """Return the chance that a single player has the highest placement roll.

    This player begins without a tie to break (RULES 8.5).
    """
    # The loop adds, for each sum, the chance that one player rolls this sum and all others roll less. The odds of the
    # Procedure `first_player` have the same result, but take seconds on the device.
    one = odds_of(placement)
    ways = lower = 0
    for weight in one.weights:
        ways += weight * lower ** (players - 1)
        lower += weight
    return ratio(players * ways, one.total**players)


def several_attacks(attacks: int, least: int, **modifiers: int) -> Chance:
    """Return the chance that several attacks together cause `least` wounds or more.

    The target does not defend itself (RULES 8.4).
    """
    one = odds_of(attack, **modifiers)
    # ways[n] is the number of equally likely cases with n wounds; the last entry counts `least` wounds or more
    ways = [1] + [0] * least
    for _ in range(attacks):
        after = [0] * (least + 1)
        for sum_ in range(least + 1):
            for index in range(len(one.keys)):
                after[min(least, sum_ + one.keys[index])] += ways[sum_] * one.weights[index]
        ways = after
    return ratio(ways[least], one.total**attacks)


def faction(column: Sequence[int], known: Sequence[int]) -> tuple[Chance, ...]:
    """Return the chances of the three factions for one player (RULES 8.7).

    The faction of this player is unknown. The order is Gardien (guardian), Ombre (shadow), Légende (legend). `column`
    has the number of dealt characters of each faction. `known` has the factions (1 to 3) of the player who asks, of
    this player's right-hand neighbour, and of all revealed characters. TN-E11 refuses more characters of a faction
    than were dealt. All chances are 0 if every faction is known.
    """
    left = list(column)
    for each in known:
        tables.check_faction(column, each, known.count(each))
        left[each - 1] -= 1
    unknown = sum(left)
    if unknown == 0:
        return (0, 1), (0, 1), (0, 1)
    return tuple([ratio(n, unknown) for n in left])


def draw_chance(wanted: int, left: int) -> Chance:
    """Return the chance that the top card of a pack is a wanted card.

    `left` is the number of cards in the pack, `wanted` is the number of wanted cards among them. A fresh pack of 50
    cards has 10 cards of equipment.
    """
    combat.check_amounts(wanted, left - wanted)
    return ratio(wanted, left)


def chance_within(draws: int, left: int, wanted: int = 1) -> Chance:
    """Return the chance that the next `draws` cards include a wanted card.

    `left` is the number of cards in the pack, `wanted` is the number of wanted cards among them.
    """
    none = whole = 1
    for n in range(min(draws, left)):
        none *= max(0, left - wanted - n)
        whole *= left - n
    return ratio(whole - none, whole)
