"""The games, in the order of the home screen.

A new game needs its folder, and its line here.
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
