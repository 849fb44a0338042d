"""Trinités: what experience buys (dossier 4.11, seed L802-811)."""

from gobelet.core.refused import Refused

from .sheets import KARMA_MOST

# What, and its price: of the base that is wished, halved and rounded up or doubled; else the same for all.
PRICES = (
    "skill      half",
    "resource   double",
    "karma      double",
    "ascendant  6",
    "descendant 12",
    "verset     12",
    "atout      12",  # up to the fourth
    "atout5     6",  # from the fifth on
)

NAMES = tuple([row.split()[0] for row in PRICES])
HIGHEST = 30  # base of a skill or a resource

# What a player wishes for; the Karma of either spirit has one price.
WISHES = ("skill", "resource", "deva", "archonte", "ascendant", "descendant", "verset", "atout")
SKILL = 0
RESOURCE = 1
DEVA = 2
ARCHONTE = 3
ASCENDANT = 4
DESCENDANT = 5
VERSET = 6
ATOUT = 7


def cost(name, target=0):
    """XP for one purchase; `target` is the base that is wished.

    TR-E17 for an unknown purchase, TR-E16 for a Karma above 12, TR-E18 for a base below 1.
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


def atout(nth):
    """Name of the purchase of the nth Atout."""
    return "atout" if nth <= 4 else "atout5"


def span(name, low, high):
    """XP from base `low` to base `high`, point by point. TR-E18 unless it rises."""
    if high <= low:
        raise Refused("TR-E18")
    return sum([cost(name, target) for target in range(low + 1, high + 1)])
