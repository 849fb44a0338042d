"""Screens of Trirème: short name -> (module, class), for ids such as "trireme.form"."""

from gobelet.modules import load

from .changes import what
from .common import seat  # the rows of this game are ships

__all__ = ("SCREENS", "outside", "seat", "what")  # what `App` and `Telling` ask for

# What was kept in the owner's file, and what of it was taken back: see `undoing`.
KEPT = "trireme.kept"
UNKEPT = "trireme.unkept"

SCREENS = {
    "home": ("home", "Home"),
    "history": ("gobelet.ui.history", "History"),
    # a battle
    "new": ("setup", "New"),
    "turn": ("turn", "Turn"),
    "orders": ("orders", "Orders"),
    "fatigue": ("orders", "Fatigue"),
    "pair": ("home", "Pair"),
    "ships": ("ships", "Ships"),
    "card": ("sheet", "Card"),
    "sheet": ("sheet", "Sheet"),
    # the tables
    "rolls": ("home", "Rolls"),
    "form": ("forms", "Form"),
    "result": ("results", "Result"),
    "owner": ("owner", "Owner"),
    "counters": ("counters", "Counters"),
    "counter": ("counters", "Counter"),
    "table": ("table", "Table"),
    "column": ("table", "Column"),
    "help": ("pages", "Help"),
}


def outside(app, forward):
    """Undo, or redo, of what was kept in the owner's file: whether that was next."""
    if not app.store.read(UNKEPT if forward else KEPT):
        return False
    return load("gobelet.games.trireme.screens.undoing", "turn")(app, forward)
