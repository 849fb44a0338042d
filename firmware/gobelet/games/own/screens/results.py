"""The result screen of a roll in a game as text.

An effect that would set a counter beyond its bounds sets the counter to the nearest bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Roll
from gobelet.ui.screens.result import Result

from .common import keep_in_bounds, tell_emptied

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Change, Option


class OwnResult(Result):
    """The result screen of any roll of a game as text."""

    def changes(self) -> list[Change]:
        context = self.context
        return [
            each for each in keep_in_bounds(Result.changes(self)) if context.session.get(*each[:3]) != each[3]
        ]

    def apply_outcome(self) -> None:
        changes = self.changes()
        Result.apply_outcome(self)
        if self.applied:
            tell_emptied(self.context, changes)

    def shown_dice(self) -> Sequence[tuple[int, ...]]:
        """Return the dice with their marks.

        Before the last throw the marks are not known, so the dice are returned without marks.
        """
        if isinstance(self.resolution.now, Roll):
            return Result.shown_dice(self)
        proc: Any = self.proc
        found: list[tuple[int, ...]] = proc.declared.shown_dice(self.path)
        return found

    def option_text(self, name: str, option: Option) -> str:
        """Return the text of an option of the Ask with the text key `name`.

        An option of the roll's decision is an amount. An option for a doubtful cell is the number that an outcome has
        in the journal. The text key of such an option contains the index of the outcome, not this number.
        """
        proc: Any = self.proc
        if name == proc.name + "." + proc.declared.decision_name():
            return Result.option_text(self, name, option)
        return Result.option_text(self, name, proc.declared.numbers.index(option))

    def act_text(self, name: str) -> str:
        """Return the text for the act `name`.

        If the act is to open a further roll, `name` is the roll's name, which is the text key too.
        """
        return self.context.t("do." + name if self.context.t.has_text("do." + name) else name)
