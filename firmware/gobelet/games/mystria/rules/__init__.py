"""The rules of Mystria, with the tables that a session needs to open the game."""

# (name, module) of each Procedure. The journal stores the index of a Procedure here, and the index of an
# input in its Procedure. So new Procedures and inputs go to the end.
PROCEDURES = (
    ("coin", "draws"),
    ("stack", "draws"),
    ("objectives", "draws"),
    ("token", "draws"),
    ("rival", "draws"),
    ("count", "score"),
)

# The Kind that each role of a Procedure uses.
ROLES = {"a": "player", "b": "player", "cell": "stack", "game": "game"}
