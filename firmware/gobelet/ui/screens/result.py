"""The screen after the dice: the answer, the dice, what to do with it, and why it is so.

A game lists it under the id "<game>.result"; it has no argument: it shows the last roll, which the journal has, and
that is how it comes back after a power cut. It imports nothing that only a key needs: a start into it waits for each
module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.procedure import Ask, Outcome, Roll
from ...rules.refused import Refused
from ...words.wording import figure, key_label, sign, subject
from ..drawing.dice_row import dice_row
from ..drawing.widgets import big, one_of, strip, top
from .stack import Gone, Screen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...game.resolution import Resolution
    from ...rules import types
    from ...rules.types import Option, Values
    from ..drawing.canvas import Canvas
    from ..types import App, Pixels, Steps


class Result(Screen):
    """The last roll of the journal: carried on where it needs a choice or more dice, then shown.

    Actions, chosen with UP and DOWN: apply, roll again, and what may follow.
    """

    keys = ("k.move", "k.ok")
    aside = 0  # twice as many columns the dice stand right of the middle

    def __init__(self, app: App, left: int = 0) -> None:
        Screen.__init__(self, app)
        self.left = left  # 1 where real dice were asked for and the question was left: OK asks again
        self.list: list[str] = []  # the actions
        self.fresh: Any = None  # the roll that real dice are entered for, where it is a new one
        resolution = app.session.last_roll()
        if resolution is None:
            raise Gone
        self.show_roll(resolution)

    def show_roll(self, resolution: Resolution) -> None:
        """Show the Resolution `resolution`."""
        self.resolution: Any = resolution
        self.proc = resolution.proc
        self.rows: Any = resolution.rows
        self.values = resolution.values
        self.hand = resolution.hand
        self.applied = self.app.session.applied()
        if isinstance(resolution.now, Roll) and not resolution.hand:
            # An older version left it so where the power went between two throws.
            from .casting import carry_on

            carry_on(self.app, resolution)
        self.proceed()

    def arguments(self) -> tuple[int, ...]:
        return (1,) if self.left else ()

    def on_show(self) -> None:
        """An undo may have taken the effects back, or something that they build on. To apply them is the next thing
        then, wherever the cursor stood.
        """
        before = self.applied
        self.applied = self.app.session.applied()
        if before and not self.applied and self.outcome is not None:
            self.cursor = 0
        self.refresh()

    def is_valid(self) -> bool:
        """It shows the roll that the present values come from: another one may not be applied any more."""
        return self.app.session.rolled() == self.position

    def refresh(self) -> None:
        """Find out anew what can be done."""
        if self.outcome is not None:
            self.list = self.actions()
            self.cursor = min(self.cursor, len(self.list) - 1)
        self.app.redraw()

    def proceed(self) -> None:
        """Take in how far the roll has come: it needs a decision, more real dice, or is at its end."""
        self.position = self.app.session.rolled()
        now = self.resolution.now
        self.path = self.resolution.path
        self.outcome: Any = now if isinstance(now, Outcome) else None
        self.ask: Any = now if isinstance(now, Ask) else None
        self.cursor = 0
        if self.ask is not None:
            best = now.best(self.values, self.resolution.progress) if now.best else None
            self.cursor = now.options.index(best) if best in now.options else 0
        if self.resolution.wants_dice() and not self.left:
            from .casting import ask_dice

            self.app.defer(ask_dice, self.app, self.resolution)

    def _carry_on(self, *given: types.Result) -> None:
        from .casting import carry_on

        carry_on(self.app, self.resolution, *given)
        self.proceed()
        self.refresh()

    def on_result(self, result: Any) -> None:
        self.left = int(self.resolution.wants_dice() and result is None)
        if not isinstance(result, tuple):
            return
        if self.outcome is None:
            self._carry_on(result)
        else:
            from .next_roll import take_new

            take_new(self, result)

    def changes(self) -> list[types.Change]:
        """The changes that the outcome asks for."""
        return self.app.session.changes(self.proc, self.rows, self.outcome)

    def is_changing(self) -> bool:
        """Whether the Sheets are otherwise once the outcome is applied. A refusal is told when it is."""
        try:
            return len(self.app.session.state.effects(self.changes())) > 0
        except Refused:
            return True

    def actions(self) -> list[str]:
        """Names of what OK can do now, the most wanted first. "leave" goes on without more; it stands for "again" where
        more has followed than the effects: they cannot be taken back alone. Games may add it.
        """
        found = []
        if not self.applied and self.is_changing():
            found.append("apply")
        for name, _ in self.outcome.then:
            found.append(name)
        found.append("again" if not self.applied or self.app.session.alone() else "leave")
        return found

    def title(self) -> str:
        """What the top band says on the left."""
        return self.app.t(self.proc.name)

    def subject(self) -> str:
        """What the top band says on the right."""
        return subject(self.app, self.rows, self.hand)

    def question(self, name: str) -> str:
        """The question under way, `name` being the key of its text."""
        return self.app.t(name, self.resolution.progress, **self.values)

    # Drawing

    def draw(self, c: Canvas) -> None:
        t = self.app.t
        top(c, self.title(), self.subject())
        if self.ask is not None:
            name = self.proc.name + "." + self.ask.name
            option = self.ask.options[self.cursor]
            y = 8
            for line in c.wrap(self.question(name), 76, 16):
                c.text(0, y, line, 16)
                y += 16
            dice_row(c, self.shown_dice(), 43, room=76)
            big(c, self.option_text(name, option), 8, 48, 75, 49)
            one_of(c, self.cursor, len(self.ask.options))
            strip(c, t("k.change"), t("k.set"), holds="?" if self.explained() else "")
            return
        if self.outcome is None:
            # Real dice that are still to be entered.
            dice_row(c, self.shown_dice(), 26)
            strip(c, t("hand"), t("k.next"))
            return
        more = len(self.list) > 1
        self.draw_outcome(c, 124 if more else 128)
        one_of(c, self.cursor, len(self.list))
        move, act = t("k.move") if more else "", self.act(self.list[self.cursor])
        strip(c, move if c.width(move + act) < 110 else "↑↓", act, holds="?")

    def draw_outcome(self, c: Canvas, room: Pixels) -> None:
        """Draw the answer and the dice, in the first `room` columns."""
        said = self.answer()
        long = (
            len(list(c.wrap(said, room, 16))) == 3
        )  # rather than small words: the dice are told with the reasons
        figure(c, 8, 48 if long else 34, said, self.sign(), room)
        if not long:
            dice_row(c, self.shown_dice(), 43, room=room + self.aside)

    def shown_dice(self) -> Sequence[tuple[int, ...]]:
        """All dice so far, as `dice_row` has them; games may mark them."""
        return self.resolution.thrown()

    def explained(self) -> bool:
        """Whether a question can be asked why; games may say so."""
        return False

    def large_texts(self) -> tuple[tuple[str, Pixels], ...]:
        """The result: a number, or a verdict in words; of a question, the answer that is offered."""
        if self.ask is not None:
            said = self.option_text(self.proc.name + "." + self.ask.name, self.ask.options[self.cursor])
            return () if said == "?" else ((said, 12),)
        if self.outcome is None:
            return ()
        said = self.answer()
        return ((said, 32 if len(said) < 4 else 12),)

    def act(self, name: str) -> str:
        """What the key strip says for an action."""
        return self.app.t("do.more" if name == "again" and not self.path else "do." + name)

    def option_text(self, name: str, option: Option) -> str:
        """An option of a question: its text, else as the procedure prints it, else the number."""
        found = self.app.texts.get("%s.%s" % (name, option))
        return found or (self.proc.label(option) if self.proc.label else str(option))

    def sign(self) -> str:
        """What stands behind the answer."""
        return sign(self.app, self.proc, self.outcome.word, self.outcome.key)

    def answer(self) -> str:
        """The word or number to show big."""
        if self.outcome.word is not None:
            return self.app.t(self.proc.name + "." + self.outcome.word)
        return key_label(self.app, self.proc, self.outcome.key)

    # Keys

    def shift(self, by: Steps) -> None:
        """To another option, as a number grows, or another action, as in a list; a key that is held goes on by one."""
        by = 1 if by > 0 else -1
        if self.ask is not None:
            self.cursor = (self.cursor + by) % len(self.ask.options)
        elif self.outcome is not None:
            self.cursor = (self.cursor - by) % len(self.list)

    def ok(self) -> None:
        if self.ask is not None:
            self._carry_on(self.ask.options[self.cursor])
        elif self.outcome is not None:
            self.do(self.list[self.cursor])
        else:
            self.left = 0
            self.proceed()

    def back(self) -> None:
        # No screen leads back to half a roll, so nothing could come of it any more.
        app = self.app
        (self.leave if self.applied else app.undo if self.outcome is None else app.close)()

    def do(self, action: str) -> None:
        """Carry an action out."""
        if action == "apply":
            self.apply_outcome()
        elif action == "leave":
            self.leave()
        elif action == "again":
            self.again()
        else:
            self.follow(action)

    def apply_outcome(self) -> None:
        """Write the effects to the Sheets, if there is no refusal."""
        if self.app.change(self.changes()):
            self.applied = True
            self.refresh()
            self.done()

    def done(self) -> None:
        """The effects are in the Sheets: leave, or stay for what may follow. Games may say otherwise."""
        self.cursor = 0
        if self.list[0] in ("leave", "again"):
            self.leave()

    def on_resume(self) -> None:
        if self.applied and self.outcome is not None:
            self.done()

    def follow(self, name: str) -> None:
        """Open a procedure that may follow, with what is already known."""
        from .next_roll import follow

        follow(self, name)

    def of(self, name: str) -> list[dict[str, Any]]:
        """What is known for each of the Procedures called `name` that may follow; games may know more."""
        return [known for then, known in self.outcome.then if then == name]

    def link(self, *to: Any) -> None:
        """Open what follows, an id and its arguments."""
        self.app.replace(*to)

    def again(self) -> None:
        """The same once more, instead of this roll: what came of it is taken back first, and told."""
        if self.applied:
            self.app.take_back()
            self.on_show()
        self.roll_again()

    def roll_again(self) -> None:
        """The same once more, with what the Sheets say now: a new roll, in the journal too."""
        from .next_roll import roll_again

        roll_again(self)

    def complete(self, given: Values) -> None:
        """Add to the values of a roll that is made again what neither it nor the Sheets know; games may."""

    def leave(self, *to: Any) -> None:
        """Close this screen, and the forms below it that led here; or open `to`, an id and its arguments, instead."""
        stack = self.app.stack
        while stack.ids[-2] == self.app.session.name + ".form":
            stack.pop(-2)
        if to:
            self.app.replace(*to)
        else:
            self.app.close()

    def why(self) -> None:
        if self.outcome is None:
            return
        from .reasons import show

        show(self)
