"""Tri'Nytia: what can be done with the game, and its options."""

from gobelet.ui.dial import Confirm
from gobelet.ui.menu import Lines, Menu

from ..rules.sheets import KEPT, OVER, PLAY, SETUP

RULED = {"setup": "character", "turn": "sequence", "over": "victory", "rolls": "random", "chances": "order"}


class Home(Menu):
    """Going on comes first while a game is under way."""

    keys = ("k.move", "k.open")

    def head(self):
        return self.app.t("title"), self.app.charge()

    def lines(self):
        """Names of the entries, each a text and, but for those below, a screen."""
        get = self.app.session.get
        names = []
        if get("game", 0, "players"):
            part = get("game", 0, "part")
            names.append({SETUP: "setup", PLAY: "turn", OVER: "over"}[part])
            names.append("table")
        if self.app.session.clock:
            names.append("clock")
        names += ["new", "rolls", "presets", "chances", "help", "options", "history", "redo"]
        if self.app.session.archived():
            names.append("recall")
        return names

    def entries(self):
        return Lines(self.lines(), lambda name: (self.app.t("home." + name), ""))

    def topic(self, index):
        return RULED.get(self.lines()[index], "")

    def choose(self, index):
        name = self.lines()[index]
        if name == "redo":
            self.app.redo()
        elif name == "recall":
            self.app.push(Confirm(self.app, self.app.t("recall.sure")))
        elif name == "new" and self.app.session.get("game", 0, "players"):
            self.app.push(Confirm(self.app, self.app.t("new.sure")))
        else:
            self.app.open("trinytia." + name)

    def returned(self, result):
        if result is not True:
            return
        name = self.lines()[self.cursor]
        self.cursor = 0  # on the game that goes on
        if name == "recall":
            self.app.session.recall()
        else:
            self.app.session.restart(KEPT)
            self.app.open("trinytia.new")
        self.refresh()
