"""Counters: the screens to set up players and counters."""

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
    from gobelet.ui.screens.types import Arguments, Context, Entries


# Number of "points" in WORDS, from 1. A new counter with a written name gets the start value and bounds of "points".
POINTS = 2
EDITED = ("start", "step", "low", "high")  # the fields of a counter that the screen Counter lists, in order


def _name_changes(kind: str, row: Row, name: str) -> list[Change]:
    """Return the changes that store a written name in a row of the Sheet `kind`."""
    numbers = name_words(name)
    return [(kind, row, NAME_FIELDS[index], numbers[index]) for index in range(len(numbers))]


class Players(Menu):
    """The list of the players and of the non-players.

    A line before the players has the number of players, and a line before the non-players has the number of
    non-players. OK changes a number or a name. The name of a player is stored for the seat, so all games use the name.
    """

    title = "f.players"
    keys = ("k.move", "k.turn")

    def entries(self) -> Entries:
        context = self.context
        count = context.session.get("table", 0, "players")
        self.rows = turns.seated_rows(context.session.state)
        found = [(words.player(context, row), str(index + 1)) for index, row in enumerate(self.rows)]
        return (
            [(context.t("f.players"), str(count))]
            + found[:count]
            + [(context.t("f.others"), str(len(found) - count))]
            + found[count:]
        )

    def topic(self, index: int) -> str:
        return "others" if self.row() == (None, True) else ""

    def row(self) -> tuple[Any, bool]:
        """Return (row of the selected line, whether the line is about non-players).

        The row is None on the lines with the number of players or non-players.
        """
        count = self.context.session.get("table", 0, "players")
        index = self.cursor - 1
        if index in (-1, count):
            return None, index == count
        return self.rows[index - (index > count)], index > count

    def choose(self, index: int) -> None:
        context = self.context
        row, other = self.row()
        if row is None:
            name = "others" if other else "players"
            now = context.session.get("table", 0, name)
            context.dialogs.ask_number(
                context.t("f." + name), now, 0 if other else 1, OTHERS if other else PLAYERS
            )
        elif other:
            context.dialogs.ask_letters(context.t("f.name"), words.own_name(context, "player", row))
        else:
            context.dialogs.ask_letters(
                context.messages.colour(row),
                words.own_name(context, "player", row) or context.messages.name(row),
            )

    def on_result(self, result: Any) -> None:
        if result is None:
            return
        context = self.context
        row, other = self.row()
        if row is None:
            context.change((table.set_others if other else table.set_players)(context.session.state, result))
        elif other:
            context.change(_name_changes("player", row, result))
        else:
            context.messages.set_name(row, result)
            if words.own_name(context, "player", row):  # an older version stored the name in the Sheet
                context.change(_name_changes("player", row, ""))
        self.refresh()


def ask_name(context: Context, row: Row, now: int) -> None:
    """Open the list of usual names for the counter `row`.

    The list has no names that other counters have. `now` is the number of the present name in WORDS, from 1.
    """
    get = context.session.get
    words = [get("counter", other, "word") for other in range(get("table", 0, "counters"))]
    own = words[row : row + 1]
    context.push(
        Names(
            context, [index for index in range(1, len(WORDS) + 1) if index in own or index not in words], now
        )
    )


class Names(Picker):
    """A list of usual names of counters.

    The result of the screen is the number of a name in WORDS, from 1, or 0 if the player wants to write a name.
    """

    def __init__(self, context: Context, indexes: list[int], now: int) -> None:
        self.indexes = indexes + [0]
        labels = [context.t("word." + WORDS[index - 1].split()[0]) for index in indexes]
        cursor = self.indexes.index(now) if now in self.indexes else 0
        Picker.__init__(self, context, context.t("f.name"), labels + [context.t("counter.other")], cursor)

    def choose(self, index: int) -> None:
        self.context.close(self.indexes[index])


class Counters(Menu):
    """The list of counters, with their start values. The last line adds a counter."""

    title = "f.counters"
    keys = ("k.move", "k.open")

    def entries(self) -> Entries:
        context = self.context
        count = context.session.get("table", 0, "counters")
        found = []
        for row in range(count):
            found.append((words.counter(context, row), str(context.session.get("counter", row, "start"))))
        if count < COUNTERS:
            found.append((context.t("counter.add"), ""))
        return found

    def choose(self, index: int) -> None:
        context = self.context
        if index < context.session.get("table", 0, "counters"):
            context.open("counters.counter", index)
        else:
            ask_name(context, index, POINTS)

    def on_result(self, result: Any) -> None:
        """Add a counter with the chosen name.

        `result` is the number of a usual name in WORDS, from 1, or a written name. If `result` is 0, ask for a written
        name. If `result` is "" or None, add no counter.
        """
        context = self.context
        row = context.session.get("table", 0, "counters")
        if result == 0:
            context.dialogs.ask_letters(context.t("f.name"))
        elif result and row < COUNTERS:
            if isinstance(result, str):
                changes = table.add_counter(context.session.state, POINTS)
                changes += [("counter", row, "word", 0)] + _name_changes("counter", row, result)
            else:
                changes = table.add_counter(context.session.state, result)
            if context.change(changes):
                context.open("counters.counter", row)


class Counter(Menu):
    """The list of a counter's name, start, step and bounds, which OK changes."""

    keys = ("k.move", "k.turn")

    def __init__(self, context: Context, row: Row, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row, self.cursor)

    def is_valid(self) -> bool:
        # False if an undo has removed the counter
        return self.row < self.context.session.get("table", 0, "counters")

    def head(self) -> tuple[str, str]:
        return words.counter(self.context, self.row), ""

    def _counter_field(self, name: str) -> int:
        """Return the value of a field of this screen's counter."""
        return self.context.session.get("counter", self.row, name)

    def entries(self) -> Entries:
        t = self.context.t
        found = [(t("f.name"), words.counter(self.context, self.row))]
        for name in EDITED:
            found.append((t("f." + name), str(self._counter_field(name))))
        if self.context.session.get("table", 0, "counters") > 1:
            found.append((t("counter.remove"), ""))
        return found

    def choose(self, index: int) -> None:
        context = self.context
        t = context.t
        if index == 0:
            ask_name(context, self.row, self._counter_field("word"))
        elif index > len(EDITED):
            context.dialogs.confirm(t("counter.sure", words.counter(context, self.row)))
        else:
            name = EDITED[index - 1]
            low, high = LOW, HIGH
            if name == "start":
                low, high = self._counter_field("low"), self._counter_field("high")
            elif name == "step":
                low, high = 1, STEPS
            context.dialogs.ask_number(t("f." + name), self._counter_field(name), low, high)

    def on_result(self, result: Any) -> None:
        context = self.context
        state = context.session.state
        index = self.cursor
        if result is None or result == "":
            return
        if index > len(EDITED):
            if result and context.change(table.remove_counter(state, self.row)):
                context.close()
            return
        if index:
            context.change(table.edit_counter(state, self.row, EDITED[index - 1], result))
        elif isinstance(result, str):
            context.change([("counter", self.row, "word", 0)] + _name_changes("counter", self.row, result))
        elif result:
            context.change(table.rename_counter(state, self.row, result))
        else:
            context.dialogs.ask_letters(context.t("f.name"), words.own_name(context, "counter", self.row))
        self.refresh()
