"""The Procedures and roles of template_game, which a session needs.

Rules import only `gobelet.rules` and each other. Rules take and return integers, and receive the dice as
arguments.
"""

# (name, module) of each Procedure. The journal stores a Procedure by its index here, and an input by its
# index in the Procedure. Append new ones at the end.
PROCEDURES = (("search", "search"),)

# The Kind that holds each role of a Procedure.
ROLES = {"seeker": "player"}
