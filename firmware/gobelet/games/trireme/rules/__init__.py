"""The rules of Trirème. Here is what a session needs to open the game; everything else is imported by the screens that
use it, so that it takes memory only then.

    fleet_*, ship_*   what is rolled in the Fleet game and in the Ship game;
    inputs            what these rolls have alike;
    ships, walks      the ships of a battle and what holds two together; the turn
    battle, counters  setting a battle up; what is printed on the counters;
    tables            the printed tables that their owner may correct, and their cells as numbers;
    corrections, owner_file   what the owner's file says, and how it is read and written;
    why               the why-chains of all rolls.
"""

OWNER_FILE = "trireme.tsv"  # what the owner of the printed game reads on its sheet, see `owner_file`

# (name, module) of each Procedure. The journal knows one by its index here and an input by its index in it:
# new ones go to the end.
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

# The Kind that each role of a Procedure lives in: the ship that acts and the one it acts upon, or just "ship".
ROLES = {
    "attacker": "ship",
    "target": "ship",
    "ship": "ship",
    "param": None,  # in no Sheet: what the owner's file says (see `corrections`)
}
