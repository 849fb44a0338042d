"""Screens on which UP and DOWN change the selected number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .stack import Screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...device.types import Milliseconds, Ticks
    from ...rules.types import Change

BUBBLE_MS = 4000


class NumberScreen(Screen):
    """A screen whose keys change numbers: repeated presses for one number make one transaction.

    The sum of the presses is shown beside the number until four seconds pass without a press. The change by
    an undo is shown in the same way.
    """

    sum = 0
    sign = ""  # sign before a sum that an undo made
    joins = False  # whether a transaction can be extended
    open = False  # whether a press or undo was less than four seconds ago
    changed_at: Ticks = 0

    def on_show(self) -> None:
        self.end()

    def end(self) -> None:
        """End the transaction: the next press begins another one."""
        self.open = self.joins = False
        self.sum = 0
        self.sign = ""
        self.context.redraw()

    def tick(self, now: Ticks) -> Milliseconds | None:
        if not self.open:
            return None
        left = BUBBLE_MS - self.context.since(self.changed_at)
        if left <= 0:
            self.end()
        return left

    def change_number(self, changes: Sequence[Change], by: int) -> bool:
        """Make `changes`, which change the number by `by`; nothing if `by` is 0.

        Return whether the changes were made.
        """
        if self.sign:
            self.end()
        self.open = True
        self.changed_at = self.context.now()
        if not by or not self.context.change(changes, self.joins):
            return False
        self.sum += by
        self.joins = True
        return True

    def show_undo(self, by: int, mark: str) -> bool:
        """Show that an undo or redo changed the selected number by `by`; for `on_undo`."""
        self.open = True
        self.sum = by
        self.sign = mark
        self.changed_at = self.context.now()
        return True
