"""The screen of the last roll, and the screen that locks dice for a new roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules import effort
from gobelet.rules.dice import FIRST, REROLLED
from gobelet.rules.pools import pool_odds
from gobelet.ui.drawing.dice_row import dice_row
from gobelet.ui.drawing.numbers import percent, signed_text
from gobelet.ui.drawing.widgets import draw_large, number_text, position_bar, top
from gobelet.ui.screens.menu import Menu
from gobelet.ui.screens.stack import Gone

from ..rules import edit
from . import record, throw

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries


class Result(Menu):
    """The last roll, with the actions that may follow.

    UP and DOWN select an action: roll again, lock dice, or edit the pool. OK performs the selected action.

    locked  bit mask of the dice that the player locked last, see `rethrow`.
    """

    holds = "?"

    def __init__(self, context: Context, locked: int = 0) -> None:
        Menu.__init__(self, context)
        last = record.last_record(context.session)
        if last is None:
            raise Gone
        self.record = last
        self.locked = locked

    def arguments(self) -> Arguments:
        return (self.locked,)

    def on_show(self) -> None:
        self.record = record.last_record(self.context.session) or self.record
        Menu.on_show(self)

    def entries(self) -> Entries:
        """Return the names of the actions."""
        return ["again", "lock", "edit"] if len(self.record.thrown.dice) > 1 else ["again", "edit"]

    def draw(self, c: Canvas) -> None:
        record = self.record
        top(
            c,
            throw.in_words(self.context, record.text),
            self.context.t("hand").lower() if record.hand else "",
        )
        dice = record.drawn_dice()
        total = number_text(record.thrown.total)
        if len(dice) < 2 and not record.pool[0]:
            draw_large(c, total, w=124)
        else:
            draw_large(c, total, 8, 34, w=124)
            room = 124
            # six dice or more need the whole width, so the bonus is drawn beside five dice at most
            if record.pool[0] and len(dice) < 6:
                room = c.align_right(room, 42, signed_text(record.pool[0]), 16) - 3
            dice_row(c, dice, 43, room=room)
        position_bar(c, self.cursor, len(self.list))
        self.keys = ("k.move", "do." + self.list[self.cursor])
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return ((number_text(self.record.thrown.total), 32),)

    def choose(self, index: int) -> None:
        record = self.record
        action = self.list[index]
        if action == "lock":
            self.context.open("dice.lock", self.locked)
        elif action == "again":
            self.locked = 0
            throw.roll_pool(self.context, record.pool)
        elif throw.set_pool(self.context, record.pool):
            self.context.open("dice.line" if edit.is_line(record.pool) else "dice.build")

    def on_result(self, result: Any) -> None:
        """Roll the dice that are not in the bit mask `result`, the result of Lock."""
        if result is not None:
            self.locked = result
            throw.roll_pool(self.context, self.record.pool, self.record.thrown, result)

    def about(self, index: int) -> None:
        context = self.context
        record = self.record
        lines = record.lines(context)
        if not record.kept and effort.odds_steps(record.pool) <= effort.AT_ONCE:
            odds = pool_odds(record.pool)
            total = record.thrown.total
            dot = context.t("decimal")
            lines.append(context.t("mean", throw.mean_text(odds, dot)))
            lines.append("≥%s  %s" % (number_text(total), percent(odds.at_least(total), dot)))
        receipt = ""
        if record.proof:
            from gobelet.ui.screens.proof import proof_lines

            proof, receipt = proof_lines(context, record.proof)
            lines += proof
        context.dialogs.show_page(context.t("why"), lines, receipt)


def faces(dice: Sequence[tuple[int, int, int]]) -> list[str]:
    """List each die as text: its face after rerolls, plus the faces of explosions.

    Each entry of `dice` is (sides, face, marks). An entry with the mark FIRST begins a new die.
    """
    found = []
    for _, face, mark in dice:
        if mark & FIRST:
            found.append("")
        if not mark & REROLLED:
            found[-1] += "+%d" % face if found[-1] else number_text(face)
    return found


class Lock(Menu):
    """The dice of a roll, which the player can lock.

    OK locks or releases a die. OK on the sign after the last die rolls the dice that are not locked. The result is the
    bit mask of the locked dice, see `rethrow`.
    """

    def __init__(self, context: Context, locked: int) -> None:
        last = record.last_record(context.session)
        if last is None:
            raise Gone
        self.text = throw.in_words(context, last.text)
        self.faces = faces(last.drawn_dice())
        self.locked = locked & (1 << len(self.faces)) - 1
        Menu.__init__(self, context, len(self.faces) if locked else 0)

    def arguments(self) -> Arguments:
        return (self.locked,)

    def entries(self) -> Entries:
        return self.faces + ["↷"]

    def draw(self, c: Canvas) -> None:
        top(c, self.text)
        # the text of a die with many explosions is long
        pitch = min(max([c.width(face, 16) for face in self.list]) + 5, 128)
        across = 128 // pitch
        first = max(self.cursor // across - 1, 0) * across  # only two rows of dice are visible
        left = (128 - pitch * min(across, len(self.list))) // 2
        for index in range(first, min(first + 2 * across, len(self.list))):
            x = left + (index - first) % across * pitch
            y = 9 + (index - first) // across * 23
            held = self.locked >> index & 1
            c.box(x, y, pitch - 1, 18, held)
            c.centre(y + 1, c.shorten(self.list[index], pitch - 4, 16), 16, x, x + pitch - 1, 1 - held)
            if index == self.cursor:
                c.fill(x, y + 19, pitch - 1, 2)
        words = "lock.off" if self.locked >> self.cursor & 1 else "lock.on"
        self.keys = ("k.move", words if self.cursor < len(self.faces) else "do.again")
        self.strip(c)

    def choose(self, index: int) -> None:
        if index < len(self.faces):
            self.locked ^= 1 << index
        elif self.locked + 1 < 1 << index:
            self.context.close(self.locked)
        else:
            self.context.dialogs.show_toast(self.context.t("lock.all"))
