"""The rules of Tri'Nytia.

This package itself has only the tables that a session needs to open the game. The screens import the other
modules when needed, to save memory.

RULES.md explains the codes in comments: L133 is a line of the printed rules, TN-E10 is a refusal, [A-TN03] is a
reading.
"""

# (name, module) of each Procedure. The journal stores a Procedure as its index in this table, and an input as
# its index in the Procedure. So new Procedures and inputs must be added at the end.
PROCEDURES = (
    ("placement", "placing"),
    ("tie_roll", "placing"),
    ("first_player", "placing"),
    ("move", "moves"),
    ("arrive", "moves"),
    ("lieu1", "moves"),
    ("attack", "fights"),
    ("defend", "fights"),
    ("suffer", "fights"),
    ("heal", "healing"),
    ("death", "healing"),
    ("random", "chance"),
    ("gold", "chance"),
    ("bet", "bets"),
    ("first_chooser", "chance"),
)

# For each role of a Procedure: the Kind whose row has the role.
ROLES = {
    "me": "char",
    "attacker": "char",
    "target": "char",
    "bettor1": "char",
    "bettor2": "char",
    "bettor3": "char",
    "game": "game",
    "option": "option",
}
