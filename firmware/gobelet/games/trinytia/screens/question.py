"""Tri'Nytia: the base class of a screen with a few fields that shows their effect."""

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
    """A screen with fields that the player fills in turn.

    UP and DOWN change the selected field, OK selects the next field. Subclasses define `fields` and `change_field`.
    The `refresh` of a subclass computes the values and limits from the Sheets.
    """

    def __init__(self, context: Context, field: int = 0) -> None:
        Screen.__init__(self, context)
        self.field = field
        self.list: Sequence[str] = ()
        self.rows: list[Row] = []  # the rows of the characters from which the first field chooses

    def on_show(self) -> None:
        if self.is_valid():
            self.refresh()

    def refresh(self) -> None:
        """Compute the fields and the effect again."""
        self.list = self.fields()
        self.field = max(0, min(self.field, len(self.list) - 1))
        self.context.redraw()

    def fields(self) -> Sequence[str]:
        """Return the names of the fields, in the order of the questions."""
        return ()

    def selected_field(self) -> str:
        """Return the name of the selected field."""
        return self.list[self.field] if self.list else ""

    def change_field(self, name: str, by: Steps) -> bool | None:
        """Change the field `name` by `by` steps.

        UP makes a number larger and moves backwards in a list. Return True if the press only selected another
        field, so that no value must be computed.
        """

    def on_step(self, by: Steps) -> None:
        if self.list and not self.change_field(self.selected_field(), by):
            self.context.acknowledge_key()  # at once, because `refresh` may compute odds, which takes time
            self.refresh()

    # Drawing

    def draw_character(self, c: Canvas, row: Row, right: str) -> None:
        """Draw a character's name in large letters, and the text `right` after it."""
        x = 9 if self.field == 0 else 0
        if self.field == 0:
            pointer(c, 0, 8, 123)
            scrollbar(c, self.rows.index(row) if row in self.rows else 0, 1, len(self.rows), 8, 16)
        size = 16 if c.width(right, 16) < 84 else 8
        end = c.align_right(123 if self.field == 0 else 127, 8 + (16 - size) // 2, right, size) - 4
        label(c, x, 8, self.context.seat(row), end - x)

    def draw_fields(self, c: Canvas, y: int, found: Sequence[tuple[str, str, str]], beside: int = 0) -> bool:
        """Draw fields side by side, with a line below the selected field.

        Return whether the large font fits and leaves `beside` pixels free at the right.
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
            if name == self.selected_field():
                c.hline(left, y + 15, x - left)
                c.hline(left, y + 14, x - left)
            x += gap
        return fits

    def draw_keys(self, c: Canvas, move: str, act: str) -> None:
        t = self.context.t
        strip(c, t(move) if move else "", t(act), holds=self.holds)


def next_aim(values: Values, by: int) -> tuple[int, int]:
    """Return (aim, which) of the target that is `by` steps after the present one.

    The first target is the character, the next targets are its familiars. After the last target, the character follows
    again.
    """
    count = 1 + min(values["familiar"], 2)
    at = (values["aim"] + values["which"] + by) % count
    return min(at, 1), int(at > 1)


def aim_text(context: Context, values: Values) -> str:
    """Return the name of the target as text; each of two familiars has a number."""
    name = context.t("attack.aim." + ("character", "familiar")[values["aim"]])
    return "%s %d" % (name, values["which"] + 1) if values["aim"] and values["familiar"] > 1 else name


def next_row(rows: Sequence[Row], row: Row, by: int) -> Row:
    """Return the row that is `by` entries before `row` in a list of rows.

    Beyond an end of the list, a single step continues at the opposite end, and a larger step stops at the end.
    """
    index = rows.index(row) - by if row in rows else 0
    return rows[index % len(rows)] if by in (1, -1) else rows[max(0, min(index, len(rows) - 1))]


def health(context: Context, row: Row) -> str:
    """Return the wounds and the armour of a character as text."""
    return status(context, row, False)
