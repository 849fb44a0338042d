"""Tri'Nytia: the result of a roll, and the actions that apply or prevent it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.dice_row import dice_row
from gobelet.ui.screens import result
from gobelet.words.wording import figure

from ..rules import combat, fights, turn
from ..rules.rolls import CHOICE
from .common import ask_left, go_on_after_death, healing, is_playing, show_if_decided

if TYPE_CHECKING:
    from typing import Any

    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels


OWN = ("attack", "defend", "move")  # rolls in the character's own turn, which an arcane may cancel
WOUNDS = ("attack", "suffer")
# The ids of the forms that lead to a result, and of the death screen that a result opened before an undo. When the
# player leaves the result, these screens are removed from the stack.
LED = ("trinytia.form", "trinytia.attack", "trinytia.death")


class Result(result.Result):
    """The result of a roll, with the values that the Sheets will have.

    The players apply the result, announce a death, or use an arcane that prevents the death or cancels the roll.
    """

    dying = False  # True while the wounds of a death that the players have announced are applied

    def is_known(self) -> bool:
        """Tell whether the Sheets have a row for each role of the roll."""
        return len(self.rows) > 0 and min(self.rows) >= 0

    # Texts

    def title(self) -> str:
        """Return the left text of the top band.

        For an attack whose two characters are in the Sheets, the text names the attacker and the target. Any other roll
        has the text of the base class.
        """
        if self.proc.name == "attack" and self.is_known() and self.ask is None:
            pet = " " + self.context.t("attack.pet") if self.values["aim"] else ""
            return "%s → %s%s" % (self.context.seat(self.rows[0]), self.context.seat(self.rows[1]), pet)
        return result.Result.title(self)

    def subject(self) -> str:
        if self.proc.name == "attack" and self.is_known() and self.ask is None:
            return self.context.t("hand").lower() if self.hand else ""
        return result.Result.subject(self)

    def consequence(self) -> list[str]:
        """Return up to two lines of text about the effect of the roll.

        The list is empty if a character of the roll is not in the Sheets.
        """
        if self.outcome is None or not self.is_known():
            return []
        values = self.values
        name = self.proc.name
        if name == "move":
            return self.move_words() + [self.context.t("move.activate")]
        if name == "arrive":
            return self.move_words()
        if name == "defend":
            armour = self.context.session.get("char", self.rows[0], "armour")
            return [] if self.applied else ["🛡%d→%d" % (armour, armour + self.outcome.key)]
        if name not in WOUNDS or self.outcome.word == "miss":
            return []
        absorbed = self.absorbed_wounds()
        pv, before = fights.victim(values)
        after, armour, _, dead = combat.wounds(before, values["armour"], pv, self.amount(), absorbed)
        found = ["💧%d→%d" % (before, after) + ("/%d" % pv if pv else "")]
        if dead:
            found.append(self.context.t("attack.familiar_dead" if values["aim"] else "attack.dead"))
        elif absorbed:
            found.append("🛡%d→%d" % (values["armour"], armour))
        return found

    def large_texts(self) -> tuple[tuple[str, Pixels], ...]:
        return result.Result.large_texts(self) + tuple([(line, 12) for line in self.consequence()])

    def move_words(self) -> list[str]:
        """List one line with the Lieux (places) before and after a move; [] if unknown."""
        for _, field, _, lieu in self.outcome.effects:
            if field == "lieu" and self.values["lieu"] >= 0:
                return ["L%d→L%d" % (self.values["lieu"], lieu)]
        return []

    def amount(self) -> int:
        """Return the number of wounds before the armour absorbs wounds."""
        return self.outcome.key if self.proc.name == "attack" else self.values["amount"]

    def absorbed_wounds(self) -> int:
        options = [result for result in self.path if isinstance(result, int)]
        return options[0] if options else 0

    def answer_text(self) -> str:
        """Return the text that is drawn in large digits.

        For healing, the text is the effect; for wounds, the number that the armour did not absorb; for a move with a
        free choice, the chosen Lieu (place). Any other result has the text of the base class.
        """
        if self.proc.name == "heal":
            return healing(self.values)[0]
        if self.proc.name in WOUNDS and self.outcome.word != "miss" and self.is_known():
            return str(self.amount() - self.absorbed_wounds())
        if self.proc.name == "attack" and self.outcome.word is None and self.path[1:]:
            return str(self.outcome.key - self.path[1])
        if self.outcome.key == CHOICE and self.proc.name == "move":
            for _, field, _, amount in self.outcome.effects:
                if field == "lieu":
                    return str(amount)
        return result.Result.answer_text(self)

    def sign(self) -> str:
        return healing(self.values)[1] if self.proc.name == "heal" else result.Result.sign(self)

    def draw_outcome(self, c: Canvas, room: Pixels) -> None:
        lines = self.consequence()
        if not lines:
            result.Result.draw_outcome(self, c, room)
            return
        wide = 0
        y = 9 if lines[1:] else 17
        for line in lines:
            size = 16 if c.width(line, 16) <= 88 else 8
            wide = max(wide, c.width(line, size))
            c.align_right(123, y + (16 - size) // 2, line, size)
            y += 16
        figure(c, 8, 34, self.answer_text(), self.sign(), 120 - wide)
        dice_row(c, self.resolution.thrown_dice(), 43, room=124)

    # Actions.

    def actions(self) -> list[str]:
        found = [name for name in result.Result.actions(self) if name != "death"]
        if self.applied and found[0] == "again":
            found.insert(0, "leave")  # an undo has reopened this screen, and players rarely roll again here
        if found[0] != "apply" or not self.is_known():
            return found
        more = []
        hurts = self.proc.name in WOUNDS and not self.values["aim"] and self.amount() > self.absorbed_wounds()
        if hurts and self.outcome.word == "dead":
            found[0] = "dies"
            more = ["arcane"]
        elif hurts and not self.values["pv"]:
            more = ["dies", "arcane"]
        # A missed attack has no effect that an arcane could cancel.
        if self.proc.name in OWN and self.outcome.word != "miss":
            more.append("cancelled")
        return found[:1] + more + found[1:]

    def do_act(self, action: str) -> None:
        context = self.context
        if action == "dies":
            self.dying = True
            self.apply_outcome()
            self.dying = False
        elif action == "arcane":
            row = self.rows[-1]
            ask_left(
                context,
                row,
                context.session.get("char", row, "wounds") + self.amount() - self.absorbed_wounds(),
            )
        elif action == "leave":
            self.finish()
        elif action == "cancelled":
            if context.change(turn.cancel_roll(context.session.state, self.changes())):
                self.leave()
        else:
            result.Result.do_act(self, action)

    def on_result(self, answer: Any) -> None:
        if isinstance(answer, int):
            # The effects of the attack apply, but the wounds become the number that the arcane leaves [A-TN25].
            wounds = ("char", self.rows[-1], "wounds")
            changes = [change for change in self.changes() if change[:3] != wounds]
            if self.context.change(changes + [wounds + (answer,)]):
                self.leave()
        else:
            result.Result.on_result(self, answer)

    def finish(self) -> None:
        """Open what follows the effects: a death, a victory, or the present turn."""
        context = self.context
        row = context.session.row_of_role(self.proc, self.rows, "target")
        if row >= 0 and is_playing(context.session.state):
            factions = turn.possible_factions(context.session.state, row)
            if self.dying and len(factions) == 1:  # the faction is known, so no question is needed
                context.change(turn.death(context.session.state, row, factions[0]), True)
                if not go_on_after_death(context, row, self.leave):
                    self.leave()
                return
            if row in turn.doomed_rows(context.session.state):
                self.leave("trinytia.death", row)
                return
            if self.dying:
                self.leave("trinytia.death", row, context.session.get("char", row, "wounds"))
                return
        if not show_if_decided(context, self.leave):
            result.Result.finish(self)

    def on_back(self) -> None:
        row = self.context.session.row_of_role(self.proc, self.rows, "target")
        if self.applied and row in turn.doomed_rows(self.context.session.state):
            self.finish()  # an undo has reopened this screen, and the question about the death has no answer yet
        else:
            result.Result.on_back(self)

    def leave(self, *to: Any) -> None:
        stack = self.context.navigation.stack
        while stack.ids[-2] in LED:
            stack.pop(-2)
        result.Result.leave(self, *to)
