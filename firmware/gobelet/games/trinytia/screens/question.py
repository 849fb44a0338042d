"""Tri'Nytia: a question with a few fields, whose effect is always on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.widgets import label, pointer, scrollbar, strip
from gobelet.ui.screens.stack import Screen

from .common import status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Row, Values
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Context, Steps


class Question(Screen):
    """A question: UP and DOWN change the marked field, OK marks the next one.

    Subclasses give `fields` and `turn`; `refresh` computes the values and limits from the Sheets.
    """

    def __init__(self, context: Context, field: int = 0) -> None:
        Screen.__init__(self, context)
        self.field = field
        self.list: Sequence[str] = ()
        self.rows: list[Row] = []  # rows that the first field offers

    def on_show(self) -> None:
        if self.is_valid():
            self.refresh()

    def refresh(self) -> None:
        """Compute the fields and the effect again."""
        self.list = self.fields()
        self.field = max(0, min(self.field, len(self.list) - 1))
        self.context.redraw()

    def fields(self) -> Sequence[str]:
        """Names of the fields, in the order in which they are asked."""
        return ()

    def marked_field(self) -> str:
        """Name of the marked field."""
        return self.list[self.field] if self.list else ""

    def turn(self, name: str, by: Steps) -> bool | None:
        """Change the field `name` by `by` steps: UP makes a number more, and goes one line back in a list.

        Returns True if only the mark has moved, so that no value must be computed.
        """

    def shift(self, by: Steps) -> None:
        if self.list and not self.turn(self.marked_field(), by):
            self.context.acknowledge_key()  # acknowledge the key first, because the odds may take time
            self.refresh()

    # Drawing

    def who(self, c: Canvas, row: Row, right: str) -> None:
        """Draw the first row: the character's name in large letters, and its state."""
        x = 9 if self.field == 0 else 0
        if self.field == 0:
            pointer(c, 0, 8, 123)
            scrollbar(c, self.rows.index(row) if row in self.rows else 0, 1, len(self.rows), 8, 16)
        size = 16 if c.width(right, 16) < 84 else 8
        end = c.right(123 if self.field == 0 else 127, 8 + (16 - size) // 2, right, size) - 4
        label(c, x, 8, self.context.seat(row), end - x)

    def numbers(self, c: Canvas, y: int, found: Sequence[tuple[str, str, str]], beside: int = 0) -> bool:
        """Draw fields side by side; the marked field has a line below it.

        Returns whether the fields leave `beside` columns free at the right without small letters.
        """
        for size, gap in ((16, 6), (8, 6), (8, 3), (8, 1)):
            wide = -gap
            for _, word, value in found:
                wide += c.width(word) + 2 * (word != "") + c.width(value, size) + gap
            if wide <= 128:
                break
        fits = size == 16 and wide + beside <= 128
        x = 0
        for name, word, value in found:
            left = x
            if word:
                x = c.text(x, y + 6, word) + 2
            x = c.text(x, y if size == 16 else y + 6, value, size)
            if name == self.marked_field():
                c.hline(left, y + 15, x - left)
                c.hline(left, y + 14, x - left)
            x += gap
        return fits

    def keys_of(self, c: Canvas, move: str, act: str) -> None:
        t = self.context.t
        strip(c, t(move) if move else "", t(act), holds=self.holds)


def next_aim(values: Values, by: int) -> tuple[int, int]:
    """Return (aim, which) of the target that is `by` lines after that in `values`.

    The first line is the character, the next lines are the familiars. A step beyond an end continues at the
    other end.
    """
    count = 1 + min(values["familiar"], 2)
    at = (values["aim"] + values["which"] + by) % count
    return min(at, 1), int(at > 1)


def aim_text(context: Context, values: Values) -> str:
    """Words for the target; one of two familiars has its number."""
    name = context.t("attack.aim." + ("character", "familiar")[values["aim"]])
    return "%s %d" % (name, values["which"] + 1) if values["aim"] and values["familiar"] > 1 else name


def next_row(rows: Sequence[Row], row: Row, by: int) -> Row:
    """Find the row `by` lines up in a list of rows; single steps wrap at the ends."""
    index = rows.index(row) - by if row in rows else 0
    return rows[index % len(rows)] if by in (1, -1) else rows[max(0, min(index, len(rows) - 1))]


def health(context: Context, row: Row) -> str:
    """Wounds and armour of a character, without the Lieu."""
    return status(context, row, False)
