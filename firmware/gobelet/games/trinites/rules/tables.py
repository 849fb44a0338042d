"""Trinités: the printed tables that every test needs (RULES 3.1-3.3).

`health` has the tables of care and aggressions.
"""

from __future__ import annotations

from gobelet.rules.refused import Refused

# The skills that the text names (its list is not complete), then those that the players add. As an option, a
# skill has the text "o.<name>".
OPTIONS = tuple(
    (
        "soins arts artisanat survie documentation langues vigilance endurance esquive rapidite clairvoyance tactique "
        "corps melee force tir commandement subterfuge volonte athletisme discretion "
        "other1 other2 other3 other4 other5 other6"
    ).split()
)

# The skill of each Procedure that does not ask for one. The Procedures are the actions of
# `combat_tables.ACTIONS` with one skill, and a few others. The skills are repeated here, because not every
# test has that table in memory.
FIXED = {
    "care": "soins",
    "weekly": "soins",
    "fall": "esquive",
    "initiative": "rapidite",
    "alert": "vigilance",
    "shoot": "tir",
    "move": "athletisme",
    "draw": "rapidite",
    "feint": "subterfuge",
    "encourage": "commandement",
    "intimidate": "commandement",
    "disarm": "melee",
    "seize": "corps",
    "hide": "discretion",
    "spot": "vigilance",
    "assess": "tactique",
    "improvise": "tactique",
    "survey": "tactique",
    "dodge": "esquive",
    "notice": "vigilance",
}

# Procedures whose target is one of the fighters: every action, and the rolls that follow an action.
COMBAT = (
    "strike",
    "shoot",
    "move",
    "draw",
    "feint",
    "encourage",
    "intimidate",
    "dislodge",
    "disarm",
    "seize",
    "destroy",
    "hide",
    "spot",
    "assess",
    "improvise",
    "survey",
    "break_free",
    "dodge",
    "suffer",
)

# The difficulty of an action (L120-141): name of the text "o.<name>", value.
LEVELS = (
    "elementaire  6",
    "aisee        3",
    "delicate     0",
    "ardue       -3",
    "audacieuse  -6",
    "prodigieuse -9",
)
LEVEL_NAMES = tuple([row.split()[0] for row in LEVELS])
LEVEL_VALUES = tuple([int(row.split()[1]) for row in LEVELS])
DELICATE = 2

# A neighbouring skill has the modifier -3 or -6 (L143).
NEIGHBOUR = (0, -3, -6)
NEAR = ("own", "near", "far")

# Modifiers of a further attempt at the same task (L147-148). A third attempt always fails.
RETRY = (0, -3, 0)
ATTEMPTS = ("first", "second", "third")
AUTOMATIC = 2  # index in ATTEMPTS of the attempt that always fails

MOST = 39  # the highest score: base and zodiac bonus

# Primes and penalties (see `combat_tables`) that cancel each other fully or nearly. The device warns of such
# pairs, because L735 asks for a real hindrance.
PAIRS = (
    "effective difficult",
    "overwhelm easy",
    "prudence  danger",
    "grave     slight",
    "faster    slower",
)


def is_cancelling_pair(prime: str, penalty: str) -> bool:
    """Tell whether a prime and a penalty, by their names, cancel each other."""
    return any([row.split() == [prime, penalty] for row in PAIRS])


def attempt_difficulty(number: int, difficulty: int, improved: object = False) -> tuple[int, int]:
    """Return (number, difficulty) of an attempt, numbered from 1.

    `improved` makes the attempt a first one. TR-E28 refuses an attempt that always fails, TR-E05 a number
    below 1.
    """
    if number < 1:
        raise Refused("TR-E05")
    if improved:
        return 1, difficulty
    if number > AUTOMATIC:
        raise Refused("TR-E28")
    return number, difficulty + RETRY[number - 1]
