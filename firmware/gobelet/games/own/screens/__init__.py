"""The screens of games as text: name -> (module, class).

An id of a screen is for example "own-doom.form".
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
