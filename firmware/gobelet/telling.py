"""Telling: what the screens say about the game that is open, and about those who play it."""

# mypy: disable-error-code="attr-defined"

import sys

from .memory.modules import GAMES
from .ui.widgets import minus

NAMES = "names.txt"  # names of the seats, sent from the desk or written here, one a line
COLOURS = "colours"  # colour of each seat, one byte each
SEATS = 10
LETTERS = 12  # of a seat's name that are kept: it stands beside a title


def told(texts, refused, seat, of=""):
    """The words for a `Refused`. A field that is the key of a text, the name of a Sheet's field or of an input is put
    in words, and seat(row) names a player.
    """
    fields = {"code": refused.code}
    for name in refused.fields:
        value = refused.fields[name]
        if isinstance(value, str):
            for key in (value, of + "." + value, "f." + value, "i." + value):
                if texts.has(key):
                    value = texts(key)
                    break
        elif name == "name":
            value = seat(value)
        fields[name] = value
    key = "e." + refused.code
    return texts(key if texts.has(key) else "e.refused", **fields)


class Telling:
    """The part of the App that finds words. It needs `texts`, `store` and `session`."""

    def read_seats(self):
        """Who sits where, as it is kept, in the beginning."""
        self.names = []
        try:
            data = self.store.read(NAMES) or b""
            self.names = [line.strip()[:LETTERS] for line in data.decode().split("\n")[:SEATS]]
        except (OSError, UnicodeError, MemoryError):
            pass
        try:
            data = self.store.read(COLOURS) or b""
        except (OSError, MemoryError):
            data = b""
        self.colours = bytearray(data if len(data) == SEATS and max(data) < SEATS else range(SEATS))

    def t(self, key, *args, **named):
        """The text of a key in the language chosen, filled in."""
        return self.texts(key, *args, **named)

    def words(self, refused, of=""):
        """The words for a `Refused`; of is the name of the Procedure that refused, if it is known."""
        return told(self.texts, refused, self.seat, of)

    def what(self, effects):
        """A few words for a transaction: those of the game's own `what`, which may also give a list of the effects
        that speak for all, or None. Then it is the first field that has a name "f.<field>", old -> new, each as
        "f.<field>.<value>" if there is such a text.
        """
        spoken = None
        state = self.session.state
        # Another version may have kept more.
        effects = [effect for effect in effects if state.value(*effect[:3]) is not None]
        effects = reverse(reverse(effects))  # one for each field, of all the presses of one transaction
        screens = self._screens()
        if effects and hasattr(screens, "what"):
            spoken = screens.what(self, effects)
            if isinstance(spoken, str):
                return spoken
        for k, row, f, old, new in spoken or effects:
            kind = state.kinds[k]
            key = "f." + kind.fields[f]
            if self.texts.has(key):
                who = self.seat(row) + " " if kind.rows > 1 else ""
                words = [self._value(key, value) for value in (old, new)]
                return "%s%s %s→%s" % (who, self.texts(key), words[0], words[1])
        return ""

    def _value(self, key, value):
        """A value as the text "<key>.<value>" has it, else its figures."""
        name = "%s.%d" % (key, value)
        return self.texts(name) if self.texts.has(name) else minus(value)

    def _screens(self):
        """The package of the game's screens, None if it is not in memory."""
        return self.session and sys.modules.get(GAMES + self.session.name + ".screens")

    def seat(self, row):
        """Name of whoever has a row of a Sheet, "" for -1, nobody: as the game's own `seat` says, else that of
        the seat, else its colour.
        """
        if row < 0:
            return ""
        screens = self._screens()
        if hasattr(screens, "seat"):
            return screens.seat(self, row)
        return self.name(row) or self.colour(row)

    def name(self, row):
        """Name of a seat, "" if it has none but its colour."""
        return self.names[row] if row < len(self.names) else ""

    def christen(self, row, name):
        """Give a seat a name, for every game, and keep it; "" takes it away. OSError changes nothing."""
        names = [self.name(at) for at in range(SEATS)]
        names[row] = name
        self.store.replace(NAMES, "\n".join(names).encode())
        self.names = names

    def colour(self, row):
        """Name of the colour of a seat."""
        return self.texts("colour.%d" % self.colours[row % SEATS])

    def paint(self, row, number):
        """Give a seat a colour and keep it; the seat that had it gets the other one. OSError changes nothing."""
        colours = bytearray(self.colours)
        for other in range(SEATS):
            if colours[other] == number:
                colours[other] = colours[row]
        colours[row] = number
        self.store.replace(COLOURS, bytes(colours))
        self.colours = colours


def reverse(effects):
    """The effects of a transaction as of one that takes it back, one for each field."""
    found = {}
    order = []
    for k, row, f, old, new in effects:
        key = (k, row, f)
        if key not in found:
            order.append(key)
            found[key] = (new, old)
        else:
            found[key] = (new, found[key][1])
    return [key + found[key] for key in order]
