"""The rules of Trirème.

Here is what a session needs to open the game; everything else is imported by the screens that use it, so that
it takes memory only then.
"""

OWNER_FILE = "trireme.tsv"  # what the owner of the printed game reads on its sheet, see `owner`

# (name, module) of each Procedure. The journal knows one by its place here and an input by its place in it:
# new ones go to the end.
PROCEDURES = (
    ("fleet_clearance", "fleet"),
    ("fleet_fatigue", "fleet"),
    ("fleet_sail", "fleet"),
    ("fleet_ram", "fleet_ram"),
    ("fleet_grapple", "fleet_fights"),
    ("fleet_boarding", "fleet_fights"),
    ("ship_reef", "passing"),
    ("ship_steps", "passing"),
    ("ship_incendiary", "passing"),
    ("ship_ram", "ramming"),
    ("ship_rake", "ramming"),
    ("ship_breach", "breach"),
    ("ship_grapple", "grappling"),
    ("ship_boarding", "boarding"),
    ("ship_surrender", "boarding"),
    ("ship_clearance", "clearing"),
    ("ship_detachment", "grappling"),
)

# The Kind that each role of a Procedure lives in: the ship that acts and the one it acts upon, or just "ship".
ROLES = {
    "attacker": "ship",
    "target": "ship",
    "ship": "ship",
    "param": None,  # in no Sheet: what the owner's file says (see `corrections`)
}
