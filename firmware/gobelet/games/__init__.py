"""The games, in the order of the home screen.

A new game needs a folder of its own in this package, and a line in GAMES.
"""

GAMES = (
    "dice",
    "counters",
    "trinytia",
    "trireme",
    "trinites",
    "mystria",
    "traqueur",
)
