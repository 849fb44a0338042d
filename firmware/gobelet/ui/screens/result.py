"""The screen after the dice: the answer, the dice, and the acts that may follow.

The id of this screen is "<game>.result". The screen shows the last roll of the journal, so it needs no argument
after a restart.

A module that only the handler of a key needs is imported in this handler. An import at the top of this file would
delay the first picture of the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.procedure import Ask, Outcome, Roll
from ...rules.refused import Refused
from ...words.wording import figure, key_label, sign, subject
from ..drawing.dice_row import dice_row
from ..drawing.widgets import draw_large, position_bar, strip, top
from .stack import Gone, Screen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...game.resolution import Resolution
    from ...rules import types
    from ...rules.types import Option, Values
    from ..drawing.canvas import Canvas
    from ..drawing.types import Pixels
    from .types import Context, Steps


class Result(Screen):
    """The result of the last roll of the journal.

    The acts are: apply the effects, roll again, and open a Procedure that may follow. While the roll needs a decision
    or more dice, the screen asks for them first. UP and DOWN select an option or an act. OK accepts the option or does
    the act, and OK held explains the result.
    """

    keys = ("k.move", "k.ok")
    aside = 0  # width in pixels to add to the room of the dice; the dice move to the right by half of it

    def __init__(self, context: Context, left: int = 0) -> None:
        Screen.__init__(self, context)
        # 1 if BACK has closed the screen on which players enter the faces of real dice, and OK reopens it; else 0
        self.left = left
        self.list: list[str] = []  # the names of the acts
        self.fresh: Any = None  # the Resolution of a repeated roll, while players enter faces of real dice
        resolution = context.session.last_roll()
        if resolution is None:
            raise Gone
        self.show_roll(resolution)

    def show_roll(self, resolution: Resolution) -> None:
        """Show a roll, given as its Resolution.

        If the roll waits for dice from the cup, continue the roll.
        """
        self.resolution: Any = resolution
        self.proc = resolution.proc
        self.rows: Any = resolution.rows
        self.values = resolution.values
        self.hand = resolution.hand
        self.applied = self.context.session.is_applied()
        if isinstance(resolution.now, Roll) and not resolution.hand:
            # an older version of Gobelet wrote a record for each throw, and a power cut came between two throws
            from .casting import carry_on

            carry_on(self.context, resolution)
        self.read_step()

    def arguments(self) -> tuple[int, ...]:
        return (1,) if self.left else ()

    def on_show(self) -> None:
        """Update the screen after an undo.

        If the undo has reverted the effects, move the cursor to the act that applies the effects.
        """
        before = self.applied
        self.applied = self.context.session.is_applied()
        self.ask_size = 0  # measure the options again, because the language may have changed
        if before and not self.applied and self.outcome is not None:
            self.cursor = 0
        self.refresh()

    def is_valid(self) -> bool:
        """Tell whether the screen shows the last roll.

        A screen with an older roll closes, so the effects of that roll cannot be applied.
        """
        return self.context.session.roll_position() == self.position

    def refresh(self) -> None:
        """Update the list of acts."""
        if self.outcome is not None:
            self.list = self.actions()
            self.cursor = min(self.cursor, len(self.list) - 1)
        self.context.redraw()

    def read_step(self) -> None:
        """Prepare the screen for the present step of the roll.

        The step is a decision, a throw of real dice, or the outcome.
        """
        self.position = self.context.session.roll_position()
        now = self.resolution.now
        self.path = self.resolution.path
        self.outcome: Any = now if isinstance(now, Outcome) else None
        self.ask: Any = now if isinstance(now, Ask) else None
        # size of the letters of all options; 0 until `draw` has measured the longest option
        self.ask_size = 0
        self.cursor = 0
        if self.ask is not None:
            best = now.best(self.values, self.resolution.progress) if now.best else None
            self.cursor = now.options.index(best) if best in now.options else 0
        if self.resolution.is_waiting_for_dice() and not self.left:
            from .casting import ask_dice

            self.context.defer(ask_dice, self.context, self.resolution)

    def begin_again(self, values: types.Values) -> Resolution:
        """Begin the same roll with these values, and return its Resolution.

        The field `fresh` has this Resolution while players enter real dice.
        """
        context = self.context
        self.fresh = context.session.create_resolution(
            self.resolution.number, self.rows, values, context.dice.by_hand
        )
        return self.fresh

    def _carry_on(self, *given: types.Result) -> None:
        from .casting import carry_on

        carry_on(self.context, self.resolution, *given)
        self.read_step()
        self.refresh()

    def on_result(self, result: Any) -> None:
        self.left = int(self.resolution.is_waiting_for_dice() and result is None)
        if not isinstance(result, tuple):
            return
        if self.outcome is None:
            self._carry_on(result)
        else:
            from .next_roll import take_new

            take_new(self, result)

    def changes(self) -> list[types.Change]:
        """Return the changes of the Sheets by the effects of the outcome."""
        return self.context.session.outcome_changes(self.proc, self.rows, self.outcome)

    def is_changing(self) -> bool:
        """Tell whether the effects of the outcome change the Sheets, or are refused.

        The act "apply" shows the reason of a refusal.
        """
        try:
            return len(self.context.session.state.effects(self.changes())) > 0
        except Refused:
            return True

    def actions(self) -> list[str]:
        """Return the names of the possible acts, the most likely act first.

        Games may add further acts.

        "apply" applies the effects, "again" repeats the roll, "leave" closes the screen. Any other name is the name of
        a Procedure that may follow. A repetition undoes the applied effects first, and an undo reverts only the newest
        change. So if a change was made after the effects, "leave" replaces "again".
        """
        found = []
        if not self.applied and self.is_changing():
            found.append("apply")
        for name, _ in self.outcome.then:
            found.append(name)
        found.append("again" if not self.applied or self.context.session.has_one_change() else "leave")
        return found

    def title(self) -> str:
        """Return the left text of the top band: the name of the Procedure."""
        return self.context.t(self.proc.name)

    def subject(self) -> str:
        """Return the right text of the top band: the player, a note about real dice."""
        return subject(self.context, self.rows, self.hand)

    def question(self, name: str) -> str:
        """Return the question of the present decision, whose text key is `name`."""
        return self.context.t(name, self.resolution.progress, **self.values)

    # Drawing

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        top(c, self.title(), self.subject())
        if self.ask is not None:
            name = self.proc.name + "." + self.ask.name
            y = 8
            for line in c.wrap(self.question(name), 76, 16):
                c.text(0, y, line, 16)
                y += 16
            dice_row(c, self.shown_dice(), 43, room=76)
            if not self.ask_size:  # draw all options at the size that fits the longest option
                longest = max([self.option_text(name, each) for each in self.ask.options], key=len)
                self.ask_size = c.fitting_size(longest, 49, (48, 32, 16))
                if c.width(longest, self.ask_size) > 49:
                    self.ask_size = 48
            said = self.option_text(name, self.ask.options[self.cursor])
            most = 48 if said == "?" else self.ask_size
            draw_large(c, said, 8 + (48 - most) // 2, most, 75, 49)
            position_bar(c, self.cursor, len(self.ask.options))
            strip(c, t("k.change"), t("k.set"), holds="?" if self.has_explanation() else "")
            return
        if self.outcome is None:
            # players have not yet entered the faces of all real dice
            dice_row(c, self.shown_dice(), 26)
            strip(c, t("hand"), t("k.next"))
            return
        more = len(self.list) > 1
        self.draw_outcome(c, 124 if more else 128)
        position_bar(c, self.cursor, len(self.list))
        move, act = t("k.move") if more else "", self.act_text(self.list[self.cursor])
        strip(c, move if c.width(move + act) < 110 else "↑↓", act, holds="?")

    def draw_outcome(self, c: Canvas, room: Pixels) -> None:
        """Draw the answer and the dice, in the first `room` columns."""
        said = self.answer_text()
        # three lines of large letters leave no room for the dice; OK held also lists the dice
        long = len(list(c.wrap(said, room, 16))) == 3
        figure(c, 8, 48 if long else 34, said, self.sign(), room)
        if not long:
            dice_row(c, self.shown_dice(), 43, room=room + self.aside)

    def shown_dice(self) -> Sequence[tuple[int, ...]]:
        """Return all dice thrown so far, for `dice_row`. Games may add marks to the dice."""
        return self.resolution.thrown_dice()

    def has_explanation(self) -> bool:
        """Tell whether OK held explains the present question.

        By default the result is False. Games may override this method.
        """
        return False

    def large_texts(self) -> tuple[tuple[str, Pixels], ...]:
        """Return the answer or, during a decision, the selected option.

        An item is (text, minimum height in pixels).
        """
        if self.ask is not None:
            said = self.option_text(self.proc.name + "." + self.ask.name, self.ask.options[self.cursor])
            return () if said == "?" else ((said, 12),)
        if self.outcome is None:
            return ()
        said = self.answer_text()
        return ((said, 32 if len(said) < 4 else 12),)

    def act_text(self, name: str) -> str:
        """Return the text for an act in the key strip."""
        return self.context.t("do.more" if name == "again" and not self.path else "do." + name)

    def option_text(self, name: str, option: Option) -> str:
        """Return the text for an option of the question `name`.

        Without a text, return the label that the Procedure has for the option, or the number of the option.
        """
        found = self.context.t.get("%s.%s" % (name, option))
        return found or (self.proc.label(option) if self.proc.label else str(option))

    def sign(self) -> str:
        """Return the unit that the screen shows after the answer."""
        return sign(self.context, self.proc, self.outcome.word, self.outcome.key)

    def answer_text(self) -> str:
        """Return the answer, a text or number that the screen shows in large letters."""
        if self.outcome.word is not None:
            return self.context.t(self.proc.name + "." + self.outcome.word)
        return key_label(self.context, self.proc, self.outcome.key)

    # Keys

    def on_step(self, by: Steps) -> None:
        """Select another option or act, one step at a time even if the key is held.

        For options, UP selects the next option, because UP increases a number on other screens. For acts, UP selects
        the act before, as in a list.
        """
        by = 1 if by > 0 else -1
        if self.ask is not None:
            self.cursor = (self.cursor + by) % len(self.ask.options)
        elif self.outcome is not None:
            self.cursor = (self.cursor - by) % len(self.list)

    def on_ok(self) -> None:
        if self.ask is not None:
            self._carry_on(self.ask.options[self.cursor])
        elif self.outcome is not None:
            self.do_act(self.list[self.cursor])
        else:
            self.left = 0
            self.read_step()

    def on_back(self) -> None:
        # BACK undoes an unfinished roll, because no other screen can open this roll again
        context = self.context
        (self.leave if self.applied else context.undo if self.outcome is None else context.close)()

    def do_act(self, action: str) -> None:
        """Do the act called `action`, see `actions`."""
        if action == "apply":
            self.apply_outcome()
        elif action == "leave":
            self.leave()
        elif action == "again":
            self.repeat()
        else:
            self.open_following(action)

    def apply_outcome(self) -> None:
        """Apply the effects of the outcome to the Sheets, unless a rule refuses them."""
        if self.context.change(self.changes()):
            self.applied = True
            self.refresh()
            self.finish()

    def finish(self) -> None:
        """Close the screen after the effects were applied, unless Procedures may follow.

        Games may override this method.
        """
        self.cursor = 0
        if self.list[0] in ("leave", "again"):
            self.leave()

    def on_resume(self) -> None:
        if self.applied and self.outcome is not None:
            self.finish()

    def open_following(self, name: str) -> None:
        """Open the form of the following Procedure `name`, with its `known_values`."""
        from .next_roll import open_following

        open_following(self, name)

    def known_values(self, name: str) -> list[dict[str, Any]]:
        """Return the values that this roll determines for the following Procedure `name`.

        An item of the result has values by names of inputs and roles. There is an item for each act that opens the
        Procedure, such as one for each of two players. Games may add values.
        """
        return [known for then, known in self.outcome.then if then == name]

    def open_next(self, *to: Any) -> None:
        """Open the next screen in place of this screen, given its id and its arguments."""
        self.context.replace(*to)

    def repeat(self) -> None:
        """Repeat the roll that this screen shows.

        If the effects of the roll were applied, undo the effects first, and show a message about the undo.
        """
        if self.applied:
            self.context.undo(stays=True)
            self.on_show()
        self.roll_again()

    def roll_again(self) -> None:
        """Make the same roll again, as a new roll in the journal.

        Inputs that fields of Sheets fill have the present values of these fields.
        """
        from .next_roll import roll_again

        roll_again(self)

    def complete(self, given: Values) -> None:
        """Add to `given` the values that only a game can provide for a repeated roll.

        By default nothing is added. Games may override this method.
        """

    def leave(self, *to: Any) -> None:
        """Close this screen and the forms below this screen.

        `to` has the id and the arguments of a screen to open in place of this screen, or is empty.
        """
        stack = self.context.navigation.stack
        while stack.ids[-2] == self.context.session.name + ".form":
            stack.pop(-2)
        if to:
            self.context.replace(*to)
        else:
            self.context.close()

    def on_hold_ok(self) -> None:
        if self.outcome is None:
            return
        from .reasons import show_reasons

        show_reasons(self)
