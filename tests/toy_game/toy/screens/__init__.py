"""Screens of the toy game."""

SCREENS = {
    "home": ("home", "Home"),
    "form": ("forms", "Form"),
    "result": ("gobelet.ui.result", "Result"),
    "history": ("gobelet.ui.history", "History"),
    "count": ("home", "Count"),
    "fault": ("home", "Fault"),
}
