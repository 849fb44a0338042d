"""Screens of template_game: short name -> (module, class), for ids such as "template_game.form".

The form and the result are made from each Procedure's declaration. A game that wants them otherwise has a subclass.
"""

SCREENS = {
    "home": ("home", "Home"),
    "form": ("gobelet.ui.screens.form", "Form"),
    "result": ("gobelet.ui.screens.result", "Result"),
    "history": ("gobelet.ui.screens.history", "History"),
}
