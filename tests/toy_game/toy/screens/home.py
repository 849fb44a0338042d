"""A list of all screens, a counter, and a screen that fails on demand."""

from gobelet.ui.drawing.widgets import draw_large, strip, top
from gobelet.ui.screens.menu import Menu
from gobelet.ui.screens.stack import Screen

ROWS = {"strike": (0, 1), "parry": (1,), "blow": (1,)}
MORE = ("history", "count", "redo")


class Home(Menu):
    title = "title"

    def names(self):
        return [name for name, _ in self.context.session.listed] + list(MORE)

    def entries(self):
        return [(self.context.t(name), "") for name in self.names()]

    def choose(self, at):
        name = self.names()[at]
        if name == "redo":
            self.context.redo()
        elif name in MORE:
            self.context.open("toy." + name)
        else:
            self.context.open("toy.form", at, *ROWS.get(name, ()))


class Count(Screen):
    """A counter: UP and DOWN change a field at once, as one transaction until OK or the end of the screen."""

    keys = ("k.change", "k.ok")

    def __init__(self, context):
        Screen.__init__(self, context)
        self.join = False

    def draw(self, c):
        top(c, "count")
        draw_large(c, str(self.context.session.get("char", 2, "armour")))
        strip(c, "", "")

    def by(self, n):
        now = self.context.session.get("char", 2, "armour")
        if self.context.change([("char", 2, "armour", now + n)], self.join):
            self.join = True

    def on_up(self, n):
        self.by(n)

    def on_down(self, n):
        self.by(-n)

    def on_ok(self):
        self.join = False


class Fault(Screen):
    """A screen that raises the exception in the game's `fault`."""

    def arguments(self):
        return ()

    def _at(self, where):
        import gobelet.games.toy as game

        if game.fault[0] == where:
            raise game.fault[1]

    def draw(self, c):
        self._at("draw")
        top(c, "fault")

    def on_show(self):
        self._at("on_show")

    def on_tick(self, now):
        self._at("tick")

    def on_up(self, n):
        self._at("up")

    def on_ok(self):
        self._at("ok")
        self.context.defer(self._at, "defer")

    def on_hold_ok(self):
        self._at("why")
