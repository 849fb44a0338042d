"""Trirème: the screens that show a printed table and correct its cells.

The tables are RAM, RAKE and CLEARANCE of `rules.tables`, with the owner's corrections.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.widgets import top
from gobelet.ui.screens.menu import Menu, Picker
from gobelet.ui.screens.stack import Screen

from ..rules import tables
from ..rules.owner_file import diag_line, set_line
from ..rules.tables import CLEARANCE, COLUMNS, RAKE, RAM, TABLES, cell_labels
from .owner_data import add_line, owner_corrections

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps


LEFT = 4  # left edge of the first cell, in pixels
WIDTH = 122  # width in pixels of all cells of a table row together
HEIGHT = 46  # height in pixels of all cells of a column together
MOST_ROWS = 5  # maximum number of rows of a table that the screen shows as a whole
LINES = 5  # number of cells below each other, if the screen shows a single column

# The question that the screen asks about a cell.
CELL = 0  # the text of the cell
TARGET = 1  # the cell's effect on the target
RAMMER = 2  # the cell's effect on the rammer


def column_name(context: Context, table: int, column: int) -> str:
    """Return the name of a table's column."""
    if table == RAKE:
        return context.t("table.crew.%d" % column)
    label = cell_labels(table, 0, column)[1].replace("-", "−")
    return context.t("table.dice" if table == CLEARANCE else "table.column", label)


def row_name(context: Context, table: int, row: int) -> str:
    """Return the name of a table row."""
    label = TABLES[table][row].split()[0]
    return context.t("o." + label) if table == CLEARANCE else context.t("table.row", label)


def legible_text(context: Context, text: str, most: int = 24) -> str:
    """Return a text of the owner's file, shortened to `most` letters.

    Letters that the font lacks become "?".
    """
    if len(text) > most:
        text = text[: most - 1] + "…"
    return "".join([letter if context.canvas.has_glyphs(letter, 16) else "?" for letter in text])


