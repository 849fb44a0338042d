"""The screen with the exact chances of all outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...words.wording import key_label, undecided_shares
from ..drawing.amounts import bars
from ..drawing.numbers import percent
from ..drawing.widgets import label as name
from ..drawing.widgets import number_text, strip, top
from .stack import Screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules import odds as exact
    from ...rules.procedure import Procedure
    from ...rules.types import Key, Share
    from ..drawing.canvas import Canvas
    from ..drawing.types import Column, Pixels
    from .types import Asked, Context, Steps


class Odds(Screen):
    """The exact chances, with a bar for each outcome.

    The numbers on the screen are the chances of the outcome under the cursor.

    proc       the Procedure; None for free dice, whose outcomes are numbers.
    questions  the named chances, as `Form.questions` returns them.
    title      left text of the top band; by default the name of the Procedure.
    note       right text of the top band; by default the text "odds".
    """

    keys = ("k.move", "k.ok")

    def __init__(
        self,
        context: Context,
        proc: Procedure | None,
        odds: exact.Odds,
        questions: Sequence[Asked] = (),
        title: str | None = None,
        note: str | None = None,
    ) -> None:
        Screen.__init__(self, context)
        self.proc = proc
        self.odds = odds
        self.asked = questions
        self.title = title or context.t(proc.name)  # type: ignore[union-attr]
        self.note = note or context.t("odds")
        self.cursor = 0
        self.read = ""  # the chance of the outcome under the cursor, as text

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return ((self.read, 12),)

    def draw(self, c: Canvas) -> None:
        odds = self.odds
        t = self.context.t
        top(c, self.title, self.note)
        count = len(odds.keys)
        listed = self.cursor < count
        if listed:
            key = odds.keys[self.cursor]
            label = key_label(self.context, self.proc, key) if self.proc else number_text(key)
            share = odds.exactly(key)
            least = ""
        else:
            label, share, least = self._extra()[self.cursor - count]
        room = 122 - c.width(least + percent(share, t("decimal")), 16)
        name(c, 0, 9, label, room)
        whole = self._share(c, min(c.width(label, 16), room), 9, share, least)
        if not listed and not whole:
            fraction = "%d/%d" % share
            if c.width(fraction) <= 128:
                c.align_right(127, 48, fraction)
        if listed and not self._is_named(odds.keys[0]) and not self._is_named(odds.keys[-1]):
            # only outcomes that are numbers have a chance of "at least"
            more = odds.at_least(key)
            line = "≥%s  %s" % (label, percent(more, t("decimal")))
            fraction = "  %d/%d" % more
            c.text(0, 48, line + fraction if c.width(line + fraction) <= 128 else line, 8)
        if count:
            bars(c, odds, 25, 23, self.cursor if listed else None)
        strip(c, t("k.move"), t("k.back"))

    def _is_named(self, key: Key) -> bool:
        """Tell whether the outcome with the outcome key `key` is shown as a name."""
        return bool(self.proc and key_label(self.context, self.proc, key) != number_text(key))

    def _share(self, c: Canvas, x: Column, y: int, share: Share, least: str) -> bool:
        """Draw a chance as a percentage and, at the right edge, as a fraction.

        The fraction has the largest letters that fit. The pixel columns from `x` to the right edge are free. Return
        whether the fraction fits.
        """
        text = self.read = least + percent(share, self.context.t("decimal"))
        fraction = "%d/%d" % share
        room = 119 - x - c.width(text, 16)
        end = 127
        for size in (16, 8):
            if c.width(fraction, size) <= room:
                end = c.align_right(127, y + (16 - size) // 2, fraction, size) - 8
                break
        c.align_right(end, y, text, 16)
        return end < 127

    def _extra(self) -> list[Asked]:
        """Return the chances without a bar.

        The result has the named chances and the undecided shares: the share that the printed sheet decides, and the
        share of the longest series of exploding dice, which the odds do not follow. If there are no bars, the undecided
        shares come first.
        """
        open_ = [found + ("",) for found in undecided_shares(self.context, self.odds)]
        return list(self.asked) + open_ if self.odds.keys else open_ + list(self.asked)

    def on_step(self, by: Steps) -> None:
        self.cursor = (self.cursor - by) % (len(self.odds.keys) + len(self._extra()))

    def on_ok(self) -> None:
        self.context.close()
