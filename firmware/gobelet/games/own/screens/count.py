"""The screen of one counter of a game as text, in large digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.amounts import bubble, pips
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import LOW, TOP, label, number_text, position_bar, strip, top
from gobelet.ui.screens.number_screen import NumberScreen
from gobelet.ui.screens.stack import Gone

from .common import KINDS, counters, number_of, seated_rows, tell_emptied

if TYPE_CHECKING:
    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Context, Steps

PIPS = 100  # greatest upper bound of a counter that is drawn with pips (dots), one pip for each unit


class Count(NumberScreen):
    """The screen of one counter, with the value in large digits.

    UP and DOWN change the value by the counter's step. OK selects the next counter.

    owner   1 for a counter of a seat, 0 for a counter of the table.
    row     the row of the seat, or 0 for the table.
    number  the number of the counter, see `number_of`, or -1 for the first counter.
    """

    def __init__(self, context: Context, owner: int, row: Row, number: int = -1) -> None:
        NumberScreen.__init__(self, context)
        self.owner = owner
        self.row = row
        self.list = counters(owner)
        numbers = [number_of(context, owner, each[0]) for each in self.list]
        if not numbers or number not in numbers + [-1]:
            raise Gone
        self.index = numbers.index(number) if number >= 0 else 0

    def arguments(self) -> tuple[int, int, int]:
        return self.owner, self.row, number_of(self.context, self.owner, self.list[self.index][0])

    def is_valid(self) -> bool:
        return not self.owner or self.row in seated_rows(self.context)

    def _value(self) -> int:
        """Return the value of the selected counter."""
        return self.context.session.get(KINDS[self.owner], self.row, self.list[self.index][0])

    def large_texts(self) -> tuple[tuple[str, Pixels], ...]:
        return ((number_text(self._value()), 32),)

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        name, low, high, _, step, _, _ = self.list[self.index]
        value = self._value()
        title = t("f." + name)
        top(c, self.context.seat(self.row) if self.owner else title, "")
        text = number_text(value)
        size = c.fitting_size(text, 90, (48, 32))
        w = c.align_right(124, TOP + (48 - size) // 2, text, size) - 5
        label(c, 0, TOP + 2, title, w)
        if self.sum:
            said = self.sign + signed_text(self.sum)
            bubble(c, c.width(said, 16) + 4, TOP + 20, said, 16)
        if 0 <= low and high <= PIPS:
            pips(c, 0, LOW - 9, value, high, w, 7)
        position_bar(c, self.index, len(self.list))
        after = self.list[(self.index + 1) % len(self.list)][0]
        by = t("k.by", step)
        to = c.shorten(t("k.to", t("f." + after)), 124 - c.width(by)) if len(self.list) > 1 else ""
        strip(c, by, to)

    def on_step(self, by: Steps) -> None:
        name, low, high, _, step, _, _ = self.list[self.index]
        before = self._value()
        after = max(low, min(before + by * step, high))
        changes = [(KINDS[self.owner], self.row, name, after)]
        if self.change_number(changes, after - before):
            tell_emptied(self.context, changes)

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Select the counter that an undo has changed, and show the difference.

        Return False if the undo has changed several values, or a value that this screen does not show.
        """
        kind, row, field = next(iter(by))
        if len(by) > 1 or (kind, row) != (KINDS[self.owner], self.row):
            return False
        names = [each[0] for each in self.list]
        if field not in names:
            return False
        self.index = names.index(field)
        return self.show_undo(by[kind, row, field], mark)

    def on_ok(self) -> None:
        self.index = (self.index + 1) % len(self.list)
        self.context.request_snapshot()
        self.end()