class Table(Screen):
    """The screen with the cells of a table.

    A cell in doubt (DOUBT in `rules.tables`) is dark on light. A cell to check (CHECK) has "~" or a dotted line. UP and
    DOWN choose a column, OK opens the column. If the table has more than MOST_ROWS rows, the screen shows only the
    chosen column.
    """

    keys = ("k.move", "k.open")

    def __init__(self, context: Context, cursor: int = 0, table: int = RAM) -> None:
        Screen.__init__(self, context)
        self.cursor = cursor
        self.table = table

    def arguments(self) -> Arguments:
        return (self.cursor, self.table)

    def on_show(self) -> None:
        self.found = owner_corrections(self.context)
        self.left = sum(self.found.unsure_counts(self.table))
        self.context.redraw()

    def draw(self, c: Canvas) -> None:
        table = self.table
        right = self.context.t("table.left", self.left) if self.left else self.context.t("table.owner")
        top(c, column_name(self.context, table, self.cursor), right)
        if len(TABLES[table]) > MOST_ROWS:
            self._draw_column(c)
        else:
            self._draw_all(c)
        self.strip(c)

    def _draw_column(self, c: Canvas) -> None:
        """Draw the chosen column: the head and the cell of each table row."""
        table = self.table
        for row in range(len(TABLES[table])):
            text, mark = self.found.cell_at(table, row, self.cursor)
            text = legible_text(self.context, text) + ("~" if mark == tables.CHECK else "")
            while c.width(text) > 26:
                text = text[:-1]
            x, y = 43 * (row // LINES), 9 + 9 * (row % LINES)
            c.align_right(x + 11, y, TABLES[table][row].split()[0])
            if mark == tables.DOUBT:
                c.fill(x + 13, y, c.width(text) + 3, 8)
            c.text(x + 15, y, text, 8, mark != tables.DOUBT)

    def _draw_all(self, c: Canvas) -> None:
        table = self.table
        rows = len(TABLES[table])
        wide = WIDTH // COLUMNS[table]
        tall = HEIGHT // rows
        c.box(LEFT - 2 + self.cursor * wide, 8, wide + 2, rows * tall + 3)
        for row in range(rows):
            x = LEFT
            for text, mark in self.found.row_cells(table, row):
                self._draw_cell(c, x, 9 + row * tall, wide - 1, tall - 1, text, mark)
                x += wide

    def _draw_cell(self, c: Canvas, x: int, y: int, w: int, h: int, text: str, mark: int) -> None:
        if mark == tables.DOUBT:
            c.fill(x, y, w, h)
        elif mark == tables.CHECK:
            c.dots(x, y + h - 1, w)
        text = legible_text(self.context, text)
        while c.width(text) > w:
            text = text[:-1]
        c.text(x + (w - c.width(text)) // 2, y, text, 8, mark != tables.DOUBT)

    def on_step(self, by: Steps) -> None:
        self.cursor = max(0, min(self.cursor - by, COLUMNS[self.table] - 1))

    def on_ok(self) -> None:
        self.context.open("trireme.column", 0, self.table, self.cursor)


class Column(Menu):
    """The list of the cells of a table column.

    OK corrects a cell. In the table RAM, OK held corrects all cells of the cell's diagonal (RULES 5.6).
    """

    keys = ("k.move", "k.turn")

    def __init__(self, context: Context, cursor: int = 0, table: int = RAM, column: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.table = table
        self.column = column
        self.holds = "?" if table == RAM else ""
        self.diagonal = False
        self.asked = CELL
        self.target = 0

    def arguments(self) -> Arguments:
        return (self.cursor, self.table, self.column)

    def head(self) -> tuple[str, str]:
        return column_name(self.context, self.table, self.column), ""

    def entries(self) -> Entries:
        self.found = owner_corrections(self.context)
        lines = []
        for row in range(len(TABLES[self.table])):
            text, mark = self.found.cell_at(self.table, row, self.column)
            text = legible_text(self.context, text) + ("", "~", "?")[mark]
            lines.append((row_name(self.context, self.table, row), text))
        return lines

    # For a cell, the player chooses a text of the printed legend, effects on both ships, or the shipped text.

    def legend_texts(self) -> list[str]:
        """Return the texts of the printed legend that a cell may have."""
        if self.table == CLEARANCE:
            return list(tables.CLEARED[1:])
        return [tables.damage_text(code) for code in tables.LEGEND[:-1]]

    def shipped_text(self) -> str:
        """Return the shipped text of the chosen cell; "" if the cell has no correction.

        The shipped text is that of the tables in the firmware. The text ends with "~" or "?" if the shipped cell has
        this mark.
        """
        if not self.found.cells[self.table][self.cursor * COLUMNS[self.table] + self.column]:
            return ""
        return TABLES[self.table][self.cursor].split()[self.column + 1]

    def choose(self, index: int) -> None:
        values = self.legend_texts()
        text, mark = self.found.cell_at(self.table, index, self.column)
        now = values.index(text) if mark == tables.SURE and text in values else 0
        if self.table != CLEARANCE:
            values.append(self.context.t("table.both"))
        if self.shipped_text():
            values.append(self.context.t("table.shipped", self.shipped_text()))
        self.diagonal = False
        self._ask_choice(CELL, row_name(self.context, self.table, index), values, now)

    def about(self, index: int) -> None:
        if self.table == RAM:
            self.diagonal = True
            title = self.context.t("table.diagonal", index + self.column + 1)
            self._ask_choice(CELL, title, self.legend_texts() + [self.context.t("table.both")])

    def _ask_choice(self, what: int, title: str, labels: Sequence[str], now: int = 0) -> None:
        self.asked = what
        self.context.push(Picker(self.context, title, labels, now))

    def on_result(self, chosen: Any) -> None:
        if isinstance(chosen, bool):
            if chosen:
                add_line(self.context, self.new_line)
                self.refresh()
            return
        if chosen is None:
            return
        if self.asked == CELL:
            values = self.legend_texts()
            if chosen < len(values):
                self._store_value(values[chosen])
            elif chosen == len(values) and self.table != CLEARANCE:
                self._ask_choice(TARGET, self.context.t("table.target"), self._effects())
            else:
                self._store_value(self.shipped_text())
        elif self.asked == TARGET:
            self.target = chosen
            self._ask_choice(RAMMER, self.context.t("table.rammer"), self._effects("é"))
        else:
            self._store_value(tables.damage_text(tables.NOTHING + self.target + tables.EFFECT_COUNT * chosen))

    def _effects(self, side: str = "") -> list[str]:
        return ["-"] + [side + effect for effect in tables.EFFECTS[1:]]

    def _store_value(self, text: str) -> None:
        if self.diagonal:
            diagonal = self.cursor + self.column + 1
            self.new_line = diag_line(RAM, diagonal, text)
            cells_of_it = len(
                [row for row in range(len(TABLES[RAM])) if 0 <= diagonal - row - 1 < COLUMNS[RAM]]
            )
            self.context.dialogs.confirm(self.context.t("diagonal.sure", cells_of_it, text))
            return
        if (text, tables.SURE) == self.found.cell_at(self.table, self.cursor, self.column):
            return
        add_line(self.context, set_line(self.table, self.cursor, self.column, text))
        self.refresh()
