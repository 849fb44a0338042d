"""The Procedures and roles of template_game.

The modules of rules import only `gobelet.rules` and each other. Their functions have integers as arguments and
results, and receive the faces of the dice as arguments.
"""

# (name, module) of each Procedure. The journal stores a Procedure by its index here, and an input by its index
# in the Procedure. Append new Procedures and new inputs at the end.
PROCEDURES = (("search", "search"),)

# For each role of a Procedure, the name of the Kind whose Sheet has the players or things in this role.
ROLES = {"seeker": "player"}
