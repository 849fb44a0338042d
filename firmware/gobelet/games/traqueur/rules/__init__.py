"""The rules of Au Pavillon du Traqueur.

This module has the tables that a session needs to open the game. `tables` has the printed tables, `fights` the
effects of strikes and purchases, `draws` the chances of the decks. `game` has the changes of a game, `walks` the
printed sequences.

RULES.md explains the codes in comments: L27 is a line of the printed rules, TQ-E05 a refusal, [A-TQ03] a
reading.
"""

# (name, module) of each Procedure. The journal stores a Procedure as its index in this table, and an input as
# its index in the Procedure. So new Procedures and inputs go to the end.
PROCEDURES = (
    ("starter", "draws"),
    ("strike", "fights"),
    ("buy", "fights"),
    ("weapon", "fights"),
    ("exotic", "draws"),
    ("draw", "draws"),
)

# The Kind that each role of a Procedure uses.
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
