"""Traqueur: strikes of familiars, strikes of weapons, and purchases. Nothing is rolled: the odds are one outcome."""

from gobelet.core.procedure import Outcome, Procedure, choice, flag, number
from gobelet.core.refused import Refused

from .kinds import BASIC, FAR, LIVES, MOST
from .tables import TYPES

MOST_LIFE = 10  # of a player (seed L195)


def check_life(life):
    """TQ-E02 outside a player's counter."""
    if not 0 <= life <= MOST_LIFE:
        raise Refused("TQ-E02")


def check_number(value):
    """TQ-E03 for a number below 0."""
    if value < 0:
        raise Refused("TQ-E03")


# Strikes


def advantage(kind, target):
    """1 if a type (its place in TYPES) has the advantage on another, else 0 (seed L27)."""
    return 1 if kind and target and (target - kind) % 3 == 1 else 0


def strike_force(attack, kind, target):
    """Life that a strike takes off: Attack, and one more with the advantage, at Attack 0 too [A-TQ09]."""
    check_number(attack)
    return attack + advantage(kind, target)


def after(life, force):
    """Life after a strike, 0 at least."""
    return max(0, life - force)


def strikes(life, force):
    """How many strikes take all of `life`, 0 of them if there is none left; None if they never do (dossier 8.1)."""
    if life <= 0:
        return 0
    return -(-life // force) if force > 0 else None


def neighbours(seats, seat, out):
    """Seats next to `seat` on either side, clockwise numbers, those in `out` skipped (seed L277) [A-TQ03].

    The same rule serves familiars (out: who has none alive) and weapons (out: who left the game) [A-TQ04]. Who is out
    has no neighbours.
    """
    found = []
    if seat in out:
        return found
    for step in (1, seats - 1):
        at = (seat + step) % seats
        while at in out and at != seat:
            at = (at + step) % seats
        if at != seat and at not in found:
            found.append(at)
    return sorted(found)


def _strike(v, s):
    life = after(v["life"], strike_force(v["attack"], v["type"], v["target"]))
    return Outcome(life, (("target", "life", "=", life),), word=None if life else "down")


def _check_strike(v):
    if not v["own"]:
        raise Refused("TQ-E05", name="f.familiar")
    if not v["life"]:
        raise Refused("TQ-E06")


strike = Procedure(
    "strike",
    (
        number("attack", 0, MOST, 2, role="striker", field="attack"),
        choice("type", TYPES, 1, role="striker", field="type"),
        choice("target", TYPES, 1, role="target", field="type"),
        number("life", 0, LIVES, 4, role="target", field="life"),
        number("own", 0, LIVES, 1, role="striker", field="life"),  # of the one who strikes: 0 may not
    ),
    _strike,
    check=_check_strike,
    explain="strike",
    roles=("striker", "target"),
)


def _weapon(v, s):
    life = after(v["life"], v["attack"])
    return Outcome(life, (("victim", "life", "=", life),), word=None if life else "dead")


weapon = Procedure(
    "weapon",
    (
        number("attack", 0, MOST, BASIC, role="winner", field="attack"),
        number("life", 0, MOST_LIFE, MOST_LIFE, role="victim", field="life"),
    ),
    _weapon,
    check=lambda v: check_life(v["life"]),
    explain="weapon",
    roles=("winner", "victim"),
)


# Purchases


def refund(old_cost, basic):
    """Coins that come back for the weapon that is replaced: Cost - 1; none for the basic one [A-TQ06]."""
    return 0 if basic else max(0, old_cost - 1)


def buy_for(coins, cost, old_cost, basic, net=False, first=False):
    """(coins afterwards, refund, whether the old weapon goes to the discard).

    The whole Cost is paid before the refund comes; with `net` the refund counts first [A-TQ05].
    TQ-E08 in the first preparation, TQ-E10 for too few coins, TQ-E03 below 0.
    """
    for value in (coins, cost, old_cost):
        check_number(value)
    if first:
        raise Refused("TQ-E08")
    back = refund(old_cost, basic)
    if coins + (back if net else 0) < cost:
        raise Refused("TQ-E10", n=cost - (back if net else 0), m=coins)
    return coins - cost + back, back, not basic


def wealth(costs, start=5):
    """Coins plus Cost of the weapon after each of these purchases in a row: it can only fall (E-TQ02)."""
    found = []
    coins, old, basic = start, 0, True
    for cost in costs:
        coins, _, _ = buy_for(coins, cost, old, basic)
        old, basic = cost, False
        found.append(coins + cost)
    return found


def _bought(v):
    return buy_for(v["coins"], v["price"], v["cost"], v["basic"], v["net"], v["first"])


def _buy(v, s):
    coins = _bought(v)[0]
    return Outcome(
        coins,
        (
            ("buyer", "coins", "=", coins),
            ("buyer", "attack", "=", v["attack"]),
            ("buyer", "cost", "=", v["price"]),
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
        number("cost", 0, MOST, 0, when=lambda v: not v["basic"], role="buyer", field="cost"),
        number("net", 0, 1, role="option", field="net"),
        flag("first"),  # the first preparation phase: nothing may be bought yet
    ),
    _buy,
    check=_bought,
    explain="buy",
    roles=("buyer", "ware"),
)


# Familiars, traps, aspects


def tamed(owned, exotic, limit=2):
    """Places of the familiars of which one must go for a new one; none if there is room.

    owned: for each familiar whether it is exotic; the new one stays [A-TQ14]. A second exotic takes the place of the
    first [A-TQ18]. TQ-E11 for a limit over 3.
    """
    if limit > 3 or len(owned) > 3:
        raise Refused("TQ-E11")
    if exotic and True in owned:
        return [owned.index(True)]
    return list(range(len(owned))) if len(owned) >= limit else []


def check_exotics(owned):
    """TQ-E15 if more than one of `owned` is exotic."""
    if sum([1 for exotic in owned if exotic]) > 1:
        raise Refused("TQ-E15")


def trap(count, players):
    """(whether it goes into the hand, how often it did then): as often as there are players (seed L121-123, E-TQ01)."""
    return (True, count + 1) if count < players else (False, count)


def check_aspect(active):
    """TQ-E13 if an aspect is active already [A-TQ19]."""
    if active:
        raise Refused("TQ-E13")
