"""The base class of screens on which UP and DOWN change the selected number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .stack import Screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...device.types import Milliseconds, Ticks
    from ...rules.types import Change

BUBBLE_MS = 4000


class NumberScreen(Screen):
    """A screen on which UP and DOWN change a number.

    Presses in quick sequence make one transaction. The screen shows the sum of the changes by these presses beside
    the number, until BUBBLE_MS pass without a press. After an undo, the sum is the change that the undo made.
    """

    sum = 0  # change of the number by the presses so far, or by an undo or redo
    sign = ""  # sign before the sum: "↶" after an undo, "↷" after a redo, otherwise ""
    joins = False  # whether the next press extends the last transaction
    open = False  # whether the last press or undo is less than BUBBLE_MS ago
    changed_at: Ticks = 0

    def on_show(self) -> None:
        self.end()

    def end(self) -> None:
        """End the transaction. The next press begins another transaction."""
        self.open = self.joins = False
        self.sum = 0
        self.sign = ""
        self.context.redraw()

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        if not self.open:
            return None
        left = BUBBLE_MS - self.context.ms_since(self.changed_at)
        if left <= 0:
            self.end()
        return left

    def change_number(self, changes: Sequence[Change], by: int) -> bool:
        """Apply `changes`, which change the number by `by`.

        Return whether the changes were applied. If `by` is 0, nothing is applied, but the present sum stays visible.
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
        """Show that an undo or redo has changed the selected number by `by`.

        Subclasses call this method in `on_undo`.
        """
        self.open = True
        self.sum = by
        self.sign = mark
        self.changed_at = self.context.now()
        return True
