"""Screens of Trinités: short name -> (module, class), for ids such as "trinites.form"."""

SCREENS = {
    "home": ("home", "Home"),
    "history": ("gobelet.ui.history", "History"),
}
