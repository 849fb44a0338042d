"""The rules of Mystria. Here is what a session needs to open the game."""

# (name, module) of each Procedure. The journal knows one by its index here and an input by its index in it:
# new ones go to the end.
PROCEDURES = (
    ("coin", "draws"),
    ("stack", "draws"),
    ("objectives", "draws"),
    ("token", "draws"),
    ("rival", "draws"),
    ("count", "score"),
)

# The Kind that each role of a Procedure lives in.
ROLES = {"a": "player", "b": "player", "cell": "stack", "game": "game"}
