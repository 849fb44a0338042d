"""The screen to enter the faces of real dice, and its base class `BeforeDice`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.amounts import dial
from ..drawing.widgets import top
from .stack import Screen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...rules.types import Sides
    from ..drawing.canvas import Canvas
    from .types import Context, Steps


class BeforeDice(Screen):
    """The base class of screens that open after OK for a roll, before its dice.

    The screen closes if a command over USB changes the game meanwhile, because this change may affect the roll.

    position  the byte offset of the journal's end when the screen was opened.
    """

    def __init__(self, context: Context) -> None:
        Screen.__init__(self, context)
        self.position = context.session.journal.position

    def is_valid(self) -> bool:
        return bool(self.position == self.context.session.journal.position)


class ByHand(BeforeDice):
    """The question for the faces of real dice, one die after another.

    The result of the screen is the tuple of faces.

    title  text of the top band.
    dice   the number of sides of each die.
    """

    keys = ("k.face", "k.next")

    def __init__(self, context: Context, title: str, dice: Sequence[Sides]) -> None:
        BeforeDice.__init__(self, context)
        self.title = title
        self.dice: Any = dice  # a list if a subclass may append dice
        self.faces = [1] * len(dice)
        self.index = 0

    def draw(self, c: Canvas) -> None:
        top(c, self.title, "%d/%d" % (self.index + 1, len(self.dice)))
        sides = self.dice[self.index]
        face = self.faces[self.index]
        name = self.context.t.get("hand.die.%d" % self.index) if self.dice[1:] else None
        dial(c, face, 1, sides, face, name or "d%d" % sides)
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        sides = self.dice[self.index]
        self.faces[self.index] = (self.faces[self.index] - 1 + by) % sides + 1

    def on_ok(self) -> None:
        self.index += 1
        if self.index == len(self.dice):
            self.context.close(tuple(self.faces))

    def on_back(self) -> None:
        if self.index:
            self.index -= 1
        else:
            self.context.close()

    def on_hold_back(self) -> None:
        """Return to the previous die; at the first die, undo the last change."""
        (self.on_back if self.index else self.context.undo)()
