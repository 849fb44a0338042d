"""Trinités: the printed tables that every test needs; those of care and aggressions are in `health`."""

# The skills that the text names, for it has no list of all, then those that the table names itself: as a choice.
# Text "o.<name>".
OPTIONS = tuple(
    (
        "soins arts artisanat survie documentation langues vigilance endurance esquive rapidite clairvoyance tactique "
        "corps melee force tir commandement subterfuge volonte athletisme discretion "
        "other1 other2 other3 other4 other5 other6"
    ).split()
)

# Difficulty of an action (seed L120-141): text "o.<name>", value.
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

# The same task once more (L147-148); what fails a second time fails of itself from then on.
RETRY = (0, -3, 0)
ATTEMPTS = ("first", "second", "third")
AUTOMATIC = 2  # place in ATTEMPTS

MOST = 39  # the highest score: base and zodiac bonus

# Primes and penalties (see `actions`) that together leave nothing, or next to it: the device warns (L735 asks for a
# real hindrance).
PAIRS = (
    "effective difficult",
    "overwhelm easy",
    "prudence  danger",
    "grave     slight",
    "faster    slower",
)


def cancels(prime, penalty):
    """Whether a prime and a penalty, by their names, are such a pair."""
    return any([row.split() == [prime, penalty] for row in PAIRS])
