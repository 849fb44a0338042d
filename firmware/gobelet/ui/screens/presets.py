"""The base class of lists of presets, and the list of preset rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import preset_lines
from .menu import Menu, Picker

if TYPE_CHECKING:
    from typing import Any

    from ...game.resolution import Resolution
    from .types import Arguments, Context, Entries

OFFERS = ("rename", "replace", "remove")  # the acts for a player's own preset, which OK held offers


class Named(Menu):
    """A list of presets.

    The presets of the players are the first lines. Fixed presets follow. The last line adds the present value as a
    preset; the subclass defines this value, such as the last roll.

    asked  the open question: "about" for the choice of an act, "name" for the name, the name of an act to be
           confirmed, or "" for no question.
    rows   the numbers of the players' presets, in the order of the list.
    row    the number of the preset that the question is about; an undo may remove this preset before the answer.
    new    1 if the open question is for the name of a preset that was just created, otherwise 0.
    """

    title = "home.presets"
    holds = "?"

    def __init__(self, context: Context, cursor: int = 0, row: int = -1, new: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.asked = "name" if row >= 0 else ""
        self.row = row
        self.new = new
        self.rows: list[int] = []

    def arguments(self) -> Arguments:
        return (self.cursor, self.row, self.new) if self.asked == "name" else (self.cursor,)

    # The methods that store presets; subclasses define them

    if TYPE_CHECKING:

        def free_number(self) -> int:
            """Return the number for a new preset, -1 if no more presets fit."""

        def largest_count(self) -> int:
            """Return the maximum number of presets."""

        def name(self, row: int) -> str: ...

        def store(self, row: int, name: str, held: bool, join: bool = False) -> bool:
            """Store the present value as preset `row` if `held`, otherwise rename that preset.

            `row` is the number of the preset. `join` makes the new value or name a part of the last change. Return
            whether the preset was stored.
            """

        def erase(self, row: int) -> None: ...

    def act_names(self, index: int) -> tuple[str, ...]:
        """Return the names of the acts that OK held offers on the line `index`.

        The text of an act is "preset.<name>".
        """
        return OFFERS if index < len(self.rows) else ()

    def do_named_act(self, name: str) -> bool:
        """Do the act `name` if a subclass has added it to `act_names`.

        Return whether the act was done.
        """
        return False

    # Keys

    def about(self, index: int) -> None:
        offers = self.act_names(index)
        if offers:
            if index < len(self.rows):
                self.row = self.rows[index]
            self.asked = "about"
            labels = [self.context.t("preset." + name) for name in offers]
            self.context.push(Picker(self.context, self.list[index][0], labels))

    def save(self) -> None:
        """Store the present value, then ask for its name."""
        row = self.free_number()
        if row < 0:
            self.context.dialogs.show_notice(self.context.t("preset.full", self.largest_count()))
        elif self.store(row, "", True):
            self.cursor = self.rows.index(row)
            self.row = row
            self._ask_name(1)

    def _ask_name(self, new: int) -> None:
        self.asked = "name"
        self.new = new
        self.context.dialogs.ask_letters(self.context.t("name"), self.name(self.row))

    def on_result(self, result: Any) -> None:
        context = self.context
        row = self.row
        asked = self.asked
        self.asked = ""
        if result is None:
            return
        offered = ""
        if asked == "about":
            offered = self.act_names(self.cursor)[result]
            if self.do_named_act(offered):
                return
        if row not in self.rows:
            return
        if offered == "replace":
            self.store(row, self.name(row), True)
        elif offered == "rename":
            self._ask_name(0)
        elif offered:
            self.asked = offered
            context.dialogs.confirm(context.t("preset.sure", self.list[self.cursor][0]))
        elif asked == "name":
            self.store(row, result, False, self.new > 0)
        elif result:
            self.erase(row)


class Presets(Named):
    """The list of preset rolls, the last used preset first.

    OK opens the form of the selected preset.

    The last line adds the last roll as a preset.
    """

    keys = ("k.move", "k.open")

    def __init__(self, context: Context, cursor: int = 0, row: int = -1, new: int = 0) -> None:
        Named.__init__(self, context, cursor, row, new)
        self.lines: list[str] = []
        self.last: Resolution | None = None

    def entries(self) -> Entries:
        context = self.context
        lines = preset_lines.stored_lines(context)
        if self.list and lines != self.lines:
            # close the question, because an undo may have changed the preset that it is about
            self.asked = ""
            self.row = -1
        self.lines = lines
        self.rows = list(range(len(self.lines) - 1, -1, -1))
        self.last = context.session.last_roll()
        found = [(preset_lines.label(context, self.lines[row]), "") for row in self.rows]
        if self.last is not None:
            found.append((context.t("preset.save"), ""))
        return found or [(context.t("preset.first"), "")]

    def _title(self, index: int) -> str:
        """Return the name of the Procedure of the preset at `index`."""
        if index < len(self.rows):
            return self.context.t.get(self.lines[self.rows[index]].split(";")[0]) or "?"
        return self.context.t(self.last.proc.name) if self.last is not None else ""

    def head(self) -> tuple[str, str]:
        return self.context.t(self.title), self._title(self.cursor)

    def held_signs(self) -> str:
        return "?" if self.act_names(self.cursor) else ""

    def free_number(self) -> int:
        """Return the number for a new preset, -1 if the file has all MOST presets."""
        return len(self.lines) if len(self.lines) < preset_lines.MOST else -1

    def largest_count(self) -> int:
        """Return the maximum number of presets in the file."""
        return preset_lines.MOST

    def name(self, row: int) -> str:
        return preset_lines.name_of(self.lines[row])

    def store(self, row: int, name: str, held: bool, join: bool = False) -> bool:
        """Store the last roll as preset number `row` if `held`, otherwise rename it."""
        lines = list(self.lines)
        last = self.last
        if not held:
            kept = preset_lines.with_name(lines[row], name)
        elif last is not None:
            kept = preset_lines.line_of(self.context, last.proc, last.rows, last.values, name)
        else:
            self.context.dialogs.show_notice(self.context.t("preset.none"))
            return False
        lines[row : row + 1] = [kept]
        preset_lines.store_lines(self.context, lines, join)
        self.refresh()
        return True

    def erase(self, row: int) -> None:
        preset_lines.store_lines(self.context, self.lines[:row] + self.lines[row + 1 :])
        self.refresh()

    def choose(self, index: int) -> None:
        if index < len(self.rows):
            preset_lines.open_preset(self.context, self.lines[self.rows[index]])
        elif self.last is not None:
            self.save()
        else:
            self.context.dialogs.show_notice(self.context.t("preset.none"))
