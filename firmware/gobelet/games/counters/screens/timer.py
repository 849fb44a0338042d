"""Counters: the clock of the present turn, and the list of all times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import clock_text, seconds
from gobelet.ui.drawing.widgets import label, position_bar, strip, top
from gobelet.ui.screens.menu import Menu, Picker
from gobelet.ui.screens.stack import Screen

from ..rules import clock, table, turns
from ..rules.sheets import LIMITS
from . import running, words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.device.types import Milliseconds, Ticks
    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Context, Entries, Steps


class Timer(Screen):
    """The clock of the present turn.

    The clock also runs while other screens of the game are open. While the clock runs, OK passes the turn to the next
    player, and UP or DOWN pauses the clock. In a pause OK starts the clock again, and UP and DOWN select the player in
    turn.
    """

    holds = "?"

    def __init__(self, context: Context) -> None:
        Screen.__init__(self, context)
        self.beat = 0
        self.fast = False  # True if the time is over the limit and so blinks

    def _passed_ms(self) -> int:
        """Return the milliseconds that are not in the Sheets yet."""
        return running.unwritten_ms(self.context, self.context.session.memo)

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        memo = self.context.session.memo
        if not memo or memo[0] is None:
            return None
        passed = self._passed_ms()
        beat = 500 if self.fast else 1000
        if passed // beat != self.beat:
            self.context.redraw()
        return beat - passed % beat

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return ((self.shown_time, 24),)

    def draw(self, c: Canvas) -> None:
        context = self.context
        t = context.t
        state = context.session.state
        get = state.get
        memo = running.memo(context)
        self.keeps_panel_on = memo[0] is not None
        ms = self._passed_ms()
        more = ms // 1000
        row = get("table", 0, "turn")
        value = seconds(state, "table", 0) + more
        other = seconds(state, "player", row) + more
        whole = get("table", 0, "whole")
        if whole:
            value, other = other, value
        limit = LIMITS[get("table", 0, "limit")]
        over = self.fast
        self.fast = 0 < limit < value
        # the signal is given in the second in which the time exceeds the limit, not if the screen opens later
        if self.fast and self.keeps_panel_on and not over and value == limit + 1:
            context.device.signal("time")
        self.beat = ms // (500 if self.fast else 1000)
        sign = "≥" if running.may_be_more(context, memo) else ""
        if limit and get("table", 0, "down"):
            value = limit - value
            sign = sign and "≤"  # the time left until the limit may be shorter than the drawn time

        self._draw_beside(c, row, other, "timer.turn" if whole else "timer.all", more)
        self.shown_time = clock_text(value)
        self._draw_time(c, sign)
        if self.keeps_panel_on:
            strip(
                c,
                t("k.pause"),
                t("k.to", words.player(context, turns.step_turn(state, 1)[0])),
                holds=self.holds,
            )
        else:
            rows = turns.turn_order(state)
            position_bar(c, rows.index(row) if row in rows else 0, len(rows))
            strip(c, t("k.player"), t("k.go"), holds=self.holds)

    def _draw_beside(self, c: Canvas, row: Row, other: int, name: str, more: int) -> None:
        """Draw the time of the game in the top band, and below it the player in turn.

        After the name of the player, a further time is drawn: the time of the turn, or of all turns of the player.

        other  this further time, in seconds.
        name   text key of the label before this time.
        more   seconds of the present turn that are not in the Sheets yet.
        """
        context = self.context
        t = context.t
        whole = clock.game_seconds(context.session.state) + more
        top(
            c,
            t("timer" if self.keeps_panel_on else "timer.pause"),
            t("timer.game", running.time_text(context, whole)),
        )
        end = c.align_right(124, 9, running.time_text(context, other), 16)
        end = c.align_right(end - 4, 13, t(name))
        label(c, 0, 9, words.player(context, row), end - 4)

    def _draw_time(self, c: Canvas, sign: str) -> None:
        """Draw the time in large digits, after `sign`; in a pause also a pause sign.

        A time over the limit blinks: in every second half second, the time is drawn inverted.
        """
        before = 0 if self.keeps_panel_on else 20  # width of the pause sign in pixels
        if sign:
            before += c.width(sign, 16) + 3
        size = c.fitting_size(self.shown_time, 128 - before, (32, 24, 16))
        ink = 1
        if self.fast and self.keeps_panel_on and self.beat & 1:
            c.fill(0, 24, 128, 32)
            ink = 0
        x = c.centre(24 + (32 - size) // 2, self.shown_time, size, before if sign else 0, 128, ink)
        if sign:
            c.align_right(x - 3, 32, sign, 16, ink)
        if not self.keeps_panel_on:
            for x in (2, 10):
                c.fill(x, 31, 5, 18)

    def _pause_or_pass(self, by: int) -> None:
        """Pause the running clock; in a pause, pass the turn on (1) or back (-1)."""
        if running.memo(self.context)[0] is not None:
            running.write_time(self.context, False)
        else:
            running.write_change(self.context, False, turns.pass_turn, by)

    def on_up(self, n: Steps) -> None:
        self._pause_or_pass(-1)

    def on_down(self, n: Steps) -> None:
        self._pause_or_pass(1)

    def on_ok(self) -> None:
        found = running.memo(self.context)
        if found[0] is None:
            running.set_running(self.context, found, self.context.now())
        else:
            running.write_change(self.context, True, turns.pass_turn)

    def on_hold_ok(self) -> None:
        self.context.open("counters.times")


class Times(Menu):
    """The list of the times of all players and of the game.

    Further lines are for the time limit, its two settings and the reset. OK on a player passes the turn to this player.
    """

    title = "times"
    keys = ("k.move", "k.turn")

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        memo = self.context.session.memo
        if not memo:
            return None
        passed = running.unwritten_ms(self.context, memo)
        if passed // 1000 != self.second:
            self.refresh()
        return 1000 - passed % 1000

    def entries(self) -> Entries:
        context = self.context
        t = context.t
        state = context.session.state
        more = self.second = running.unwritten_ms(context, running.memo(context)) // 1000
        found = []
        self.rows = turns.seated_rows(state)
        for row in self.rows:
            value = seconds(state, "player", row)
            if row == state.get("table", 0, "turn"):
                value += more
                time = running.time_text(context, value)
            else:
                time = clock_text(value)
            found.append((words.player(context, row), time))
        limit = state.get("table", 0, "limit")
        self.settings = len(found)
        found.append((t("times.game"), running.time_text(context, clock.game_seconds(state) + more)))
        found.append((t("f.limit"), self._limit_text(limit)))
        found.append((t("f.whole"), t("times.whole" if state.get("table", 0, "whole") else "times.each")))
        found.append((t("f.down"), t("yes") if state.get("table", 0, "down") else t("no")))
        found.append((t("times.reset"), ""))
        return found

    def draw(self, c: Canvas) -> None:
        self.keys = ("k.move", "" if self.cursor == self.settings else "k.turn")
        Menu.draw(self, c)

    def _limit_text(self, index: int) -> str:
        """Return the time limit LIMITS[index] as text."""
        return clock_text(LIMITS[index]) if index else self.context.t("times.none")

    def choose(self, index: int) -> None:
        context = self.context
        index -= self.settings + 1
        if index < -1:
            running.write_time(context, running.memo(context)[0] is not None, self.rows[self.cursor])
            context.close()
        elif index == 0:
            labels = [self._limit_text(index) for index in range(len(LIMITS))]
            context.push(
                Picker(context, context.t("f.limit"), labels, context.session.get("table", 0, "limit"))
            )
        elif index == 3:
            context.dialogs.confirm(context.t("times.sure"))
        elif index > 0:
            name = ("whole", "down")[index - 1]
            context.change([("table", 0, name, 1 - context.session.get("table", 0, name))])
            self.refresh()

    def on_result(self, result: Any) -> None:
        if result is True:
            self.context.change(table.reset_clocks(self.context.session.state))
        elif result is not None and result is not False:
            self.context.change([("table", 0, "limit", result)])
        self.refresh()
