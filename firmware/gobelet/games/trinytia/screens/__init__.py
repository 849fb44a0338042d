"""Screens of Tri'Nytia: short name -> (module, class), for ids such as "trinytia.turn"."""

SCREENS = {
    "home": ("home", "Home"),
    "options": ("home", "Options"),
    "history": ("gobelet.ui.history", "History"),
    # before the first turn
    "new": ("setup", "NewGame"),
    "setup": ("setup", "Setup"),
    "placement": ("setup", "Placement"),
    "first": ("setup", "First"),
    # a turn
    "turn": ("turn", "Turn"),
    "over": ("turn", "Over"),
    "form": ("forms", "Form"),
    "result": ("forms", "Result"),
    "rolls": ("forms", "Rolls"),
    "death": ("turn", "Death"),
    # who has what
    "players": ("sheet", "Players"),
    "sheet": ("sheet", "Sheet"),
    "cards": ("cards", "Cards"),
    "exchange": ("cards", "Exchange"),
    "packs": ("cards", "Packs"),
    "arcanes": ("cards", "Arcanes"),
    # the two other modes
    "bet": ("modes", "Bet"),
    "champions": ("modes", "Champions"),
    # to look up
    "help": ("pages", "Help"),
    "chances": ("chances", "Chances"),
    "reach": ("chances", "Reach"),
    "allies": ("chances", "Allies"),
    "starters": ("chances", "Starters"),
}
