"""The rules of Mystria.

This file has only the names that a session needs to open the game. RULES.md explains the codes in comments: L82 is a
line of the printed rules, MY-E05 a code of Refused, [A-MY03] our reading where the rules are silent.
"""

# (name, module) of each Procedure. The journal stores the index of a Procedure in this tuple, and the index of an
# input in its Procedure. So new Procedures and new inputs must be added at the end.
PROCEDURES = (
    ("coin", "draws"),
    ("stack", "draws"),
    ("objectives", "draws"),
    ("token", "draws"),
    ("rival", "draws"),
    ("count", "score"),
)

# For each role of a Procedure, the Kind whose row has this role.
ROLES = {"a": "player", "b": "player", "cell": "stack", "game": "game"}
