"""The rules of Au Pavillon du Traqueur, with the tables that a session needs to open it.

`tables` has the printed tables, `fights` the effects of strikes and purchases, `draws` the chances of the
decks. `game` has the course of a game on its Sheets, `walks` the printed sequences.
"""

# (name, module) of each Procedure. The journal stores the index of a Procedure here, and the index of an
# input in its Procedure. So new Procedures and inputs go to the end.
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
