"""The games, in the order of the home screen. Adding one is its folder and its line here."""

GAMES = (
    "dice",
    "counters",
    "trinytia",
    "trireme",
    "trinites",
    "mystria",
    "traqueur",
)
