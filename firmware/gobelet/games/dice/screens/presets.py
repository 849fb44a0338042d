"""Presets: one's own, those sent from the desk, and those that every device has."""

from gobelet.ui.dial import Confirm
from gobelet.ui.letters import Letters, name_of, name_words
from gobelet.ui.menu import Menu, Picker

from ..rules.notation import NotationError, parse, write
from ..rules.sheets import (
    NAME_FIELDS,
    PRESETS,
    changes,
    pool_at,
    to_words,
)
from . import throw

FILE = "presets.txt"  # from the desk: lines "name = notation", or only a notation
LARGEST = 2048  # bytes read of it
MOST = 24  # lines used
FUDGE = "{-1,0,1}"  # a text cannot have braces
LONGEST = 64  # letters of a name or a notation used: fitting a longer one to the screen would take long

# What OK held offers; only "take" on presets that are not one's own.
OFFERS = ("take", "rename", "replace", "remove")


class Presets(Menu):
    """OK rolls a preset. OK held offers what else can be done with it.

    With `save` the pool in hand is stored first.
    """

    title = "home.presets"
    keys = ("k.move", "k.roll")
    holds = "?"

    def __init__(self, app, cursor=0, save=0):
        Menu.__init__(self, app, cursor)
        self.saving = save
        self.asked = ""
        self.row = -1  # row of the Sheet asked about; it may be gone by undo when the answer comes
        self.rows = []  # rows of the Sheet in use, in their order
        self.texts = []  # notation of every line but the last
        self.told = []  # the same in words, of every line

    def shown(self):
        Menu.shown(self)
        if self.saving:
            self.saving = 0
            self.app.defer(self.save)

    def head(self):
        """What the preset under the pointer rolls, where its line has a name instead."""
        told = self.told[self.cursor]
        return (self.app.t(self.title) if told == self.list[self.cursor][0] else told), ""

    def entries(self):
        app = self.app
        self.rows = []
        lines = []
        for row in range(PRESETS):
            pool = self._pool(row)
            if pool[1]:
                self.rows.append(row)
                lines.append((self._name(row), write(pool)))
        sent = app.store.read(FILE) or b""
        try:
            lines += _lines(sent[:LARGEST].decode().split("\n"))[:MOST]
        except UnicodeError:
            pass
        lines += _lines(app.t("presets", FUDGE).split(";"))
        self.texts = [line[1] for line in lines]
        pool = throw.in_hand(app)
        if pool[1]:
            lines.append((app.t("preset.save"), write(pool)))
        self.told = [throw.told(app, text) for _, text in lines]
        return [(lines[at][0] or self.told[at], "") for at in range(len(lines))]

    def _pool(self, row):
        return pool_at(self.app.session.state, "preset", row)

    def _name(self, row):
        return name_of([self.app.session.get("preset", row, field) for field in NAME_FIELDS])

    def _write(self, row, pool, name, join=False):
        done = self.app.change(changes("preset", row, to_words(pool) + name_words(name)), join)
        self.refresh()
        return done

    # Keys

    def choose(self, at):
        if at == len(self.texts):
            self.save()
        elif self._take(at):
            throw.roll(self.app, throw.in_hand(self.app))

    def _take(self, at):
        # a line sent from the desk may hold anything
        app = self.app
        try:
            return throw.take(app, parse(self.texts[at]))
        except NotationError as error:
            app.notice(app.t("preset.bad", self.texts[at], error.at + 1))
            return False

    def about(self, at):
        if at < len(self.texts):
            offers = OFFERS[:1]
            if at < len(self.rows):
                offers = OFFERS
                self.row = self.rows[at]
            self.asked = "about"
            labels = [self.app.t("preset." + name) for name in offers]
            self.app.push(Picker(self.app, self.list[at][0], labels))

    def save(self):
        """Store the pool in hand in the first free place, then ask for its name."""
        app = self.app
        pool = throw.in_hand(app)
        for row in range(PRESETS):
            if row not in self.rows:
                if pool[1] and self._write(row, pool, ""):
                    self.cursor = self.rows.index(row)
                    self.row = row
                    self._ask_name("name")
                return
        app.notice(app.t("preset.full", PRESETS))

    def _ask_name(self, why):
        self.asked = why
        self.app.push(Letters(self.app, self.app.t("name"), self._name(self.row)))

    def returned(self, result):
        app = self.app
        row = self.row
        if result is None:
            return
        asked = self.asked
        if asked == "about":
            asked = OFFERS[result]
            if asked == "take":
                if self._take(self.cursor):
                    app.open("dice.build")
                return
        if row not in self.rows:
            return
        if asked == "replace":
            pool = throw.in_hand(app)
            if pool[1]:
                self._write(row, pool, self._name(row))
        elif self.asked == "about" and asked == "rename":
            self._ask_name(asked)
        elif self.asked == "about":
            self.asked = asked
            app.push(Confirm(app, app.t("preset.sure", self.list[self.cursor][0])))
        elif asked != "remove":
            self._write(row, self._pool(row), result, asked == "name")
        elif result:
            self._write(row, (0, ()), "")


def _lines(lines):
    # [(name, notation)...]; the name may be left out
    found = []
    for line in lines:
        name, _, text = line.rpartition(" = ")
        if text.strip() and line[0] != "#":
            found.append((name.strip()[:LONGEST], text.strip()[:LONGEST]))
    return found
