"""Tri'Nytia: the forms of all rolls except a known character's attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens import form

from ..rules import turn
from .common import healing, is_acting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Asked


# For an input: the page of the rules that explains it. Any other input has the page of the roll.
RULED = {"mod4": "dice", "mod6": "dice", "x2": "times", "x3": "times", "div": "rounding", "div2": "rounding"}
OWN = ("move", "defend")  # rolls that a character makes only in its own turn


class Form(form.Form):
    """The form of a roll, in which the players can choose another living character."""

    def is_valid(self) -> bool:
        return self.proc.name not in OWN or is_acting(self.context.session.state, self.rows[0])

    def candidates(self, index: int) -> Sequence[Row]:
        if self.proc.name in OWN or self.proc.roles[index] not in ("me", "target"):
            return ()
        alive = turn.life_flags(self.context.session.state)
        return [row for row in range(len(alive)) if alive[row]]

    def topic(self) -> str:
        if 0 < self.cursor <= len(self.list):
            i = self.list[self.cursor - 1]
            if not isinstance(i, int) and i.name in RULED:
                return RULED[i.name]
        return form.Form.topic(self)

    def preview(self) -> tuple[str, str]:
        if self.proc.name == "heal":
            return healing(self.values)
        if self.values.get("fixed"):
            return self.context.t("why.fixed", self.values["lieu"]), ""
        if self.proc.name == "arrive" and self.values["lieu"] >= 0:
            return "L%d→L%d" % (self.values["lieu"], self.values["to"]), ""
        return form.Form.preview(self)

    def questions(self, hidden: Sequence[str] = ()) -> list[Asked]:
        return form.Form.questions(self, () if self.values.get("pv", 1) else ("kill",))
