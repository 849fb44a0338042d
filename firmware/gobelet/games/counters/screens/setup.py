"""Counters: who is at the table and what is counted."""

from gobelet.ui.dial import Confirm, Dial
from gobelet.ui.letters import Letters, name_words
from gobelet.ui.menu import Menu, Picker

from ..rules import table
from ..rules.sheets import COUNTERS, HIGH, LOW, NAME_FIELDS, PLAYERS, STEPS, WORDS
from . import words

EDITED = ("start", "step", "low", "high")


def _named(kind, row, name):
    """The changes that give a row the name written."""
    numbers = name_words(name)
    return [(kind, row, NAME_FIELDS[at], numbers[at]) for at in range(len(numbers))]


class Players(Menu):
    """How many, and their names: what is written here is the name of the seat, in every game."""

    title = "f.players"
    keys = ("k.move", "k.turn")

    def entries(self):
        count = self.app.session.get("table", 0, "players")
        found = [(self.app.t("f.players"), str(count))]
        return found + [(words.player(self.app, row), str(row + 1)) for row in range(count)]

    def choose(self, at):
        app = self.app
        if at:
            app.push(Letters(app, app.colour(at - 1), words.own(app, "player", at - 1) or app.name(at - 1)))
        else:
            app.push(Dial(app, app.t("f.players"), len(self.list) - 1, 1, PLAYERS))

    def returned(self, result):
        if result is not None:
            row = self.cursor - 1
            if self.cursor:
                self.app.christen(row, result)
                if words.own(self.app, "player", row):  # an older game kept it for itself
                    self.app.change(_named("player", row, ""))
            else:
                self.app.change(table.seat(self.app.session.state, result))
            self.refresh()


class Counters(Menu):
    """What is counted, with the value at the start; the last line adds one."""

    title = "f.counters"
    keys = ("k.move", "k.open")

    def entries(self):
        app = self.app
        count = app.session.get("table", 0, "counters")
        found = []
        for row in range(count):
            found.append((words.counter(app, row), str(app.session.get("counter", row, "start"))))
        if count < COUNTERS:
            found.append((app.t("counter.add"), ""))
        return found

    def choose(self, at):
        app = self.app
        if at < app.session.get("table", 0, "counters"):
            app.open("counters.counter", at)
        elif app.change(table.add(app.session.state, 2)):
            app.open("counters.counter", at)
            app.stack.top().choose(0)  # its name is asked at once


class Counter(Menu):
    """One counter: name, start, step and bounds."""

    keys = ("k.move", "k.turn")

    def __init__(self, app, row, cursor=0):
        Menu.__init__(self, app, cursor)
        self.row = row

    def place(self):
        return (self.row, self.cursor)

    def stands(self):
        return self.row < self.app.session.get("table", 0, "counters")  # else an undo took it away

    def head(self):
        return words.counter(self.app, self.row), ""

    def _get(self, name):
        return self.app.session.get("counter", self.row, name)

    def entries(self):
        t = self.app.t
        found = [(t("f.name"), words.counter(self.app, self.row))]
        for name in EDITED:
            found.append((t("f." + name), str(self._get(name))))
        if self.app.session.get("table", 0, "counters") > 1:
            found.append((t("counter.remove"), ""))
        return found

    def choose(self, at):
        app = self.app
        t = app.t
        if at == 0:
            labels = [t("word." + row.split()[0]) for row in WORDS]
            labels.append(t("counter.other"))
            app.push(Picker(app, t("f.name"), labels, (self._get("word") or len(labels)) - 1))
        elif at > len(EDITED):
            app.push(Confirm(app, t("counter.sure", words.counter(app, self.row))))
        else:
            name = EDITED[at - 1]
            low, high = LOW, HIGH
            if name == "start":
                low, high = self._get("low"), self._get("high")
            elif name == "step":
                low, high = 1, STEPS
            app.push(Dial(app, t("f." + name), self._get(name), low, high))

    def returned(self, result):
        app = self.app
        state = app.session.state
        at = self.cursor
        if result is None or result == "":
            return
        if at > len(EDITED):
            if result and app.change(table.remove(state, self.row)):
                app.close()
            return
        if at:
            app.change(table.edit(state, self.row, EDITED[at - 1], result))
        elif isinstance(result, str):
            app.change([("counter", self.row, "word", 0)] + _named("counter", self.row, result))
        elif result < len(WORDS):
            app.change(table.rename(state, self.row, result + 1))
        else:
            app.push(Letters(app, app.t("f.name"), words.own(app, "counter", self.row)))
        self.refresh()
