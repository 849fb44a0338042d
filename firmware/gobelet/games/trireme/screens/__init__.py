"""Screens of Trirème: short name -> (module, class), for ids such as "trireme.form"."""

SCREENS = {
    "home": ("home", "Home"),
    "rolls": ("home", "Rolls"),
    "form": ("forms", "Form"),
    "result": ("results", "Result"),
    "table": ("table", "Table"),
    "column": ("table", "Column"),
    "history": ("gobelet.ui.history", "History"),
}
