"""Presets: a list to which what is in hand is added, under a name; and that of a game, whose rolls have forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import preset_lines
from .menu import Menu, Picker

if TYPE_CHECKING:
    from typing import Any

    from ...game.resolution import Resolution
    from ..types import App, Arguments, Entries

OFFERS = ("rename", "replace", "remove")  # what OK held offers on a preset of one's own


class Named(Menu):
    """The presets of one's own come first, then others, then the line that adds what is in hand.

    rows  the presets of one's own, in their order, by their numbers where they are kept
    row   the one that a question is about; it may be gone by undo when the answer comes
    new   whether its name is asked because it was just kept
    """

    title = "home.presets"
    holds = "?"

    def __init__(self, app: App, cursor: int = 0, row: int = -1, new: int = 0) -> None:
        Menu.__init__(self, app, cursor)
        self.asked = "name" if row >= 0 else ""
        self.row = row
        self.new = new
        self.rows: list[int] = []

    def arguments(self) -> Arguments:
        return (self.cursor, self.row, self.new) if self.asked == "name" else (self.cursor,)

    # What a list is made of

    if TYPE_CHECKING:

        def free(self) -> int:
            """The number of a new preset, -1 if there is no room."""

        def most(self) -> int:
            """How many there is room for."""

        def name(self, row: int) -> str: ...

        def put(self, row: int, name: str, held: bool, join: bool = False) -> bool:
            """Keep a preset under a name: with what is in hand, if `held`, else as it is. Returns whether it was
            done.
            """

        def erase(self, row: int) -> None: ...

    def offers(self, index: int) -> tuple[str, ...]:
        """What OK held offers on a line, as names "preset.<name>"; nothing on those behind the presets."""
        return OFFERS if index < len(self.rows) else ()

    def offered(self, name: str) -> bool:
        """Do what was offered, if it is none of OFFERS; whether it was done."""
        return False

    # Keys

    def about(self, index: int) -> None:
        offers = self.offers(index)
        if offers:
            if index < len(self.rows):
                self.row = self.rows[index]
            self.asked = "about"
            labels = [self.app.t("preset." + name) for name in offers]
            self.app.push(Picker(self.app, self.list[index][0], labels))

    def save(self) -> None:
        """Keep what is in hand, then ask for its name."""
        row = self.free()
        if row < 0:
            self.app.notice(self.app.t("preset.full", self.most()))
        elif self.put(row, "", True):
            self.cursor = self.rows.index(row)
            self.row = row
            self._ask_name(1)

    def _ask_name(self, new: int) -> None:
        self.asked = "name"
        self.new = new
        self.app.letters(self.app.t("name"), self.name(self.row))

    def on_result(self, result: Any) -> None:
        app = self.app
        row = self.row
        asked = self.asked
        self.asked = ""
        if result is None:
            return
        offered = ""
        if asked == "about":
            offered = self.offers(self.cursor)[result]
            if self.offered(offered):
                return
        if row not in self.rows:
            return
        if offered == "replace":
            self.put(row, self.name(row), True)
        elif offered == "rename":
            self._ask_name(0)
        elif offered:
            self.asked = offered
            app.confirm(app.t("preset.sure", self.list[self.cursor][0]))
        elif asked == "name":
            self.put(row, result, False, self.new > 0)
        elif result:
            self.erase(row)


class Presets(Named):
    """The rolls that the players make again and again, the one used last first: OK opens the form of one as it was
    kept. The last roll is in hand.
    """

    keys = ("k.move", "k.open")

    def __init__(self, app: App, cursor: int = 0, row: int = -1, new: int = 0) -> None:
        Named.__init__(self, app, cursor, row, new)
        self.lines: list[str] = []
        self.last: Resolution | None = None

    def entries(self) -> Entries:
        app = self.app
        lines = preset_lines.listed(app)
        if self.list and lines != self.lines:
            self.asked = ""  # by undo another one may have come into the row that a question is about
            self.row = -1
        self.lines = lines
        self.rows = list(range(len(self.lines) - 1, -1, -1))
        self.last = app.session.last_roll()
        found = [(preset_lines.label(app, self.lines[row]), "") for row in self.rows]
        if self.last is not None:
            found.append((app.t("preset.save"), ""))
        return found or [(app.t("preset.first"), "")]

    def _title(self, index: int) -> str:
        """What the preset on a line of the list rolls, or the last roll."""
        if index < len(self.rows):
            return self.app.texts.get(self.lines[self.rows[index]].split(";")[0]) or "?"
        return self.app.t(self.last.proc.name) if self.last is not None else ""

    def head(self) -> tuple[str, str]:
        return self.app.t(self.title), self._title(self.cursor)

    def held(self) -> str:
        return "?" if self.offers(self.cursor) else ""

    def free(self) -> int:
        return len(self.lines) if len(self.lines) < preset_lines.MOST else -1

    def most(self) -> int:
        return preset_lines.MOST

    def name(self, row: int) -> str:
        return preset_lines.name_of(self.lines[row])

    def put(self, row: int, name: str, held: bool, join: bool = False) -> bool:
        lines = list(self.lines)
        last = self.last
        if not held:
            kept = preset_lines.renamed(lines[row], name)
        elif last is not None:
            kept = preset_lines.line_of(self.app, last.proc, last.rows, last.values, name)
        else:
            self.app.notice(self.app.t("preset.none"))
            return False
        lines[row : row + 1] = [kept]
        preset_lines.change(self.app, lines, join)
        self.refresh()
        return True

    def erase(self, row: int) -> None:
        preset_lines.change(self.app, self.lines[:row] + self.lines[row + 1 :])
        self.refresh()

    def choose(self, index: int) -> None:
        if index < len(self.rows):
            preset_lines.use(self.app, self.lines[self.rows[index]])
        elif self.last is not None:
            self.save()
        else:
            self.app.notice(self.app.t("preset.none"))
