"""Trinités: the printed tables that every test needs (RULES 3.1-3.3); `health` has those of care and aggressions."""

from __future__ import annotations

from gobelet.rules.refused import Refused

# The skills that the text names (it has no complete list), then those that the players name themselves. As a
# choice their text is "o.<name>".
OPTIONS = tuple(
    (
        "soins arts artisanat survie documentation langues vigilance endurance esquive rapidite clairvoyance tactique "
        "corps melee force tir commandement subterfuge volonte athletisme discretion "
        "other1 other2 other3 other4 other5 other6"
    ).split()
)

# Skills of the Procedures that do not ask for one: those of `combat_tables.ACTIONS` with one skill, and a few
# more. They are repeated here, because that table is not in memory for every test.
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

# Procedures whose target is chosen among the fighters: every action, and the rolls that follow one.
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

# Difficulty of an action (L120-141): text "o.<name>", value.
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

# A neighbouring skill costs 3, or 6, more (L143).
NEIGHBOUR = (0, -3, -6)
NEAR = ("own", "near", "far")

# Modifiers of the same task tried again (L147-148). After a second failure it always fails.
RETRY = (0, -3, 0)
ATTEMPTS = ("first", "second", "third")
AUTOMATIC = 2  # index in ATTEMPTS

MOST = 39  # the highest score: base and zodiac bonus

# Primes and penalties (see `combat_tables`) that cancel each other, or nearly: the device warns, because L735
# asks for a real hindrance.
PAIRS = (
    "effective difficult",
    "overwhelm easy",
    "prudence  danger",
    "grave     slight",
    "faster    slower",
)


def cancels(prime: str, penalty: str) -> bool:
    """Whether a prime and a penalty, by their names, are such a pair."""
    return any([row.split() == [prime, penalty] for row in PAIRS])


def retry(number: int, difficulty: int, improved: object = False) -> tuple[int, int]:
    """(number, difficulty) of this attempt, numbered from 1; None instead of a difficulty if it always fails (TR-E28).

    TR-E05 for a number below 1.
    """
    if number < 1:
        raise Refused("TR-E05")
    if improved:
        return 1, difficulty
    if number > AUTOMATIC:
        raise Refused("TR-E28")
    return number, difficulty + RETRY[number - 1]
