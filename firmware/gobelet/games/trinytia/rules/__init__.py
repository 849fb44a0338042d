"""The rules of Tri'Nytia.

This package has only the tables that a session needs to open the game. The screens import the other modules
when needed, to save memory.
"""

# (name, module) of each Procedure. The journal stores the index of a Procedure here, and the index of an
# input in its Procedure. So new Procedures and inputs go to the end.
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

# The Kind that each role of a Procedure uses.
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
