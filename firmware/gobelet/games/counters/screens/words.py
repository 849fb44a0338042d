"""Counters: names of players and counters, and a change in a few words."""

from gobelet.ui.drawing.letters import name_of
from gobelet.ui.drawing.widgets import minus

from ..rules.sheets import NAME_FIELDS, PLAYERS, VALUE_FIELDS, word
from ..rules.turns import out

# Fields of which the words for a change give the numbers.
_NUMBERS = ("players", "others", "counters", "start", "step", "low", "high")


def own(app, kind, row):
    """The name that the players wrote for a row, "" for none."""
    if not app.session.get(kind, row, NAME_FIELDS[0]):
        return ""
    return name_of([app.session.get(kind, row, field) for field in NAME_FIELDS])


def player(app, row):
    """Name of a player: that of the seat, but for one that an older game kept for itself. The others have their own."""
    if row >= PLAYERS:
        return own(app, "player", row) or app.t("other", row - PLAYERS + 1)
    return own(app, "player", row) or app.seat(row)


def marked(app, row):
    """The same, with a mark for one who is out."""
    return ("☠" if out(app.session.state, row) else "") + player(app, row)


def counter(app, row):
    """Name of a counter."""
    index = app.session.get("counter", row, "word")
    return app.t("word." + word(index)[0]) if index else own(app, "counter", row) or "?"


def value(app, row, index):
    """What a player has of a counter."""
    return app.session.get("player", row, VALUE_FIELDS[index])


def what(app, effects):
    """A few words for a transaction, from its first effect."""
    number, row, index, old, new = effects[0]
    kind = app.session.state.kinds[number]
    field = kind.fields[index]
    who = ""
    if field in ("score", "tie", "rank"):
        return app.t("order")  # of several
    if kind.name == "counter":
        who = counter(app, row) + " "
    elif kind.name == "player":
        who = player(app, row) + " "
    if field in VALUE_FIELDS:
        name = counter(app, VALUE_FIELDS.index(field))
    else:
        name = app.t("f." + ("name" if field in NAME_FIELDS else field))
        if field not in _NUMBERS:
            return who + (name + " " + player(app, new) if field == "turn" else name)
    for effect in effects:
        if effect[:3] == (number, row, index):
            new = effect[4]  # of all the presses of one bubble
    return "%s%s %s→%s" % (who, name, minus(old), minus(new))
