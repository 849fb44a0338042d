"""Trinités: the printed tables of the tests, the skills and the aggressions."""

# The skills that the text names; a list of all is not in it. Text "skill.<name>".
SKILLS = (
    "soins arts artisanat survie documentation langues vigilance endurance esquive rapidite clairvoyance tactique "
    "corps melee force tir commandement subterfuge volonte athletisme discretion"
).split()

# Difficulty of an action (seed L120-141): text "level.<name>", value.
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


def skill(name):
    """Place of a skill that the text names."""
    return SKILLS.index(name)
