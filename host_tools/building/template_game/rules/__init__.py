"""The rules of template_game. Here is what a session needs to open it.

Rules import nothing but `gobelet.rules` and each other: integers in, integers out, the dice are handed in.
"""

# (name, module) of each Procedure. The journal knows one by its index here and an input by its index in it:
# new ones go to the end.
PROCEDURES = (("search", "search"),)

# The Kind that each role of a Procedure lives in.
ROLES = {"seeker": "player"}
