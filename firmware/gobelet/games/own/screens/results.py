"""The result of a game as text: its effects end at the bounds of the counters."""

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
        """Dropped ones are struck, explosions joined to what they follow, successes light."""
        if isinstance(self.resolution.now, Roll):
            return Result.shown_dice(self)
        proc: Any = self.proc
        found: list[tuple[int, ...]] = proc.declared.shown(self.path)
        return found

    def option_text(self, name: str, option: Option) -> str:
        """A result that is chosen has its text by its index."""
        proc: Any = self.proc
        if name == proc.name + "." + proc.declared.decided():
            return Result.option_text(self, name, option)
        return Result.option_text(self, name, proc.declared.numbers.index(option))

    def act(self, name: str) -> str:
        """Name an action; what may follow is called as its roll is."""
        return self.context.t("do." + name if self.context.texts.has("do." + name) else name)
