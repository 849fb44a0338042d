"""Tri'Nytia: the screen of healing, and of wounds without an attack.

The screen has fields for the character and the amount, and shows the effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Ask, values
from gobelet.ui.drawing.widgets import draw_large, top

from ..rules import combat, fights, turn
from .common import healing, is_playing, show_if_decided
from .question import Question, aim_text, health, next_aim, next_row

if TYPE_CHECKING:
    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context


NAMES = ("suffer", "heal")


class Hurt(Question):
    """The choice of a character and of an amount of wounds or healing.

    The screen shows the effect, and OK on the last field applies it.
    """

    holds = "?"

    def __init__(
        self,
        context: Context,
        heals: int = 0,
        row: Row = -1,
        field: int = 0,
        amount: int = 1,
        at: int = 0,
        kept: int = 0,
    ) -> None:
        Question.__init__(self, context, field)
        self.heals = heals
        self.row = max(0, context.session.get("game", 0, "active")) if row < 0 else row
        self.amount = amount
        self.at = at  # the target: 0 the character, 1 and 2 its familiars
        self.kept = kept  # how much of the armour is not used to absorb wounds
        self.number = context.session.procedure_index(NAMES[heals])
        self.proc = context.session.procedure(self.number)

    def arguments(self) -> Arguments:
        return (self.heals, self.row, self.field, self.amount, self.at, self.kept)

    def is_valid(self) -> bool:
        return is_playing(self.context.session.state)

    def fields(self) -> list[str]:
        found = ["who", "amount"]
        if not self.heals:
            if self.values["familiar"]:
                found.insert(1, "aim")
            if self.most:
                found.append("armour")
        return found

    def refresh(self) -> None:
        session = self.context.session
        alive = turn.life_flags(session.state)
        self.rows = [row for row in range(len(alive)) if alive[row]]
        if self.row not in self.rows:
            self.row = self.rows[0]
            self.field = 0
        given = {"amount": self.amount}
        if not self.heals:
            given["aim"] = min(self.at, 1)
            given["which"] = int(self.at > 1)
        session.fill_inputs(self.proc, [self.row], given)
        self.values = values(self.proc, given)
        self.most = 0 if self.heals else min(self.amount, self.values["armour"])
        self.spent = self.most - min(self.kept, self.most)
        resolution = session.create_resolution(self.number, [self.row], self.values)
        if isinstance(resolution.now, Ask):
            resolution.add_result(self.spent)
        self.outcome = resolution.now
        Question.refresh(self)

    # Drawing

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        top(c, t(self.proc.name))
        if not self.list:
            return
        now = self.selected_field()
        self.draw_character(c, self.row, health(self.context, self.row))
        if now == "aim":
            self.draw_fields(c, 24, [(now, t("attack.aim"), aim_text(self.context, self.values))])
        else:
            found = [("amount", t("hurt." + self.proc.name), str(self.amount))]
            if "armour" in self.list:
                found.append(("armour", t("hurt.armour"), str(self.spent)))
            if self.values.get("aim"):
                found.append(("", "", t("attack.pet")))
            self.draw_fields(c, 24, found)
        draw_large(c, self.consequence(), 40, 16)
        last = self.field == len(self.list) - 1
        self.draw_keys(c, "hurt.whom" if now == "who" else "k.change", "do.apply" if last else "k.next")

    def consequence(self) -> str:
        """Return text about the values that the Sheets will have after the effect."""
        if self.heals:
            text, sign = healing(self.values)
            return sign + text
        pv, before = fights.victim(self.values)
        after, armour, _, dead = combat.wounds(before, self.values["armour"], pv, self.amount, self.spent)
        text = "💧%d→%d" % (before, after)
        if pv:
            text += "/%d" % pv
        if self.spent:
            text += "  🛡%d→%d" % (self.values["armour"], armour)
        return text + "  ☠" if dead else text

    # Keys

    def change_field(self, name: str, by: int) -> None:
        if name == "who":
            self.row = next_row(self.rows, self.row, by)
            self.kept = self.at = 0
        elif name == "aim":
            self.at = sum(next_aim(self.values, by))
        elif name == "amount":
            self.amount = max(1, min(99, self.amount + by))
        else:
            self.kept = max(0, min(self.most, self.most - self.spent - by))

    def on_hold_ok(self) -> None:
        self.context.dialogs.show_rule(self.proc.name)

    def on_ok(self) -> None:
        before = self.row
        self.refresh()
        if self.row != before or not self.list:
            return
        if self.field < len(self.list) - 1:
            self.field += 1
            return
        context = self.context
        if not context.change(context.session.outcome_changes(self.proc, [self.row], self.outcome)):
            return
        if self.row in turn.doomed_rows(context.session.state):
            context.replace("trinytia.death", self.row)
        elif not show_if_decided(context, context.replace):
            context.close()
