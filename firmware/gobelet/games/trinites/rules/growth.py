"""Trinités: experience (XP), spent on debts first, then on purchases (L785-811).

A purchase raises the base of a skill, of a resource or of the Karma, or buys a power of a Trinité. The powers are
Auras, Versets and Atouts, which the printed rules do not describe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, ask_first, choice, number
from gobelet.rules.refused import Refused

from .party import DARK, LIGHT
from .sheets import KARMA_MOST, SKILL_FIELDS
from .tables import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Consequence, Progress, Row, Values

# Names of purchases and their prices in XP. The price "half" is half the wished base, rounded up. The price
# "double" is twice the wished base. A number is a fixed price.
PRICES = (
    "skill      half",
    "resource   double",
    "karma      double",
    "ascendant  6",
    "descendant 12",
    "verset     12",
    "atout      12",  # price of an atout up to the fourth
    "atout5     6",  # price of an atout from the fifth on
)

NAMES = tuple([row.split()[0] for row in PRICES])
HIGHEST = 30  # highest base of a skill or a resource

# Purchases that a player can choose. The purchases "deva" and "archonte" have the price "karma".
WISHES = ("skill", "resource", "deva", "archonte", "ascendant", "descendant", "verset", "atout")
SKILL = 0
RESOURCE = 1
DEVA = 2
ARCHONTE = 3
ASCENDANT = 4
DESCENDANT = 5
VERSET = 6
ATOUT = 7


def cost(name: str, target: int = 0) -> int:
    """Return the price in XP of one purchase with the wished base `target`.

    Raise TR-E17 for an unknown purchase, TR-E16 for a Karma above 12, and TR-E18 for a base below 1.
    """
    if name not in NAMES:
        raise Refused("TR-E17")
    price = PRICES[NAMES.index(name)].split()[1]
    if price not in ("half", "double"):
        return int(price)
    if name == "karma" and target > KARMA_MOST:
        raise Refused("TR-E16")
    if target < 1:
        raise Refused("TR-E18")
    return (target + 1) // 2 if price == "half" else 2 * target


def atout_name(nth: int) -> str:
    """Return the name in PRICES for the nth Atout [power] that a character buys."""
    return "atout" if nth <= 4 else "atout5"


def cost_between(name: str, low: int, high: int) -> int:
    """Return the price in XP of the points from base `low` to base `high`.

    Raise TR-E18 unless `high` is above `low`.
    """
    if high <= low:
        raise Refused("TR-E18")
    return sum([cost(name, target) for target in range(low + 1, high + 1)])


MOST_XP = 9999


def spend_credit(karma: int, credit: int) -> tuple[int, int]:
    """Return (karma, credit) after the credit has paid for points of Karma.

    The credit pays for as many points as possible. At a Karma of 12 the credit is kept [A-TR26].
    """
    while karma < KARMA_MOST and credit >= cost("karma", karma + 1):
        karma += 1
        credit -= cost("karma", karma)
    return karma, credit


def pay_debts(
    xp: int, debts: Sequence[int], karma: Sequence[int], credits: Sequence[int], first: int = LIGHT
) -> tuple[int, list[int], list[int], list[int]]:
    """Return (xp left, debts, karma, credits) after `xp` has paid the debts.

    Each list has the value for Lumière [light], then the value for Ténèbres [darkness]. The higher debt is paid
    first and in full [A-TR25]. If both debts are equal, the debt of the nature `first` is paid first. The XP paid
    for Lumière become a credit for the Deva, the XP paid for Ténèbres a credit for the Archonte.
    """
    debts, karma, credits = list(debts), list(karma), list(credits)
    order = (
        [LIGHT, DARK]
        if debts[LIGHT] > debts[DARK] or (debts[LIGHT] == debts[DARK] and first == LIGHT)
        else [DARK, LIGHT]
    )
    for index in order:
        paid = min(xp, debts[index])
        xp -= paid
        debts[index] -= paid
        karma[index], credits[index] = spend_credit(karma[index], credits[index] + paid)
    return xp, debts, karma, credits


# Inputs for experience and Karma, filled from the character's row of the Kind "adam".
_ACCOUNT = (
    number("xp", 0, MOST_XP, role="adam", field="xp", asked=False),
    number("debt_l", 0, 999, role="adam", field="debt_l", asked=False),
    number("debt_t", 0, 999, role="adam", field="debt_t", asked=False),
    number("deva", 0, KARMA_MOST, role="adam", field="deva", asked=False),
    number("archonte", 0, KARMA_MOST, role="adam", field="archonte", asked=False),
    number("credit_l", 0, 999, role="adam", field="credit_l", asked=False),
    number("credit_t", 0, 999, role="adam", field="credit_t", asked=False),
)


def _check_debts(values: Values) -> None:
    if not values["debt_l"] + values["debt_t"]:
        raise Refused("TR-N02")
    if not values["xp"]:
        raise Refused("TR-N03")


def _debts_step(values: Values, progress: Progress) -> Outcome:
    xp, debts, karma, credits = pay_debts(
        values["xp"],
        (values["debt_l"], values["debt_t"]),
        (values["deva"], values["archonte"]),
        (values["credit_l"], values["credit_t"]),
        values["first"],
    )
    found = zip(
        ("xp", "debt_l", "debt_t", "deva", "archonte", "credit_l", "credit_t"), [xp] + debts + karma + credits
    )
    return Outcome(
        xp, tuple([("adam", field, "=", value) for field, value in found if values[field] != value])
    )


# Paying debts with XP. The outcome key is the number of XP left.
debts = Procedure(
    "debts",
    _ACCOUNT
    + (choice("first", ("light", "dark"), when=lambda values: values["debt_l"] == values["debt_t"]),),
    _debts_step,
    _check_debts,
    roles=("me", "adam"),
)

COUNT_FIELDS = {ASCENDANT: "ascendants", DESCENDANT: "descendants", VERSET: "versets", ATOUT: "atouts"}


def _has_base(values: Values) -> bool:
    return values["what"] <= ARCHONTE


def price(values: Values) -> int:
    """Return the price of a purchase in XP.

    A base is bought point by point from the present base to the wished base. A credit reduces the price of
    Karma.
    """
    what = values["what"]
    if what == ATOUT:
        return cost(atout_name(values["atouts"] + 1))
    if not _has_base(values):
        return cost(WISHES[what])
    if what in (DEVA, ARCHONTE):
        held = values["deva"] if what == DEVA else values["archonte"]
        credit = values["credit_l"] if what == DEVA else values["credit_t"]
        if values["target"] > KARMA_MOST:
            raise Refused("TR-E16")
        return max(0, cost_between("karma", held, values["target"]) - credit)
    return cost_between(WISHES[what], values["base"], values["target"])


def _check_buy(values: Values) -> None:
    if values["debt_l"] + values["debt_t"]:
        raise Refused("TR-E31", n=values["debt_l"] + values["debt_t"])
    wanted = price(values)
    if wanted > values["xp"]:
        raise Refused("TR-E30", n=wanted, m=values["xp"])


def _buy_step(values: Values, progress: Progress) -> Outcome:
    what = values["what"]
    effects: tuple[Consequence, ...] = (("adam", "xp", "-", price(values)),)
    if what == SKILL:
        effects += (("skill", SKILL_FIELDS[values["skill"]], "=", values["target"]),)
    elif what in (DEVA, ARCHONTE):
        field, credit = (("deva", "credit_l"), ("archonte", "credit_t"))[what - DEVA]
        spent = cost_between("karma", values[field], values["target"])
        effects += (
            ("adam", field, "=", values["target"]),
            ("adam", credit, "=", max(0, values[credit] - spent)),
        )
    elif what != RESOURCE:
        effects += (("adam", COUNT_FIELDS[what], "+", 1),)
    return Outcome(price(values), effects)


def base_of(what: int) -> str:
    """Return the name of the input with the present base of a purchase."""
    return {DEVA: "deva", ARCHONTE: "archonte"}.get(what, "base")


def present_base(state: State, row: Row, given: Values) -> int:
    """Return the present base of a purchase, 0 if the base is unknown.

    The base of a skill is read from the sheet of the character in `row`, any other base from the known values
    `given`.
    """
    what = given.get("what", SKILL)
    if what == SKILL and row >= 0:
        return max(0, state.get("skill", row, SKILL_FIELDS[given.get("skill", 0)]))
    return given.get(base_of(what), 0)


def next_wish(state: State, row: Row, given: Values) -> Values:
    """Return {"target": wished base}, one point above the present base.

    The dict is empty for a purchase without a base.
    """
    if given.get("what", SKILL) > ARCHONTE:
        return {}
    return {"target": min(present_base(state, row, given) + 1, HIGHEST)}


def suggest_base(state: State, row: Row, given: Values) -> None:
    """Add the present and the wished base of a purchase to `given`.

    `given` has the known values of the purchase. The wished base is one point above the present base, unless
    `given` has a wished base above the present base already.
    """
    base = present_base(state, row, given)
    if given.get("what", SKILL) == SKILL and row >= 0:
        given["base"] = base
    if given.get("target", 0) <= base:
        given.update(next_wish(state, row, given))


# A purchase with XP. The outcome key is the price.
buy = Procedure(
    "buy",
    (
        ask_first(choice("what", WISHES)),
        ask_first(choice("skill", OPTIONS, when=lambda values: values["what"] == SKILL)),
        number("base", 0, HIGHEST, when=lambda values: values["what"] <= RESOURCE),
        number("target", 1, HIGHEST, 1, when=_has_base),
    )
    + _ACCOUNT
    + (number("atouts", 0, 99, role="adam", field="atouts", asked=False),),
    _buy_step,
    _check_buy,
    roles=("me", "adam", "skill"),
)
