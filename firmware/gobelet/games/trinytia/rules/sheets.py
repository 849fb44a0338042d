"""Tri'Nytia: what the values of the Sheets mean (see `kinds`), and what death leaves of a character."""

# seat; 0 is empty
ALIVE = 1
DEAD = 2

# part
SETUP = 0
PLAY = 1
OVER = 2

STACK = 20  # arcanes that may wait

# What death leaves of a character: markers off the board, cards discarded (seed L154).
GONE = (
    ("seat", DEAD),
    ("lieu", -1),
    ("armour", 0),
    ("fixed", 0),
    ("range", 0),
    ("down", 0),
    ("equipment", 0),
    ("familiar", 0),
    ("fam_pv", 0),
    ("fam_wounds", 0),
)
