"""Screens of Trirème: short name -> (module, class), for ids such as "trireme.form"."""

SCREENS = {
    "home": ("home", "Home"),
    "history": ("gobelet.ui.history", "History"),
    # a battle
    "new": ("setup", "New"),
    "turn": ("turn", "Turn"),
    "orders": ("turn", "Orders"),
    "pair": ("home", "Pair"),
    "ships": ("ships", "Ships"),
    "card": ("sheet", "Card"),
    "sheet": ("sheet", "Sheet"),
    # the tables
    "rolls": ("home", "Rolls"),
    "form": ("forms", "Form"),
    "result": ("results", "Result"),
    "owner": ("owner", "Owner"),
    "table": ("table", "Table"),
    "column": ("table", "Column"),
    "help": ("pages", "Help"),
}


def seat(app, row):
    """See `App.seat`: the rows of this game are ships."""
    from . import common

    return common.name(app, row)


def what(app, effects):
    """See `App.what`."""
    from . import changes

    return changes.what(app, effects)
