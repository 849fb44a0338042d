"""The main list of a game as text.

The entries of the list open the turn, rolls, presets, counters and pages. The last entries are acts for the whole game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.widgets import number_text
from gobelet.ui.screens import preset_lines
from gobelet.ui.screens.menu import Menu

from .. import rules
from ..rules import declaration, ids, rolls  # noqa: F401 - these modules stay in memory while this screen is open
from .common import counters, form_arguments, number_of, seated_rows
from .turn import present_step, title

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Context, Entries

INDEX = "own"  # name of the file that lists all games as text, see system/home.py
TOOLS = ("presets", "history", "redo", "new", "remove")


class Home(Menu):
    """The main list of a game as text."""

    keys = ("k.move", "k.open")

    def __init__(self, context: Context, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.lines: list[tuple[str, Any]] = []  # for each entry: (sort of the entry, argument for `choose`)
        self.asked = ""  # "new" or "remove" while the player is asked to confirm this act, otherwise ""

    def head(self) -> tuple[str, str]:
        return self.context.t("game.title"), ""

    def entries(self) -> Entries:
        context = self.context
        t = context.t
        get = context.session.get
        declared = rules.DECLARED
        found: list[tuple[str, str]] = []
        self.lines = []

        def line(kind: str, what: Any, label: str, value: str = "") -> None:
            self.lines.append((kind, what))
            found.append((label, value))

        if declared["t"]:
            line("turn", 0, title(context), str(present_step(context)[1]))
        for number in range(len(rules.ROLLS)):
            line("roll", number, t(rules.PROCEDURES[rules.ROLLS[number]][0]))
        for number in range(len(declared["v"])):
            line("preset", number, t("preset." + declared["v"][number][0]))
        for kept in preset_lines.recent_lines(context):
            line("kept", kept, *preset_lines.entry(context, kept))
        mine = counters(1)
        if mine:
            for row in seated_rows(context):
                values = [number_text(get("seat", row, each[0])) for each in mine[:3]]
                line("seat", row, context.seat(row), "·".join(values))
        every = counters(0)
        for number in range(len(every)):
            name = every[number][0]
            line("count", number, t("f." + name), number_text(get("table", 0, name)))
        for name in declared["p"]:
            line("page", name, t("page." + name).partition("|")[0])
        if declared["s"] > 1:
            line("players", 0, t("players"), str(len(seated_rows(context))))
        for name in TOOLS:
            line(name, 0, t("home.presets" if name == "presets" else name))
        return found

    def choose(self, index: int) -> None:
        context = self.context
        kind, what = self.lines[index]
        own = context.session.name + "."
        if kind in ("turn", "history", "presets"):
            context.open(own + kind)
        elif kind == "kept":
            preset_lines.open_preset(context, what)
        elif kind == "roll":
            context.open(own + "form", *form_arguments(context, what, self._rows()))
        elif kind == "preset":
            _, roll, values = rules.DECLARED["v"][what]
            context.open(own + "form", *form_arguments(context, roll, self._rows(), values))
        elif kind == "seat":
            context.open(own + "count", 1, what)
        elif kind == "count":
            context.open(own + "count", 0, 0, number_of(context, 0, counters(0)[what][0]))
        elif kind == "page":
            context.dialogs.show_rule(what)
        elif kind == "players":
            self._add_player()
        elif kind == "redo":
            context.redo()
        else:
            self.asked = kind
            context.dialogs.confirm(context.t(kind + ".sure"))

    def _rows(self) -> list[Row]:
        """Return the rows for the roles of a roll: the seat in turn, then the opponent.

        In a game without turns, the first seat with a player replaces the seat in turn. The opponent is the first other
        seat with a player, or -1 if no other seat has a player.
        """
        seats = seated_rows(self.context)
        seat = present_step(self.context)[2] if rules.DECLARED["t"] else (seats or [0])[0]
        others = [row for row in seats if row != seat]
        return [seat, others[0] if others else -1]

    def _add_player(self) -> None:
        """Add a player; if all seats have a player, keep only the first player."""
        context = self.context
        count = len(seated_rows(context)) % rules.DECLARED["s"] + 1
        if context.change([("seat", row, "here", int(row < count)) for row in range(rules.DECLARED["s"])]):
            self.refresh()

    def on_result(self, result: Any) -> None:
        context = self.context
        asked = self.asked
        self.asked = ""
        if not result or not asked:
            return
        if asked == "new":
            ids.forget_aside(context.session)
            context.session.restart()
            self.refresh()
        else:
            said = context.t("removed")
            remove_game(context)
            context.navigation.home()
            context.dialogs.show_toast(said)


def remove_game(context: Context) -> None:
    """Remove the open game from the list of games.

    The file of the game is not erased, but renamed to "<name>.gone", so that the game's journal stays readable.
    """
    name = context.session.name
    store = context.device.store
    lines = str(store.read(INDEX) or b"", "utf-8").split("\n")
    store.replace(INDEX, "\n".join([line for line in lines if line.split("\t")[0] != name]).encode())
    store.replace(name + ".gone", store.read(name + ".game") or b"")
    store.remove(name + ".game")
