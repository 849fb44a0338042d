"""Screens of the toy game."""

SCREENS = {
    "home": ("home", "Home"),
    "form": ("forms", "Form"),
    "result": ("gobelet.ui.screens.result", "Result"),
    "history": ("gobelet.ui.screens.history", "History"),
    "presets": ("gobelet.ui.screens.presets", "Presets"),
    "count": ("home", "Count"),
    "fault": ("home", "Fault"),
}
