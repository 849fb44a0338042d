"""The screens of games as text, as (module, class) by the name of the screen.

The id of a screen consists of the game's name and the screen's name, for example "own-doom.form".
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
