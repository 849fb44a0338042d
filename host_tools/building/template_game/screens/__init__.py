"""The screens of template_game: for each short name, its (module, class).

The id of a screen is the game's name and the short name, such as "template_game.form". The classes Form and
Result draw any Procedure from its declaration. A game can subclass Form and Result.
"""

SCREENS = {
    "home": ("home", "Home"),
    "form": ("gobelet.ui.screens.form", "Form"),
    "result": ("gobelet.ui.screens.result", "Result"),
    "history": ("gobelet.ui.screens.history", "History"),
}
