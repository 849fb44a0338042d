"""Counters: the screen of the present turn, and the screen of the initiative."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import clock_text, seconds
from gobelet.ui.drawing.amounts import bubble
from gobelet.ui.drawing.widgets import LOW, TOP, label, number_text
from gobelet.ui.screens.casting import from_cup
from gobelet.ui.screens.menu import Menu, Picker

from ..rules import turns
from ..rules.sheets import VALUE_FIELDS
from . import running, words
from .play import BACK_IN, MARKED, WIDE, Play

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from gobelet.device.types import Milliseconds, Ticks
    from gobelet.rules.types import Change, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels, Size
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps


class Turn(Play):
    """The present turn: one value of the player in turn, and the time of the turn.

    OK passes the turn to the next player who is not out. UP and DOWN change the value, as in Play.

    beat  the drawn time of the turn, in seconds.
    more  the part of the drawn time that is not in the Sheets yet, in seconds.
    """

    def __init__(self, context: Context, counter: int = 0) -> None:
        Play.__init__(self, context, 0, context.session.get("table", 0, "turn"), counter)
        self.beat = 0
        self.more = 0

    def arguments(self) -> Arguments:
        return (self.counter,)

    def rows(self) -> list[Row]:
        self.player = self.context.session.get("table", 0, "turn")
        return turns.turn_order(self.context.session.state)

    def lay_out(self) -> None:
        Play.lay_out(self)
        context = self.context
        rounds = context.session.get("table", 0, "round")
        self.subject = context.t("turn.round", rounds) if rounds else self.counted
        row = turns.step_turn(context.session.state, 1)[0]
        self.turn_to = context.t("k.to", words.player(context, row)) if row != self.player else ""

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        # The App calls this method at each pass, so the method must be fast. It does not read the Sheets, because any
        # change of the Sheets redraws the screen.
        left = Play.on_tick(self, now)
        memo = self.context.session.memo
        if not memo or memo[0] is None:
            return left
        passed = running.unwritten_ms(self.context, memo)
        if passed // 1000 != self.more:
            self.context.redraw()
        due = 1000 - passed % 1000
        return due if left is None else min(left, due)

    def draw(self, c: Canvas) -> None:
        memo = running.memo(self.context)
        self.keeps_panel_on = memo[0] is not None
        self.more = running.unwritten_ms(self.context, memo) // 1000
        self.beat = seconds(self.context.session.state, "table", 0) + self.more
        if self.turn_to:
            self.turn_to = c.shorten(self.turn_to, 112 - c.width(self.step))
        Play.draw(self, c)

    def _time_text(self) -> str:
        """Return the time of the turn as text; "" if the clock has not run yet."""
        return clock_text(self.beat) if self.beat or self.keeps_panel_on or self._least_sign() else ""

    def _least_sign(self) -> str:
        """Return "≥" if the turn may have lasted longer than its stored time, else ""."""
        return "≥" if running.may_be_more(self.context, running.memo(self.context)) else ""

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        value = number_text(words.value(self.context, self.player, self.counter))
        time = self._time_text()
        high = 16 if self.bubble_text() or len(time) > 5 or len(value) > 3 else 24
        return ((value, 32), (time, high)) if time else ((value, 32),)

    def draw_large(self, c: Canvas, value: int, name: str) -> None:
        text = number_text(value)
        time = self._time_text()
        for size in (48, 32):  # 32 pixels high if a number of 48 pixels leaves no room for the time
            w = 119 - c.width(text, size)
            if size == 32 or (c.width(text, size) <= WIDE and c.width(time, 24) <= w):
                break
        c.align_right(124, TOP + (48 - size) // 2, text, size)
        label(c, 0, TOP, name, w)
        text = self.bubble_text()
        if text:
            bubble(c, c.width(text, 16) + 4, TOP + 14, text, 16)
            sizes: Sequence[Size] = (17, 16, 8)
        elif time:
            c.text(0, TOP + 16, c.shorten(self.text_below(name), w))
            sizes = (24, 17, 16, 8)
        else:
            label(c, 0, TOP + 16, self.text_below(name), w)
        if time:
            x = 0
            sign = self._least_sign()
            if sign:
                w -= c.width(sign, 16) + 2
            size = c.fitting_size(time, w, sizes)
            if not self.keeps_panel_on and c.width(time, size) + 9 <= w:
                for x in (0, 5):  # the two bars of the pause sign
                    c.fill(x, LOW - size + 3, 3, size - 7)
                x = 11
            if sign:
                x = c.text(x, LOW - 18, sign, 16) + 1
            c.text(x, LOW - size, time, size)

    def select_changed(self, by: dict[tuple[str, Row, str], int]) -> bool:
        """Tell whether this screen shows the change that an undo has made.

        The screen shows a change of turn, because it has the name of the player in turn.
        """
        for kind, row, field in by:
            if kind == "table" and field in ("turn", "m", "s"):
                return True
            if row != self.player:
                return False
        return Play.select_changed(self, by)

    def _change_turn(self, changes: Callable[..., list[Change]], *args: int) -> None:
        """Apply the changes that `changes`, a function of turns.py, returns.

        If there are no changes, show a toast that no other player can have the turn.
        """
        if not running.apply_change(self.context, changes, *args):
            self.context.dialogs.show_toast(self.context.t("turn.none"))
        self.on_show()

    def on_ok(self) -> None:
        self._change_turn(turns.pass_turn)

    def on_step(self, by: Steps) -> None:
        Play.on_step(self, by)
        if self.counter == 0:
            self.turn_to = None
            self.lay_out()

    def on_hold_ok(self) -> None:
        self.context.push(Passing(self.context))

    def on_result(self, result: Any) -> None:
        context = self.context
        if result == "back":
            self._change_turn(turns.pass_turn, -1)
        elif result == "delay":
            self._change_turn(turns.delay_row)
        elif result == "clock":
            running.write_time(context, running.memo(context)[0] is None)
        elif result == "order":
            context.open("counters.order")
        elif result == MARKED:
            context.open("counters.marks", self.player)
        elif result == BACK_IN:
            context.change(
                [("player", self.player, VALUE_FIELDS[0], context.session.get("counter", 0, "start"))]
            )
            self.on_show()
        elif result is not None:
            self.counter = result
            self.on_show()
            context.request_snapshot()


class Passing(Menu):
    """The list of further actions in a turn, and of the counters.

    The result of the screen is the name of an action, or the index of the counter that the screen Turn then shows.
    """

    keys = ("k.move", "k.ok")

    def head(self) -> tuple[str, str]:
        return words.player(self.context, self.context.session.get("table", 0, "turn")), ""

    def entries(self) -> Entries:
        context = self.context
        get = context.session.get
        row = get("table", 0, "turn")
        self.what: list[Any] = ["back", "clock", "order", MARKED]
        if get("table", 0, "round"):
            self.what.insert(1, "delay")
        if turns.is_out(context.session.state, row):
            self.what.insert(0, BACK_IN)
        found = []
        for name in self.what:
            value = str(get("counter", 0, "start")) if name == BACK_IN else ""
            if name == "clock":
                name = "stop" if running.memo(context)[0] is not None else "go"
            if name == MARKED:
                value = words.marks(context, row)
            known = {BACK_IN: "out.back", "order": "order", MARKED: "marks"}
            found.append((context.t(known.get(name, "turn." + name)), value))
        if get("table", 0, "counters") > 1:
            for index in range(get("table", 0, "counters")):
                self.what.append(index)
                found.append((words.counter(context, index), str(words.value(context, row, index))))
        return found

    def choose(self, index: int) -> None:
        self.context.close(self.what[index])


class Order(Menu):
    """The list of the initiative.

    The lines roll scores for all players and non-players who are not out, enter the score of one player, and begin the
    first round. If scores are equal, a further line lets the players choose who is first, or roll again. After a roll
    the cursor moves to the line of the next action, so repeated presses of OK lead to the first round.
    """

    title = "order"
    keys = ("k.move", "k.ok")

    def __init__(self, context: Context, cursor: int = -1) -> None:
        Menu.__init__(self, context, cursor)

    def refresh(self) -> None:
        begins = self.cursor < 0
        Menu.refresh(self)
        turn = self.context.session.get("table", 0, "turn")
        if begins and turn in self.rows and self.lines[-1] == "end":
            # during a round players rarely roll again, so the cursor starts on the player in turn
            self.cursor = self.lines.index(turn)

    def _cursor_to_next(self) -> None:
        """Move the cursor to the line for equal scores, or to the last line if none are."""
        self.cursor = self.lines.index("ties") if self.tied else len(self.lines) - 1
        self.context.request_snapshot()

    def entries(self) -> Entries:
        context = self.context
        get = context.session.get
        state = context.session.state
        # for each line of the list: the name of the action, or the row of the player
        self.lines: list[Any] = ["roll", "die"]
        found = [(context.t("order.roll"), "d%d" % get("table", 0, "die")), (context.t("order.die"), "")]
        self.rows = turns.order_of_initiative(state)
        self.tied = turns.tied_rows(state)
        if self.tied:
            self.lines.append("ties")
            found.append((context.t("order.ties"), str(len(self.tied))))
        for row in self.rows:
            self.lines.append(row)
            found.append((words.marked_name(context, row), str(get("player", row, "score"))))
        rounds = get("table", 0, "round")
        self.lines.append("end" if rounds else "begin")
        found.append((context.t("order." + self.lines[-1]), ""))
        return found

    def choose(self, index: int) -> None:
        context = self.context
        get = context.session.get
        self.asked = what = self.lines[index]
        if what == "roll":
            self._roll_scores([row for row in self.rows if not turns.is_out(context.session.state, row)])
        elif what == "die":
            context.dialogs.ask_number(context.t("order.die"), get("table", 0, "die"), 2, 100)
        elif what == "ties":
            labels = [words.player(context, row) for row in self.tied] + [context.t("order.cast")]
            context.push(Picker(context, context.t("order.first"), labels))
        elif what == "begin":
            if running.apply_change(context, turns.begin_rounds):
                context.open("counters.turn")
        elif what == "end":
            context.change([("table", 0, "round", 0)])
            self.refresh()
        else:
            context.dialogs.ask_number(words.player(context, what), get("player", what, "score"), -99, 999)

    def held_signs(self) -> str:
        return "?" if isinstance(self.lines[self.cursor], int) else ""

    def about(self, index: int) -> None:
        """Open the marks of the player on the line `index`."""
        if isinstance(self.lines[index], int):
            self.context.open("counters.marks", self.lines[index])

    def on_result(self, result: Any) -> None:
        context = self.context
        if result is None:
            return
        state = context.session.state
        what = self.asked
        if isinstance(result, tuple):
            self._set_scores(result, True)
        elif what == "die":
            context.change([("table", 0, "die", result)])
        elif what == "ties":
            tied = turns.tied_rows(state)  # read again, because an undo may have changed the scores meanwhile
            if result < len(tied):
                first = tied[result]
                context.change(
                    turns.set_scores(state, {}, {first: context.session.get("player", first, "tie") + 1})
                )
                self.refresh()
                self._cursor_to_next()
            else:
                self._roll_scores(tied)
        elif what not in ("roll", "begin", "end"):
            context.change(turns.set_scores(state, {what: result}))
        self.refresh()

    def _roll_scores(self, rows: Sequence[Row]) -> None:
        """Roll one die for each of `rows`, or ask for the faces of real dice.

        The face becomes the score of the row, or its tie if the roll orders players with equal scores.
        """
        context = self.context
        self.rolled = rows
        die = context.session.get("table", 0, "die")
        if context.dice.by_hand:
            context.dialogs.ask_faces(context.t("order"), [die] * len(rows))
        elif rows:
            from_cup(context, self._roll_from_cup, die)

    def _roll_from_cup(self, die: int) -> None:
        """Roll a die with `die` sides from the cup for each row of `rolled`."""
        self._set_scores([self.context.dice.shaker.roll(die) for _ in self.rolled], False)

    def _set_scores(self, faces: Sequence[int], hand: bool) -> None:
        """Write the faces to the journal, then set the scores or the ties of players.

        `faces` has one face for each row in `rolled`. `hand` tells whether the dice were real.
        """
        context = self.context
        state = context.session.state
        found = {}
        for index in range(len(faces)):
            found[self.rolled[index]] = faces[index]
        note = "%dd%d" % (len(faces), state.get("table", 0, "die"))
        context.session.write_free(
            (sum(faces),), (tuple(faces),), hand, note.encode(), context.dice.shaker.proof
        )
        ties = self.asked == "ties"
        context.change(turns.set_scores(state, {} if ties else found, found if ties else None))
        self.refresh()
        self._cursor_to_next()
