"""Counters: the main list, and the history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.journal.records import FREE
from gobelet.ui.screens import history
from gobelet.ui.screens.menu import Lines, Menu

from ..rules import table
from ..rules.turns import seated_rows
from . import first, running, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Effect, Path, Row
    from gobelet.ui.screens.types import Entries


LINES = (
    "play.one",
    "play.all",
    "first",
    "timer",
    "turn",
    "order",
    "players",
    "counters",
    "reset",
    "history",
    "redo",
)


class Home(Menu):
    """The main list of the game.

    The first line opens the view of one player's value, the second line opens the view of all players' values.
    """

    keys = ("k.move", "k.open")

    def head(self) -> tuple[str, str]:
        return self.context.t("title"), self.context.messages.charge()

    def entries(self) -> Entries:
        return Lines(LINES, self.line)

    def line(self, name: str) -> tuple[str, str]:
        """Return (label, value) of the line `name`.

        The value is the number of players and non-players, the number of counters, or the number of the round. The line
        of the clock has "▶" while the clock runs.
        """
        context = self.context
        value = ""
        if name in ("players", "counters"):
            value = str(context.session.get("table", 0, name))
            if name == "players":
                value = str(len(seated_rows(context.session.state)))
            name = "f." + name
        elif name == "order" and context.session.get("table", 0, "round"):
            value = str(context.session.get("table", 0, "round"))
        elif name == "timer" and running.memo(context)[0] is not None:
            value = "▶"
        return context.t(name), value

    def choose(self, index: int) -> None:
        context = self.context
        name = LINES[index]
        if index < 2:
            context.open("counters.play", index)
        elif name == "first":
            first.draw_lots(context)
        elif name == "reset":
            context.dialogs.confirm(context.t("reset.sure"))
        elif name == "redo":
            context.redo()
        else:
            context.open("counters." + name)

    def on_result(self, result: Any) -> None:
        if isinstance(result, tuple):
            first.write_draw(self.context, result)
        elif result is True:
            self.context.change(table.reset(self.context.session.state))
            self.refresh()

    def on_back(self) -> None:
        context = self.context
        # the running time is only in the memo of the open game, so leaving the game must stop the clock
        if running.pause(context):
            context.dialogs.show_toast(context.t("timer.stopped"))
        context.close()


class Earlier:
    """The values of the Sheets before all changes that the history has read so far.

    The history reads the newest change first, so each further change that it reads leads to older values.

    before  a dict from (index of the Kind, row, index of the field) to the value before the changes.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.kinds = state.kinds
        self.index = state.index
        self.before: dict[tuple[int, Row, int], int] = {}

    def get(self, kind: str, row: Row, field: str) -> int:
        number = self.state.index[kind]
        key = number, row, self.kinds[number].fields.index(field)
        return self.before[key] if key in self.before else self.state.get(kind, row, field)


class History(history.History):
    """The history, with more text for draws, initiatives and times.

    The line of a draw has the name of the drawn player, the line of an initiative has the faces. The line of a changed
    time has the time before and after the change.
    """

    def read_lines(self) -> Iterator[object]:
        self.then = Earlier(self.context.session.state)
        return history.History.read_lines(self)

    def add_change(self, index: int, effects: Sequence[Effect]) -> bool:
        # a damaged journal may name fields that do not exist
        effects = self.context.session.known_effects(effects)
        whole = words.with_whole_times(self.then, effects)
        for number, row, field, old, _ in reversed(effects):
            self.then.before[number, row, field] = old
        return history.History.add_change(self, index, whole)

    def roll_line(
        self, number: int, flags: int, listed: Sequence[int], path: Path, note: bytes
    ) -> history.Line:
        if number == FREE:
            faces = " ".join([str(face) for face in path[0]])
            return "%s %s" % (self.context.t("order"), str(note, "utf-8")), "", faces
        return self.context.t("first"), "", words.player(self.context, path[0][0] - 1)
