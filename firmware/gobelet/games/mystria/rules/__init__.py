"""The rules of Mystria, with the tables that a session needs to open the game.

RULES.md explains the codes in comments: L82 is a line of the printed rules, MY-E05 a refusal, [A-MY03] a
reading.
"""

# (name, module) of each Procedure. The journal stores a Procedure as its index in this table, and an input as
# its index in the Procedure. So new Procedures and inputs go to the end.
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
