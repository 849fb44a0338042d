"""Trirème: a page with tables among its lines of text.

A highlighted cell is dark on light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.widgets import scrollbar, top
from gobelet.ui.screens.page import Page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels, Size
    from gobelet.ui.screens.types import Context

    Cells = tuple[str, ...]
    Body = list[str | Cells | list[Cells]]  # see `Grid`
    # (left edges of the columns, height of the letters, gap between columns, index of the head line or -1)
    Shape = tuple[list[int], Size, Pixels, int]

HIGHLIGHTED = "\t"  # first character of the text in a highlighted cell or line
WIDE = 122  # width in pixels of a page beside its scrollbar


def highlight(text: str, on: bool = True) -> str:
    """Return the text of a cell or line, highlighted if `on`."""
    return HIGHLIGHTED + text if on else text


def plain_text(text: str) -> str:
    """Return the text of a cell or line without the sign HIGHLIGHTED."""
    return text[1:] if text[:1] == HIGHLIGHTED else text


def row(cells: Sequence[str], on: bool = False, columns: Sequence[int] = ()) -> Cells:
    """Make a row of cells.

    All cells are highlighted if `on`, else only the cells in `columns`.
    """
    return tuple([highlight(cells[index], on or index in columns) for index in range(len(cells))])


def dice_range(text: str) -> str:
    """Return the text for a range of totals: "≤ 3" for "3-", "≥ 6" for "6+".

    A text without "-" or "+" at its end stays unchanged.
    """
    if text[-1] in "+-":
        return ("≥ " if text[-1] == "+" else "≤ ") + text[:-1]
    return text


class Grid(Page):
    """A page whose body has lines of text, tables and rows of cells.

    A table is a list of rows, and a row is a tuple of cells. The first row of a table is its head, which stays at the
    top of the screen. Rows of cells outside a table have no head. A table that is too wide for the screen is drawn in
    small letters. The lines of text then have small letters too, unless the caller chose a size. The last cell of a row
    is wrapped if it is still too wide. The page opens at a highlighted line.
    """

    if TYPE_CHECKING:
        body: Any  # a Body, while the base class Page has only lines of text

    def __init__(self, context: Context, title: str, body: Any, size: int = 0) -> None:
        Page.__init__(self, context, title, body)
        self.size = size
        self.first = -1

    def lay_out(self, c: Canvas) -> None:
        narrow = self.size == 0
        self.size = self.size or 16
        self.lines = []
        # The Shape of the cells on each line of the page; None for a line of text.
        self.shapes: list[Shape | None] = []
        body = self.body
        index = 0
        while index < len(body):
            part = body[index]
            index += 1
            if isinstance(part, str):
                on = part[:1] == HIGHLIGHTED
                for line in c.wrap(plain_text(part).strip(), WIDE, self.size):
                    self._add_line(highlight(line, on), None)
            elif isinstance(part, list):
                self._add_table(c, part, len(self.lines))
            else:
                rows = [part]
                while index < len(body) and isinstance(body[index], tuple):
                    rows.append(body[index])
                    index += 1
                self._add_table(c, rows, -1)
        if narrow and [1 for shape in self.shapes if shape and shape[1] < self.size]:
            self.size = 8
            self.lay_out(c)

    def _add_line(self, line: str | Cells, shape: Shape | None) -> None:
        self.lines.append(line)
        self.shapes.append(shape)

    def _add_table(self, c: Canvas, rows: Sequence[Cells], head: int) -> None:
        """Add the rows of one table to the lines of the page.

        `head` is the index of the line with the table's head, -1 for rows without a head.
        """
        for size in (self.size, 8):
            gap = size // 2
            wide = [
                max([c.width(plain_text(row[index]), size) for row in rows]) for index in range(len(rows[0]))
            ]
            total = sum(wide) + gap * (len(wide) - 1)
            if total <= WIDE:
                if head >= 0:
                    gap += min((WIDE - total) // max(len(wide) - 1, 1), 12)
                break
        stops = [1]
        for each in wide:
            stops.append(stops[-1] + each + gap)
        stops[-1] = min(stops[-1], WIDE + gap + 1)
        for row in rows:
            room = stops[-1] - gap - stops[-2]
            last = list(c.wrap(plain_text(row[-1]), room, size)) or [""]
            for index in range(len(last)):
                start = (
                    row[:-1]
                    if index == 0
                    else tuple([highlight("", cell[:1] == HIGHLIGHTED) for cell in row[:-1]])
                )
                self._add_line(
                    start + (highlight(last[index], row[-1][:1] == HIGHLIGHTED),), (stops, size, gap, head)
                )

    def _first_line(self, seen: int) -> int:
        """Return the first line to show, so that a highlighted line is visible.

        A highlighted table row has the highest priority. A table row with a highlighted cell is second, and a
        highlighted line of text third. `seen` is the number of visible lines.
        """
        best = None
        for index in range(len(self.lines)):
            line = self.lines[index]
            cells = line if isinstance(line, tuple) else (line,)
            on = [cell[:1] == HIGHLIGHTED for cell in cells]
            if any(on):
                shape = self.shapes[index]
                rank = 2 if shape is None or shape[3] < 0 else 0 if all(on) else 1
                if best is None or rank < best[0]:
                    best = rank, index
        if best is None or best[1] < seen:
            return 0
        return best[1] if best[0] == 1 else best[1] - seen + 2

    def draw(self, c: Canvas) -> None:
        top(c, self.title)
        if self.lines is None:
            self.lay_out(c)
        pitch = self.line_height()
        seen = self.visible_lines()
        if self.first < 0:
            self.first = self._first_line(seen)
        self.first = max(0, min(self.first, len(self.lines) - seen))
        y = 8
        for index in range(self.first, min(self.first + seen, len(self.lines))):
            shape = self.shapes[index]
            if index == self.first and shape is not None and shape[3] >= 0:
                index = shape[3]  # the head of the table stays at the top
            self._draw_line(c, y, self.lines[index], self.shapes[index], pitch)
            y += pitch
        scrollbar(c, self.first, seen, len(self.lines))
        self.strip(c)

    def _draw_line(
        self,
        c: Canvas,
        y: int,
        line: Any,
        shape: Shape | None,
        pitch: int,
    ) -> None:
        if shape is None:
            if line[:1] == HIGHLIGHTED:
                c.fill(0, y, WIDE + 2, pitch)
            c.text(1, y, plain_text(line), self.size, line[:1] != HIGHLIGHTED)
            return
        stops, size, gap, _ = shape
        for index in range(len(line)):
            on = line[index][:1] == HIGHLIGHTED
            if on:  # the gap between two highlighted cells is highlighted too
                after = index + 1 < len(line) and line[index + 1][:1] == HIGHLIGHTED
                c.fill(
                    stops[index] - 1, y, stops[index + 1] - stops[index] - (0 if after else gap - 2), pitch
                )
            c.text(stops[index], y + (pitch - size) // 2, plain_text(line[index]), size, not on)
