"""Screens of Trirème: short name -> (module, class), for ids such as "trireme.form"."""

SCREENS = {
    "home": ("home", "Home"),
    "rolls": ("home", "Rolls"),
    "form": ("forms", "Form"),
    "result": ("results", "Result"),
    "history": ("gobelet.ui.history", "History"),
}
