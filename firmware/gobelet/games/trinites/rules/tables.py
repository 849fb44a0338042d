"""Trinités: the printed tables that every test needs (RULES 3.1-3.3).

The module `health` has the tables of care and aggressions.
"""

from __future__ import annotations

from gobelet.rules.refused import Refused

# The 21 skills that the printed rules name, then six further skills that the players may name. The text key
# "o.<name>" has the label of a skill.
OPTIONS = tuple(
    (
        "soins arts artisanat survie documentation langues vigilance endurance esquive rapidite clairvoyance tactique "
        "corps melee force tir commandement subterfuge volonte athletisme discretion "
        "other1 other2 other3 other4 other5 other6"
    ).split()
)

# For each Procedure that does not ask for a skill, the name of its only skill. `combat_tables.ACTIONS` also
# has the skills of the actions. This table repeats these skills, so that a form does not load `combat_tables`.
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

# Procedures whose target is a character in the combat: every action, and the rolls that follow an action.
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

# The six difficulties (L120-141). Each string has a name and a modifier. The text key "o.<name>" has the
# label.
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
DELICATE = 2  # index of the difficulty Délicate [delicate], with which a form begins; the modifier is 0

# The modifiers of a test with the right skill, or with a near or far neighbouring skill instead (L143).
NEIGHBOUR = (0, -3, -6)
NEAR = ("own", "near", "far")

# Modifiers of the first, second and third attempt at one task (L147-148). The third attempt always fails, so
# its modifier is never used.
RETRY = (0, -3, 0)
ATTEMPTS = ("first", "second", "third")
AUTOMATIC = 2  # index in ATTEMPTS of the attempt that always fails

MOST = 39  # the highest score, from a base of 30 and a zodiac bonus of 9

# Pairs of a prime and a penalty (see `primes`) whose effects cancel each other. The device warns of these
# pairs, because a penalty must be a real hindrance (L735).
PAIRS = (
    "effective difficult",
    "overwhelm easy",
    "prudence  danger",
    "grave     slight",
    "faster    slower",
)


def is_cancelling_pair(prime: str, penalty: str) -> bool:
    """Tell whether the prime and the penalty of these names cancel each other."""
    return any([row.split() == [prime, penalty] for row in PAIRS])


def attempt_difficulty(number: int, difficulty: int, improved: object = False) -> tuple[int, int]:
    """Return (number, difficulty) of an attempt at a task.

    `number` counts the attempts from 1. If `improved` is true, the attempt counts as the first one. Raise
    TR-E28 for a third attempt, which always fails. Raise TR-E05 for a number below 1.
    """
    if number < 1:
        raise Refused("TR-E05")
    if improved:
        return 1, difficulty
    if number > AUTOMATIC:
        raise Refused("TR-E28")
    return number, difficulty + RETRY[number - 1]
