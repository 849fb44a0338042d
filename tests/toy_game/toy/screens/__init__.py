"""Screens of the toy game."""

SCREENS = {
    "home": ("home", "Home"),
    "form": ("forms", "Form"),
    "result": ("gobelet.ui.result", "Result"),
    "history": ("gobelet.ui.history", "History"),
    "presets": ("gobelet.ui.presets", "Presets"),
    "count": ("home", "Count"),
    "fault": ("home", "Fault"),
}
