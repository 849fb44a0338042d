"""The rules of Au Pavillon du Traqueur: what a session needs to open it.

`tables` has what is printed, `fights` what strikes and purchases do, `draws` the chances of the decks. `game` has the
course of a game on its Sheets, `walks` the printed sequences.
"""

# (name, module) of each Procedure. The journal knows one by its index here and an input by its index in it:
# new ones go to the end.
PROCEDURES = (
    ("starter", "draws"),
    ("strike", "fights"),
    ("buy", "fights"),
    ("weapon", "fights"),
    ("exotic", "draws"),
    ("draw", "draws"),
)

# The Kind that each role of a Procedure lives in.
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
