"""Trinités: what can be done with the table."""

from gobelet.ui.dial import Confirm
from gobelet.ui.menu import Lines, Menu

from ..rules import party
from . import common

KEPT = ("option",)  # Kinds that a new table leaves alone

# What is at hand while there are characters; the cursor begins at the last test.
TABLE = ("memo", "test", "confront", "party", "time")
BEGIN = 1
RULED = {"memo": "rounds", "test": "levels", "confront": "direct", "party": "skills", "time": "recovery"}
MORE = ("rolls", "help", "options", "history", "redo")


class Home(Menu):
    """A test of who acted last comes first; in a combat the memo."""

    keys = ("k.move", "k.open")

    def __init__(self, app, cursor=-1):
        Menu.__init__(self, app, cursor)

    def head(self):
        return self.app.t("title"), self.app.charge()

    def names(self):
        """Names of the entries, each a text and, but for those below, a screen."""
        state = self.app.session.state
        found = list(TABLE if party.played(state) else ("party", "test", "confront"))
        found += MORE
        if party.played(state) or party.aside(state):
            found.append("new")
        if self.app.session.archived():
            found.append("recall")
        return found

    def refresh(self):
        if self.cursor < 0:
            self.cursor = 0
            if party.played(self.app.session.state) and not self.app.session.get("combat", 0, "round"):
                self.cursor = BEGIN
        Menu.refresh(self)

    def entries(self):
        self.offered = self.names()
        return Lines(self.offered, self.line)

    def line(self, name):
        """What an entry says."""
        app = self.app
        if name == "test":
            row, skill = common.last(app)
            if row >= 0:
                skill = common.recent(app, row) if skill < 0 else skill
                return common.name(app, row), common.skill(app, skill) if skill >= 0 else app.t("home.test")
        if name == "memo":
            number = app.session.get("combat", 0, "round")
            return app.t("home.memo"), app.t("home.round", number) if number else ""
        return app.t("home." + name), ""

    def topic(self, at):
        return RULED.get(self.offered[at], "")

    def choose(self, at):
        app = self.app
        name = self.offered[at]
        if name == "redo":
            app.redo()
        elif name in ("new", "recall"):
            self.sure = name
            app.push(Confirm(app, app.t(name + ".sure")))
        elif name == "test":
            row = common.last(app)[0]
            if row >= 0:
                app.open("trinites.skills", -1, row)
            else:
                common.open_form(app, "test")
        else:
            app.open("trinites." + name)

    def returned(self, result):
        if result is not True:
            return
        if self.sure == "recall":
            if not self.app.session.recall():
                self.app.notice(self.app.t("recall.damaged"))
        else:
            self.app.session.restart(KEPT)
        self.refresh()
