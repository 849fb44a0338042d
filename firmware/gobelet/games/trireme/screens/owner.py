"""Trirème: the list of the printed tables, as the owner's file corrects them.

The list has the number of cells of each table that the owner should check or correct. It also has the parameters, which
the player aid lacks, and the faults of the owner's file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Menu, Picker

from ..rules import OWNER_FILE
from ..rules.owner_file import NAMES, PARAMS, note_breaks, param_line
from .owner_data import add_line, owner_corrections, put_aside
from .owner_table import legible_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Entries


TABLES = ("ram", "rake", "clearance")  # names of the tables, in the order of rules.tables


class Owner(Menu):
    """The list of the tables, the parameters and the faults of the owner's file.

    If the device has the file, a further line returns to the tables of the firmware. OK held explains the selected
    line.
    """

    title = "owner.title"
    holds = "?"

    def draw(self, c: Canvas) -> None:
        self.keys = ("k.move", "k.set" if 0 <= self.cursor - len(TABLES) < len(PARAMS) else "k.open")
        Menu.draw(self, c)

    def entries(self) -> Entries:
        t = self.context.t
        found = owner_corrections(self.context)
        lines = []
        for table in range(len(TABLES)):
            left = sum(found.unsure_counts(table))
            lines.append((t("owner." + TABLES[table]), str(left) if left else "✓"))
        self.values = []
        for row in PARAMS:
            _, field, start, first, options = row.split(None, 4)
            value = found.params.get(field, int(start))
            self.values.append(value)
            if field == "need":
                word = t("param.need.value", value) if value else "?"
            else:
                word = self.option_word(options.split()[value - int(first)])
            lines.append((t("param." + field), word))
        self.more_lines = []
        if self.context.device.store.read(OWNER_FILE):
            self.more_lines.append("shipped")
            lines.append((t("owner.shipped"), ""))
        if found.lines:
            # `note_breaks` takes 150 ms and changes only the number on the line of the faults. So the list is drawn
            # before this call, unless the cursor is on that line.
            if self.cursor < len(lines):
                self.context.defer(self.show_breaks)
            else:
                note_breaks(found)
        told = len(found.faults) + len(found.notes) + found.dropped
        if told:
            self.more_lines.append("faults")
            lines.append((t("owner.faults"), str(told)))
        return lines

    def show_breaks(self) -> None:
        """Show a remark for each cell that `misordered_cells` returns."""
        note_breaks(owner_corrections(self.context))
        if self.context.navigation.stack.top() is self:
            self.refresh()

    def option_word(self, option: str) -> str:
        """Return the text for an option of a parameter."""
        return self.context.t.get("o." + option) or option.replace("-", "−")

    def choose(self, index: int) -> None:
        context = self.context
        if index < len(TABLES):
            context.open("trireme.table", 0, index)
            return
        index -= len(TABLES)
        if index >= len(PARAMS):
            if self.more_lines[index - len(PARAMS)] == "faults":
                self.show_faults()
            else:
                context.dialogs.confirm(context.t("shipped.sure"))
            return
        _, field, _, first, options = PARAMS[index].split(None, 4)
        now = self.values[index]
        title = context.t("param." + field)
        if field == "need":
            context.dialogs.ask_number(context.t("param.need.dial"), now, 0, 30)
        else:
            context.push(
                Picker(
                    context, title, [self.option_word(option) for option in options.split()], now - int(first)
                )
            )

    def on_result(self, chosen: Any) -> None:
        index = self.cursor - len(TABLES)
        if chosen is True:
            put_aside(self.context)
            self.refresh()
        if chosen is None or not 0 <= index < len(PARAMS):
            return
        _, field, _, first, _ = PARAMS[index].split(None, 4)
        value = int(first) + chosen
        if value != self.values[index]:
            add_line(self.context, param_line(field, value))
            self.refresh()

    def about(self, index: int) -> None:
        t = self.context.t
        if index < len(TABLES):
            check, doubt = owner_corrections(self.context).unsure_counts(index)
            self.context.dialogs.show_page(t("owner." + TABLES[index]), t("owner.help", doubt, check))
        elif index < len(TABLES) + len(PARAMS):
            key = "param." + PARAMS[index - len(TABLES)].split()[1]
            self.context.dialogs.show_page(t(key), t(key + ".help"))
        elif self.more_lines[index - len(TABLES) - len(PARAMS)] == "faults":
            self.show_faults()
        else:
            self.context.dialogs.show_page(t("owner.shipped"), t("owner.shipped.help"))

    def show_faults(self) -> None:
        """Show a page with the faults of skipped file lines, then remarks on other lines."""
        t = self.context.t
        found = owner_corrections(self.context)
        lines = []
        for title, told in (("owner.left", found.faults), ("owner.notes", found.notes)):
            if told:
                lines.append(t(title))
                lines.extend([self.fault_text(*fault) for fault in told])
        if found.dropped:
            lines.append(t("owner.more", found.dropped))
        self.context.dialogs.show_page(t("owner.faults"), lines)

    def fault_text(self, line: int, code: str, arguments: Sequence[int | str]) -> str:
        """Return the sentence for a fault or a remark on a line of the file."""
        words = [legible_text(self.context, str(word)) for word in arguments]
        if code == "break":
            words[0] = self.context.t("owner." + TABLES[NAMES.index(words[0])])
            words[2] = words[2].replace("-", "−")
        return self.context.t("fault." + code, line, *words)
