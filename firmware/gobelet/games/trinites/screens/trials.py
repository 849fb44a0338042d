"""Trinités: what can be tested: the skills of a character, every roll, confrontations."""

from gobelet.ui.menu import Lines, Menu

from ..rules import party
from ..rules.duel import race
from ..rules.sheets import FAILED
from . import common
from .forms import open_test


class Skills(Menu):
    """The skills of a character that are known: OK tests one, OK held gives it another score."""

    keys = ("k.move", "k.open")
    holds = "?"

    def __init__(self, app, cursor=-1, row=0):
        Menu.__init__(self, app, cursor)
        self.row = row
        self.rating = -1

    def place(self):
        return (self.cursor, self.row)

    def shown(self):
        if common.gone(self.app, self.row):
            self.app.defer(self.app.close)
        else:
            Menu.shown(self)

    def head(self):
        return common.name(self.app, self.row), common.status(self.app, self.row)

    def entries(self):
        self.known = party.known(self.app.session.state, self.row)
        if self.cursor < 0:
            last = common.recent(self.app, self.row)
            self.cursor = self.known.index(last) if last in self.known else 0
        return Lines(self.known + [-1], self.line)

    def line(self, place):
        app = self.app
        if place < 0:
            return app.t("skills.other"), ""
        return common.skill(app, place), str(party.score(app.session.state, self.row, place))

    def choose(self, at):
        if at < len(self.known):
            open_test(self.app, self.row, self.known[at])
        else:
            self.app.push(common.skill_picker(self.app, self.app.t("skills.other"), self.known))

    def about(self, at):
        if at < len(self.known):
            self.rating = self.known[at]
            score = party.score(self.app.session.state, self.row, self.rating)
            self.app.push(common.score_dial(self.app, self.rating, score))

    def returned(self, result):
        if result is None:
            self.rating = -1
        elif self.rating >= 0:
            place, self.rating = self.rating, -1
            self.app.change(party.rated(self.app.session.state, self.row, place, result))
            self.refresh()
        else:
            open_test(self.app, self.row, common.others(self.known)[result])


class Rolls(Menu):
    """Every roll of the game, for who acted last."""

    title = "home.rolls"
    keys = ("k.move", "k.open")

    def entries(self):
        return Lines(self.app.session.listed, lambda each: (self.app.t(each[0]), ""))

    def choose(self, at):
        common.open_form(self.app, self.app.session.listed[at][0], (common.last(self.app)[0],))


# Confrontations that are a Procedure each.
DUELS = ("duel", "note", "oppose")


class Confront(Menu):
    """The confrontations (seed L79-99): direct, deferred, and of many."""

    title = "home.confront"
    keys = ("k.move", "k.open")

    def entries(self):
        return [(self.app.t(name), "") for name in DUELS] + [(self.app.t("race"), "")]

    def choose(self, at):
        app = self.app
        if at == len(DUELS):
            app.open("trinites.race")
        elif DUELS[at] == "oppose":
            waiting = [
                row for row in party.played(app.session.state) if app.session.get("char", row, "pending")
            ]
            common.open_form(app, "oppose", (-1, waiting[0] if waiting else -1))
        else:
            common.open_form(app, DUELS[at], (common.last(app)[0],))


class Race(Menu):
    """All against all: the results that wait, the best first (L95); OK throws one, OK held takes it away."""

    keys = ("k.move", "k.roll")
    holds = "?"

    def head(self):
        return self.app.t("race"), ""

    def entries(self):
        app = self.app
        get = app.session.get
        rows = party.living(app.session.state)
        waiting = [row for row in rows if get("char", row, "pending")]
        results = [
            None if get("char", row, "pending") == FAILED else get("char", row, "result") for row in waiting
        ]
        found = []
        self.rows = []
        for rank, group in enumerate(race(results)):
            for at in group:
                self.rows.append(waiting[at])
                found.append(("%d. %s" % (rank + 1, common.name(app, waiting[at])), str(results[at])))
        for row in waiting:
            if row not in self.rows:
                self.rows.append(row)
                found.append((common.name(app, row), app.t("test.0")))
        for row in rows:
            if row not in self.rows:
                self.rows.append(row)
                found.append((common.name(app, row), "—"))
        return found

    def choose(self, at):
        row = self.rows[at]
        skill = common.recent(self.app, row)
        open_test(self.app, row, max(skill, 0), "note")

    def about(self, at):
        if self.app.change([("char", self.rows[at], "pending", 0)]):
            self.refresh()
