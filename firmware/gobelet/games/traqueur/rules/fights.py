"""Traqueur: the Procedures of strikes and purchases.

The module also has rules about familiars, traps and aspects. The Procedures have no dice, so the inputs determine the
outcome.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, choice, flag, number
from gobelet.rules.refused import Refused

from .sheets import BASIC, FAR, LIVES, MOST, UNREAD
from .tables import TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Progress, Values

MOST_LIFE = 10  # maximum Life of a player (L195)


def check_life(life: int) -> None:
    """Raise Refused(TQ-E02) if a player's Life is not within 0 to MOST_LIFE."""
    if not 0 <= life <= MOST_LIFE:
        raise Refused("TQ-E02")


def check_number(value: int) -> None:
    """Raise Refused(TQ-E03) if a number is below 0."""
    if value < 0:
        raise Refused("TQ-E03")


# Strikes


def advantage(kind: int, target: int) -> int:
    """Return 1 if the striker has the advantage over the target, 0 if not (L27).

    `kind` is the type of the striking familiar, `target` the type of its target. The types are indexes in TYPES.
    """
    return 1 if kind and target and (target - kind) % 3 == 1 else 0


def strike_force(attack: int, kind: int, target: int) -> int:
    """Return the Life that a target loses by a familiar's strike.

    The result is the striker's Attack, plus 1 if its type `kind` has the advantage over the target's type `target`. The
    advantage counts even if the Attack is 0 [A-TQ09].
    """
    check_number(attack)
    return attack + advantage(kind, target)


def life_after(life: int, force: int) -> int:
    """Return the target's Life after a strike of `force`: at least 0."""
    return max(0, life - force)


