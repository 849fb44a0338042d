"""Screens of template_game, as short name -> (module, class).

A short name is part of an id such as "template_game.form". Form and Result are generic: both follow each
Procedure's declaration. A game can subclass Form and Result.
"""

SCREENS = {
    "home": ("home", "Home"),
    "form": ("gobelet.ui.screens.form", "Form"),
    "result": ("gobelet.ui.screens.result", "Result"),
    "history": ("gobelet.ui.screens.history", "History"),
}
