"""The screen of the result of a roll in a game as text.

An effect that would move a counter beyond its bounds stops at the bound.
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
    """The result of any roll of a game as text."""

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

        While some dice must be thrown again, return the dice without marks.
        """
        if isinstance(self.resolution.now, Roll):
            return Result.shown_dice(self)
        proc: Any = self.proc
        found: list[tuple[int, ...]] = proc.declared.shown_dice(self.path)
        return found

    def option_text(self, name: str, option: Option) -> str:
        """Return the text of an option.

        If the option is the number of an outcome in the journal, the text key has the index of this outcome.
        """
        proc: Any = self.proc
        if name == proc.name + "." + proc.declared.decision_name():
            return Result.option_text(self, name, option)
        return Result.option_text(self, name, proc.declared.numbers.index(option))

    def act_text(self, name: str) -> str:
        """Return the text for an act.

        If the act opens a roll that may follow, the text is the name of that roll.
        """
        return self.context.t("do." + name if self.context.t.has_text("do." + name) else name)
