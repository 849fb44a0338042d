"""Screens on which UP and DOWN change the number that is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .stack import Screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...device.types import Milliseconds, Ticks
    from ...rules.types import Change

BUBBLE_MS = 4000


class Pressed(Screen):
    """What is pressed for one number in a row is one transaction. Its sum stands beside the number until nothing has
    been pressed for four seconds; so does what an undo gave back.
    """

    sum = 0
    mark = ""  # before a sum that an undo made
    joins = False  # whether there is a transaction that more may join
    open = False  # something was pressed, or undone, less than four seconds ago
    pressed: Ticks = 0

    def on_show(self) -> None:
        self.end()

    def end(self) -> None:
        """What is pressed from here on is another transaction."""
        self.open = self.joins = False
        self.sum = 0
        self.mark = ""
        self.app.redraw()

    def tick(self, now: Ticks) -> Milliseconds | None:
        if not self.open:
            return None
        left = BUBBLE_MS - self.app.since(self.pressed)
        if left <= 0:
            self.end()
        return left

    def put(self, changes: Sequence[Change], by: int) -> bool:
        """A key was pressed: make `changes`, by which the number changes by `by`; none for 0. Returns whether they
        were made.
        """
        if self.mark:
            self.end()
        self.open = True
        self.pressed = self.app.now()
        if not by or not self.app.change(changes, self.joins):
            return False
        self.sum += by
        self.joins = True
        return True

    def undone(self, by: int, mark: str) -> bool:
        """For `on_undo`: the number that is marked was changed by `by`."""
        self.open = True
        self.sum = by
        self.mark = mark
        self.pressed = self.app.now()
        return True