def strikes_needed(life: int, force: int) -> int | None:
    """Return the number of strikes of `force` that reduce `life` to 0 (RULES 8.1).

    The result is None if `force` is 0, because such strikes never reduce the Life.
    """
    if life <= 0:
        return 0
    return -(-life // force) if force > 0 else None


def neighbours(seats: int, seat: int, out: Sequence[int]) -> list[int]:
    """Return the nearest seat on each side of `seat` that is not in `out` (L277).

    `seats` is the number of seats. For a strike of a familiar, `out` has the seats of players whose familiars are all
    face down [A-TQ03]. For a strike of a weapon, `out` has the seats of players who have left the game [A-TQ04]. If
    `seat` itself is in `out`, the result is [].
    """
    found: list[int] = []
    if seat in out:
        return found
    for step in (1, seats - 1):
        index = (seat + step) % seats
        while index in out and index != seat:
            index = (index + step) % seats
        if index != seat and index not in found:
            found.append(index)
    return sorted(found)


def _strike_step(values: Values, progress: Progress) -> Outcome:
    life = life_after(values["life"], strike_force(values["attack"], values["type"], values["target"]))
    return Outcome(life, (("target", "life", "=", life),), word=None if life else "down")


def _check_strike(values: Values) -> None:
    if UNREAD in (values["type"], values["target"]):
        raise Refused("TQ-E04")
    if not values["own"]:
        raise Refused("TQ-E05", name="f.familiar")
    if not values["life"]:
        raise Refused("TQ-E06")


strike = Procedure(
    "strike",
    (
        number("attack", 0, MOST, 2, role="striker", field="attack"),
        choice("type", TYPES, 1, role="striker", field="type"),
        choice("target", TYPES, 1, role="target", field="type"),
        number("life", 0, LIVES, 4, role="target", field="life"),
        number("own", 0, LIVES, 1, role="striker", field="life"),  # Life of the striker, which must not be 0
    ),
    _strike_step,
    check=_check_strike,
    explain="strike",
    roles=("striker", "target"),
)


def _weapon_step(values: Values, progress: Progress) -> Outcome:
    life = life_after(values["life"], values["attack"])
    return Outcome(life, (("victim", "life", "=", life),), word=None if life else "dead")


weapon = Procedure(
    "weapon",
    (
        number("attack", 0, MOST, BASIC, role="winner", field="attack"),
        number("life", 0, MOST_LIFE, MOST_LIFE, role="victim", field="life"),
    ),
    _weapon_step,
    check=lambda values: check_life(values["life"]),
    explain="weapon",
    roles=("winner", "victim"),
)


# Purchases


def refund(old_cost: int, basic: int) -> int:
    """Return the number of coins that a buyer gets back for the old weapon.

    The refund is the old weapon's Cost minus 1. If `basic` is 1, the old weapon is the basic weapon, and the refund is
    0 [A-TQ06].
    """
    return 0 if basic else max(0, old_cost - 1)


def buy_for(
    coins: int, cost: int, old_cost: int, basic: int, net: int = False, first: int = False
) -> tuple[int, int, bool]:
    """Return (coins after a purchase, refund, whether the old weapon is discarded).

    The buyer pays the whole Cost before the refund. If `net` is 1, the buyer receives the refund before paying
    [A-TQ05]. `first` is 1 in the first preparation phase. Raise Refused with one of these codes:

    "TQ-E03"  a number is below 0.
    "TQ-E08"  in the first preparation phase a purchase is forbidden.
    "TQ-E10"  the buyer cannot pay the Cost.
    """
    for value in (coins, cost, old_cost):
        check_number(value)
    if first:
        raise Refused("TQ-E08")
    back = refund(old_cost, basic)
    if coins + (back if net else 0) < cost:
        raise Refused("TQ-E10", n=cost - (back if net else 0), m=coins)
    return coins - cost + back, back, not basic


def wealth(costs: Sequence[int], start: int = 5) -> list[int]:
    """Return the player's coins plus the Cost of the weapon, after each purchase.

    `costs` has the Cost of each weapon that the player buys, `start` is the number of coins at first. Unless the effect
    of a card changes the coins, the sum never rises (E-TQ02).
    """
    found = []
    coins, old, basic = start, 0, True
    for cost in costs:
        coins, _, _ = buy_for(coins, cost, old, basic)
        old, basic = cost, False
        found.append(coins + cost)
    return found


def _purchase_result(values: Values) -> tuple[int, int, bool]:
    return buy_for(
        values["coins"], values["price"], values["cost"], values["basic"], values["net"], values["first"]
    )


def _buy_step(values: Values, progress: Progress) -> Outcome:
    coins = _purchase_result(values)[0]
    return Outcome(
        coins,
        (
            ("buyer", "coins", "=", coins),
            ("buyer", "attack", "=", values["attack"]),
            ("buyer", "cost", "=", values["price"]),
            ("buyer", "basic", "=", 0),
            ("ware", "there", "=", 0),
        ),
    )


buy = Procedure(
    "buy",
    (
        number("price", 0, MOST, 3, role="ware", field="cost"),
        number("attack", 0, MOST, 3, role="ware", field="attack"),
        number("coins", 0, FAR, 5, role="buyer", field="coins"),
        number("basic", 0, 1, 1, role="buyer", field="basic"),
        number("cost", 0, MOST, 0, when=lambda values: not values["basic"], role="buyer", field="cost"),
        number("net", 0, 1, role="option", field="net"),
        flag("first"),  # 1 in the first preparation phase, in which a purchase is forbidden
    ),
    _buy_step,
    check=_purchase_result,
    explain="buy",
    roles=("buyer", "ware"),
)


# Familiars, traps, aspects


def leaving_familiars(owned: Sequence[bool], exotic: bool, limit: int = 2) -> list[int]:
    """Return which familiars a player may discard to make room for a new familiar.

    The result has indexes in `owned`. The result is [] if the player has room for the new familiar. The player may not
    discard the new familiar [A-TQ14]. A second exotic familiar replaces the first one [A-TQ18].

    owned   for each familiar of the player, whether the familiar is exotic.
    exotic  whether the new familiar is exotic.
    limit   the number of familiars that the player may have.

    Raise Refused(TQ-E11) if `limit` or the number of familiars is over 3.
    """
    if limit > 3 or len(owned) > 3:
        raise Refused("TQ-E11")
    if exotic and True in owned:
        return [owned.index(True)]
    return list(range(len(owned))) if len(owned) >= limit else []


def check_exotics(owned: Sequence[int]) -> None:
    """Raise Refused(TQ-E15) if a player has more than one exotic familiar.

    `owned` has for each familiar of the player whether the familiar is exotic.
    """
    if sum([1 for exotic in owned if exotic]) > 1:
        raise Refused("TQ-E15")


def count_trap(count: int, players: int) -> tuple[bool, int]:
    """Return (whether a trap card may be put into a hand, the trap's new count).

    The count is the number of times that the trap was put into a player's hand. When the count
    has reached the number of players, the trap is discarded instead (L121-123, E-TQ01).
    """
    return (True, count + 1) if count < players else (False, count)


def check_aspect(active: int) -> None:
    """Raise Refused(TQ-E13) if a player has an active aspect already [A-TQ19].

    An aspect is a spell that stays active. `active` is the number of the player's active aspect, or 0.
    """
    if active:
        raise Refused("TQ-E13")
