"""The rules of Au Pavillon du Traqueur.

This module has the tables that a session needs to open the game. The module `tables` has the printed tables, `fights`
the Procedures of strikes and purchases. The module `draws` has the draw of the first player, and the chances of cards.
The module `game` computes the changes of the Sheets, and `walks` has the printed sequences of steps.

The comments name parts of RULES.md by codes. For example, L27 is a line of the printed rules, and TQ-E05 a refusal,
with a message to the players. [A-TQ03] is a reading: what Gobelet plays where the rules are silent. E-TQ02 is an
erratum.
"""

# (name, module) of each Procedure. The journal stores a Procedure as its index in this table, and an input as
# its index in the Procedure. So a new Procedure or input must be appended at the end.
PROCEDURES = (
    ("starter", "draws"),
    ("strike", "fights"),
    ("buy", "fights"),
    ("weapon", "fights"),
    ("exotic", "draws"),
    ("draw", "draws"),
)

# The Kind of the row that fills each role of a Procedure.
ROLES = {
    "game": "game",
    "option": "option",
    "striker": "familiar",
    "target": "familiar",
    "buyer": "player",
    "ware": "shop",
    "winner": "player",
    "victim": "player",
}
