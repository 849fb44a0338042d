"""Trirème: the counter panel: what is printed on the counters, entered once for both colours of every battle."""

from gobelet.ui.menu import Lines

from ..rules import counters
from ..rules.sheets import CLASS, FLEET
from ..rules.ships import fleet
from . import common
from .lists import Rows, Ruled, on_field
from .owner_data import add, read


def keep(app, at, values):
    """Put a counter into the owner's file; ships of the battle of which nothing was entered take it over."""
    add(app, counters.line(at, values))
    state = app.session.state
    changes = []
    for row in fleet(state):
        if state.get("ship", row, "name") == at and counters.of(state, row) == counters.blank():
            changes += counters.printed({at: values}, at, row)
    if changes:
        app.change(changes)


class Counters(Ruled):
    """The names with what is printed on their counters."""

    title = "home.counters"
    keys = ("k.move", "k.open")

    def entries(self):
        self.panel = read(self.app).ships
        return Lines(range(len(common.names(self.app))), self.line)

    def line(self, at):
        app = self.app
        if at not in self.panel:
            return common.names(app)[at], "—"
        pv, factor, size, crew = self.panel[at][:4]
        return common.names(app)[at], app.t("counter", pv, factor, size, app.t("f.crew.%d" % crew)[:3])

    def topic(self, at):
        return "errata"

    def choose(self, at):
        self.app.open("trireme.counter", 0, at)


class Counter(Rows):
    """One counter, value by value; it is kept when it is left, and OK on the last line goes on to the next one."""

    def __init__(self, app, cursor=0, at=0, *values):
        Rows.__init__(self, app, cursor)
        self.at = at
        self.was = read(app).ships.get(at, counters.blank())
        self.values = bytearray(values or self.was)

    def arguments(self):
        return [self.cursor, self.at] + list(self.values)

    def shown(self):
        was = self.was
        self.was = read(self.app).ships.get(self.at, counters.blank())  # an undo may have taken it back
        if self.values == was:
            self.values = bytearray(self.was)
        Rows.shown(self)

    def head(self):
        return self.app.t("home.counters"), common.names(self.app)[self.at]

    def fields(self):
        """Those that are asked: a fleet of the Fleet game has no men on its counters."""
        found = list(CLASS[:6])
        if common.game(self.app) == FLEET:
            found.remove("men")
        return found

    def entries(self):
        return [(self.app.t("f." + field), self.value(field)) for field in self.fields()]

    def value(self, field):
        value = self.values[CLASS.index(field)]
        return self.app.t("f.%s.%d" % (field, value)) if field in counters.WORDS else str(value)

    def topic(self, at):
        return on_field(common.game(self.app), self.fields()[at])

    def turn(self, at, by):
        field = self.fields()[at]
        low, high = counters.bounds(field)[:2]
        index = CLASS.index(field)
        if field in counters.WORDS:
            self.values[index] = (self.values[index] - by) % (high + 1)
        else:
            self.values[index] = max(low, min(high, self.values[index] + by))
        self.refresh()

    def keep(self):
        if self.values != self.was:
            self.was = bytes(self.values)
            keep(self.app, self.at, self.was)

    def ends(self):
        self.keep()
        self.app.replace("trireme.counter", 0, (self.at + 1) % len(common.names(self.app)))

    def back(self):
        self.keep()
        self.app.close()
