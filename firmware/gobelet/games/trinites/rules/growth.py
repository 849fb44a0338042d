"""Trinités: what becomes of experience: debts first, then purchases (seed L794-811)."""

from gobelet.core.procedure import Outcome, Procedure, choice, number
from gobelet.core.refused import Refused

from .party import DARK, LIGHT
from .prices import (
    ARCHONTE,
    ASCENDANT,
    ATOUT,
    DESCENDANT,
    DEVA,
    HIGHEST,
    KARMA_MOST,
    RESOURCE,
    SKILL,
    VERSET,
    WISHES,
    atout,
    cost,
    span,
)
from .sheets import SKILL_FIELDS
from .tables import OPTIONS

MOST_XP = 9999


def credited(karma, credit):
    """(karma, credit) once each point that the credit pays for was bought; with 12 it waits [A-TR26]."""
    while karma < KARMA_MOST and credit >= cost("karma", karma + 1):
        karma += 1
        credit -= cost("karma", karma)
    return karma, credit


def pay(xp, debts, karma, credits, first=LIGHT):
    """(xp left, debts, karma, credits) after the debts of Lumière and Ténèbres, pairs in this order, were paid.

    The higher debt first and in full [A-TR25], `first` of equal ones; what is paid goes to the Deva or the Archonte.
    """
    debts, karma, credits = list(debts), list(karma), list(credits)
    order = (
        [LIGHT, DARK]
        if debts[LIGHT] > debts[DARK] or (debts[LIGHT] == debts[DARK] and first == LIGHT)
        else [DARK, LIGHT]
    )
    for at in order:
        paid = min(xp, debts[at])
        xp -= paid
        debts[at] -= paid
        karma[at], credits[at] = credited(karma[at], credits[at] + paid)
    return xp, debts, karma, credits


# What a full sheet says of experience and Karma.
_ACCOUNT = (
    number("xp", 0, MOST_XP, role="adam", field="xp", asked=False),
    number("debt_l", 0, 999, role="adam", field="debt_l", asked=False),
    number("debt_t", 0, 999, role="adam", field="debt_t", asked=False),
    number("deva", 0, KARMA_MOST, role="adam", field="deva", asked=False),
    number("archonte", 0, KARMA_MOST, role="adam", field="archonte", asked=False),
    number("credit_l", 0, 999, role="adam", field="credit_l", asked=False),
    number("credit_t", 0, 999, role="adam", field="credit_t", asked=False),
)


def _debts_allowed(v):
    if not v["debt_l"] + v["debt_t"]:
        raise Refused("TR-N02")


def _debts(v, s):
    xp, debts, karma, credits = pay(
        v["xp"],
        (v["debt_l"], v["debt_t"]),
        (v["deva"], v["archonte"]),
        (v["credit_l"], v["credit_t"]),
        v["first"],
    )
    found = zip(
        ("xp", "debt_l", "debt_t", "deva", "archonte", "credit_l", "credit_t"), [xp] + debts + karma + credits
    )
    return Outcome(xp, tuple([("adam", field, "=", value) for field, value in found if v[field] != value]))


# The key is what is left of the XP.
debts = Procedure(
    "debts",
    _ACCOUNT + (choice("first", ("light", "dark"), when=lambda v: v["debt_l"] == v["debt_t"]),),
    _debts,
    _debts_allowed,
    roles=("me", "adam"),
)

COUNTED = {ASCENDANT: "ascendants", DESCENDANT: "descendants", VERSET: "versets", ATOUT: "atouts"}


def _rises(v):
    return v["what"] <= ARCHONTE


def price(v):
    """XP of a purchase: point by point from the present base; a credit counts towards Karma."""
    what = v["what"]
    if what == ATOUT:
        return cost(atout(v["atouts"] + 1))
    if not _rises(v):
        return cost(WISHES[what])
    if what in (DEVA, ARCHONTE):
        held = v["deva"] if what == DEVA else v["archonte"]
        credit = v["credit_l"] if what == DEVA else v["credit_t"]
        if v["target"] > KARMA_MOST:
            raise Refused("TR-E16")
        return max(0, span("karma", held, v["target"]) - credit)
    return span(WISHES[what], v["base"], v["target"])


def _buy_allowed(v):
    if v["debt_l"] + v["debt_t"]:
        raise Refused("TR-E31", n=v["debt_l"] + v["debt_t"])
    wanted = price(v)
    if wanted > v["xp"]:
        raise Refused("TR-E30", n=wanted, m=v["xp"])


def _buy(v, s):
    what = v["what"]
    effects = (("adam", "xp", "-", price(v)),)
    if what == SKILL:
        effects += (("skill", SKILL_FIELDS[v["skill"]], "=", v["target"]),)
    elif what in (DEVA, ARCHONTE):
        field, credit = (("deva", "credit_l"), ("archonte", "credit_t"))[what - DEVA]
        spent = span("karma", v[field], v["target"])
        effects += (("adam", field, "=", v["target"]), ("adam", credit, "=", max(0, v[credit] - spent)))
    elif what != RESOURCE:
        effects += (("adam", COUNTED[what], "+", 1),)
    return Outcome(price(v), effects)


# The key is the price.
buy = Procedure(
    "buy",
    (
        choice("what", WISHES),
        choice("skill", OPTIONS, when=lambda v: v["what"] == SKILL),
        number("base", 0, HIGHEST, when=lambda v: v["what"] <= RESOURCE),
        number("target", 1, HIGHEST, 1, when=_rises),
    )
    + _ACCOUNT
    + (number("atouts", 0, 99, role="adam", field="atouts", asked=False),),
    _buy,
    _buy_allowed,
    roles=("me", "adam", "skill"),
)
