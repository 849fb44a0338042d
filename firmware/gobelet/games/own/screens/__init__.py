"""Screens of the games defined by texts: short name -> (module, class), for ids such as "own-doom.form"."""

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
