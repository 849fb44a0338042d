"""Counters: who is at the table and what is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.letters import name_words
from gobelet.ui.screens.menu import Menu, Picker

from ..rules import table, turns
from ..rules.sheets import COUNTERS, HIGH, LOW, NAME_FIELDS, OTHERS, PLAYERS, STEPS, WORDS
from . import words

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Change, Row
    from gobelet.ui.types import App, Arguments, Entries


POINTS = 2  # a name for nearly everything, see WORDS; one that is written begins with its bounds
EDITED = ("start", "step", "low", "high")


def _named(kind: str, row: Row, name: str) -> list[Change]:
    """The changes that give a row the name written."""
    numbers = name_words(name)
    return [(kind, row, NAME_FIELDS[index], numbers[index]) for index in range(len(numbers))]


class Players(Menu):
    """The number of players, and their names: a name written here is that of the seat, in every game."""

    title = "f.players"
    keys = ("k.move", "k.turn")

    def entries(self) -> Entries:
        app = self.app
        count = app.session.get("table", 0, "players")
        self.rows = turns.seated(app.session.state)
        found = [(words.player(app, row), str(index + 1)) for index, row in enumerate(self.rows)]
        return (
            [(app.t("f.players"), str(count))]
            + found[:count]
            + [(app.t("f.others"), str(len(found) - count))]
            + found[count:]
        )

    def topic(self, index: int) -> str:
        return "others" if self.row() == (None, True) else ""

    def row(self) -> tuple[Any, bool]:
        """Find (row under the pointer, None on a number of rows; whether it, or the number, is of the others)."""
        count = self.app.session.get("table", 0, "players")
        index = self.cursor - 1
        if index in (-1, count):
            return None, index == count
        return self.rows[index - (index > count)], index > count

    def choose(self, index: int) -> None:
        app = self.app
        row, other = self.row()
        if row is None:
            name = "others" if other else "players"
            now = app.session.get("table", 0, name)
            app.dial(app.t("f." + name), now, 0 if other else 1, OTHERS if other else PLAYERS)
        elif other:
            app.letters(app.t("f.name"), words.own_name(app, "player", row))
        else:
            app.letters(app.telling.colour(row), words.own_name(app, "player", row) or app.telling.name(row))

    def on_result(self, result: Any) -> None:
        if result is None:
            return
        app = self.app
        row, other = self.row()
        if row is None:
            app.change((table.others if other else table.seat)(app.session.state, result))
        elif other:
            app.change(_named("player", row, result))
        else:
            app.telling.set_name(row, result)
            if words.own_name(app, "player", row):  # an older game kept it for itself
                app.change(_named("player", row, ""))
        self.refresh()


def ask_name(app: App, row: Row, now: int) -> None:
    """Ask for the name of counter `row`, among the usual ones that no other counter has. now is its index among all."""
    get = app.session.get
    words = [get("counter", other, "word") for other in range(get("table", 0, "counters"))]
    own = words[row : row + 1]
    app.push(
        Names(app, [index for index in range(1, len(WORDS) + 1) if index in own or index not in words], now)
    )


class Names(Picker):
    """Closes with the index of a usual name in WORDS, from 1; 0 for one that is to be written."""

    def __init__(self, app: App, indexes: list[int], now: int) -> None:
        self.indexes = indexes + [0]
        labels = [app.t("word." + WORDS[index - 1].split()[0]) for index in indexes]
        cursor = self.indexes.index(now) if now in self.indexes else 0
        Picker.__init__(self, app, app.t("f.name"), labels + [app.t("counter.other")], cursor)

    def choose(self, index: int) -> None:
        self.app.close(self.indexes[index])


class Counters(Menu):
    """The counters, with their values at the start; the last line adds one, once it has a name."""

    title = "f.counters"
    keys = ("k.move", "k.open")

    def entries(self) -> Entries:
        app = self.app
        count = app.session.get("table", 0, "counters")
        found = []
        for row in range(count):
            found.append((words.counter(app, row), str(app.session.get("counter", row, "start"))))
        if count < COUNTERS:
            found.append((app.t("counter.add"), ""))
        return found

    def choose(self, index: int) -> None:
        app = self.app
        if index < app.session.get("table", 0, "counters"):
            app.open("counters.counter", index)
        else:
            ask_name(app, index, POINTS)

    def on_result(self, result: Any) -> None:
        """The name of a new counter, "" or None for none."""
        app = self.app
        row = app.session.get("table", 0, "counters")
        if result == 0:
            app.letters(app.t("f.name"))
        elif result and row < COUNTERS:
            if isinstance(result, str):
                changes = table.add(app.session.state, POINTS)
                changes += [("counter", row, "word", 0)] + _named("counter", row, result)
            else:
                changes = table.add(app.session.state, result)
            if app.change(changes):
                app.open("counters.counter", row)


class Counter(Menu):
    """One counter: name, start, step and bounds."""

    keys = ("k.move", "k.turn")

    def __init__(self, app: App, row: Row, cursor: int = 0) -> None:
        Menu.__init__(self, app, cursor)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row, self.cursor)

    def is_valid(self) -> bool:
        return self.row < self.app.session.get("table", 0, "counters")  # else an undo took it away

    def head(self) -> tuple[str, str]:
        return words.counter(self.app, self.row), ""

    def _get(self, name: str) -> int:
        return self.app.session.get("counter", self.row, name)

    def entries(self) -> Entries:
        t = self.app.t
        found = [(t("f.name"), words.counter(self.app, self.row))]
        for name in EDITED:
            found.append((t("f." + name), str(self._get(name))))
        if self.app.session.get("table", 0, "counters") > 1:
            found.append((t("counter.remove"), ""))
        return found

    def choose(self, index: int) -> None:
        app = self.app
        t = app.t
        if index == 0:
            ask_name(app, self.row, self._get("word"))
        elif index > len(EDITED):
            app.confirm(t("counter.sure", words.counter(app, self.row)))
        else:
            name = EDITED[index - 1]
            low, high = LOW, HIGH
            if name == "start":
                low, high = self._get("low"), self._get("high")
            elif name == "step":
                low, high = 1, STEPS
            app.dial(t("f." + name), self._get(name), low, high)

    def on_result(self, result: Any) -> None:
        app = self.app
        state = app.session.state
        index = self.cursor
        if result is None or result == "":
            return
        if index > len(EDITED):
            if result and app.change(table.remove(state, self.row)):
                app.close()
            return
        if index:
            app.change(table.edit(state, self.row, EDITED[index - 1], result))
        elif isinstance(result, str):
            app.change([("counter", self.row, "word", 0)] + _named("counter", self.row, result))
        elif result:
            app.change(table.rename(state, self.row, result))
        else:
            app.letters(app.t("f.name"), words.own_name(app, "counter", self.row))
        self.refresh()
