"""The rules of Trirème.

This file has only the names that a session needs to open the game. The screens import the modules of this package
only when they need them, to save memory.

    fleet_*, ship_*   the rolls of the Fleet game and of the Ship game;
    inputs            the parts that these rolls share
    ships, walks      the ships of a battle and the ties between them; the steps of a turn
    battle, counters  the set-up of a battle; the values printed on the counters
    tables            the printed tables that the owner may correct, and the codes of their cells
    corrections, owner_file   the contents of the owner's file, and its parser and writer
    why               the explanations of all rolls

The owner is the player who has the printed game.
"""

# The file with values that the owner of the printed game has read from its tables and counters, see `owner_file`.
OWNER_FILE = "trireme.tsv"

# (name, module) of each Procedure. The journal stores the index of a Procedure in this tuple, and the index of an
# input in its Procedure. So new Procedures and new inputs must be added at the end.
PROCEDURES = (
    ("fleet_clearance", "fleet_movement"),
    ("fleet_fatigue", "fleet_movement"),
    ("fleet_sail", "fleet_movement"),
    ("fleet_ram", "fleet_ramming"),
    ("fleet_grapple", "fleet_boarding"),
    ("fleet_boarding", "fleet_boarding"),
    ("ship_reef", "ship_movement"),
    ("ship_steps", "ship_movement"),
    ("ship_incendiary", "ship_movement"),
    ("ship_ram", "ship_ramming"),
    ("ship_rake", "ship_ramming"),
    ("ship_breach", "ship_breach"),
    ("ship_grapple", "ship_boarding"),
    ("ship_boarding", "ship_boarding"),
    ("ship_surrender", "ship_boarding"),
    ("ship_clearance", "ship_clearance"),
    ("ship_detachment", "ship_boarding"),
)

# For each role of a Procedure, the Kind whose row has this role. In a roll between two ships the acting ship is the
# attacker and the other ship is the target. A roll of one ship has only the role "ship".
ROLES = {
    "attacker": "ship",
    "target": "ship",
    "ship": "ship",
    "param": None,  # no row has this role: the owner's file provides the value of an input with this role
}
