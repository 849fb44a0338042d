"""The screens of games as text: name -> (module, class).

The id of a screen is the name of the game and the name of the screen, for example "own-doom.form".
"""

SCREENS = {
    "home": ("home", "Home"),
    "form": ("forms", "OwnForm"),
    "presets": ("gobelet.ui.screens.presets", "Presets"),
    "result": ("results", "OwnResult"),
    "count": ("count", "Count"),
    "turn": ("turn", "Turn"),
    "history": ("gobelet.ui.screens.history", "History"),
    "luck": ("gobelet.ui.screens.luck", "Luck"),
}
