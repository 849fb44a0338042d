"""The rules of Tri'Nytia.

Here is what a session needs to open the game; everything else is imported by the screens that use it, so that
it takes memory only then.
"""

# (name, module) of each Procedure. The journal knows one by its index here and an input by its index in it:
# new ones go to the end.
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

# The Kind that each role of a Procedure lives in.
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
