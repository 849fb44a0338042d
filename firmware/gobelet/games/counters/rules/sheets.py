"""Counters: the values stored for the table, its counters, and the players.

The Kind "player" has rows for players, then for non-players such as monsters. Its field "v<n>" is the value of
counter n, from 0. A name that players write is stored as five integers (see ui/drawing/letters.py).
"""

from __future__ import annotations

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

PLAYERS = 8
OTHERS = 12  # number of rows for non-players, which follow the rows of the players
ROWS = PLAYERS + OTHERS
COUNTERS = 8
LOW = -999
HIGH = 9999
MOST_ROUNDS = 999
STEPS = 100  # the greatest amount by which one press may change a value of a counter

# The usual names of counters, each with start value, minimum and maximum. The text of a name has the text key
# "word.<name>". New names must be added at the end, because the field "word" of a counter stores the number of the
# name in this list, from 1. The number 0 stands for a name that players wrote.
WORDS = (
    "life 20 0 999",  # Vie
    "points 0 -999 9999",
    "wins 0 0 99",  # Victoires
    "gold 0 0 9999",  # Or
    "mana 0 0 99",
    "energy 0 0 99",  # Énergie
    "poison 0 0 10",
    "ammo 10 0 99",  # Munitions
    "wounds 0 0 99",  # Blessures
    "armour 0 0 20",  # Armure
    "xp 0 0 9999",  # Expérience
    "rounds 1 1 99",  # Manches
    "morale 10 0 20",  # Moral
    "force 0 0 20",
    "food 0 0 999",  # Nourriture
    "wood 0 0 999",  # Bois
    "stone 0 0 999",  # Pierre
    "iron 0 0 999",  # Fer
    "fuel 20 0 999",  # Carburant
    "cards 0 0 99",  # Cartes
    "storm 0 0 99",  # Tempête
    "tax 0 0 99",  # Taxe
    "threat 0 0 100",  # Menace
    "fame 0 0 100",  # Renommée
)

# The usual marks (states) of a player; the text of a mark has the text key "mark.<name>". The field "marks" of a player
# has a bit for each mark of this list, then OWN_MARKS bits for words that players wrote. A longer list would shift
# these bits in saved games, so the list must keep its length.
MARKS = ("poisoned", "stunned", "prone", "blinded", "frightened", "charmed", "held", "unseen", "focused")
OWN_MARKS = 6

# the time limits in seconds from which players choose; 0: no limit
LIMITS = (
    0,
    15,
    30,
    45,
    60,
    90,
    120,
    180,
    300,
    600,
    900,
    1200,
    1800,
    2700,
    3600,
    5400,
    7200,
)

NAME_FIELDS = ["n%d" % at for at in range(5)]
VALUE_FIELDS = ["v%d" % at for at in range(COUNTERS)]


def word(index: int) -> tuple[str, int, int, int]:
    """Return (name, start, minimum, maximum) of entry `index` of WORDS, from 1.

    For an index without an entry, return the first entry.
    """
    name, start, low, high = WORDS[index - 1 if 0 < index <= len(WORDS) else 0].split()
    return name, int(start), int(low), int(high)


_NAME = tuple([(name, 0, 32767, 0) for name in NAME_FIELDS])

TURN = ("table", "turn")  # the field whose value is the row in turn; the link reads it
KINDS = (
    Kind(
        "table",
        1,
        (
            ("players", 1, PLAYERS, 2),
            ("counters", 1, COUNTERS, 1),
            ("era", 0, 32767, 0),  # number of resets of the clocks; after 32767 it is 0 again
            # the row of the player in turn; the next two fields are the minutes and seconds of this turn
            ("turn", 0, ROWS - 1, 0),
        )
        + FIELDS
        + (
            ("limit", 0, len(LIMITS) - 1, 0),
            ("whole", 0, 1, 0),  # 1: the time limit is for all turns of a player; 0: for one turn
            ("down", 0, 1, 0),  # 1: the clock shows the time that is left until the limit
            ("others", 0, OTHERS, 0),
            # number of the round of the initiative, from 1; 0: no initiative, the turns are in the order of the seats
            ("round", 0, MOST_ROUNDS, 0),
            ("die", 2, 100, 20),  # number of sides of the die that rolls the initiative
        ),
    ),
    Kind(
        "counter",
        COUNTERS,
        (
            ("word", 0, 255, 1),
            ("start", LOW, "high", 20),
            ("step", 1, STEPS, 1),
            ("low", LOW, "high", 0),
            ("high", LOW, HIGH, 999),
        )
        + _NAME,
    ),
    Kind(
        "player",
        ROWS,
        tuple([(name, LOW, HIGH, 20) for name in VALUE_FIELDS])
        + FIELDS
        + _NAME
        # the three fields of the initiative, see turns.py
        + (("score", -99, 999, 0), ("tie", 0, 120, 0), ("rank", 0, ROWS, 0))
        + (("marks", 0, (1 << len(MARKS) + OWN_MARKS) - 1, 0),),
    ),
    Kind("mark", OWN_MARKS, _NAME),
)
