"""Real dice: a screen to enter their faces.

The module also has the base of all screens between the key that rolls and the dice.
"""

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
    """A screen between the key that rolls and the dice.

    The screen closes if the link changes the game while it is open, because the roll may then differ.
    position: the end of the journal when it was opened.
    """

    def __init__(self, context: Context) -> None:
        Screen.__init__(self, context)
        self.position = context.session.journal.position

    def is_valid(self) -> bool:
        return bool(self.position == self.context.session.journal.position)


class ByHand(BeforeDice):
    """Asks for the faces of real dice one by one. Closes with the tuple of faces.

    title is a string, dice a tuple of sides.
    """

    keys = ("k.face", "k.next")

    def __init__(self, context: Context, title: str, dice: Sequence[Sides]) -> None:
        BeforeDice.__init__(self, context)
        self.title = title
        self.dice: Any = dice  # a list, not a tuple, if more dice may become necessary
        self.faces = [1] * len(dice)
        self.index = 0

    def draw(self, c: Canvas) -> None:
        top(c, self.title, "%d/%d" % (self.index + 1, len(self.dice)))
        sides = self.dice[self.index]
        face = self.faces[self.index]
        name = self.context.t.get("hand.die.%d" % self.index) if self.dice[1:] else None
        dial(c, face, 1, sides, face, name or "d%d" % sides)
        self.strip(c)

    def shift(self, by: Steps) -> None:
        sides = self.dice[self.index]
        self.faces[self.index] = (self.faces[self.index] - 1 + by) % sides + 1

    def ok(self) -> None:
        self.index += 1
        if self.index == len(self.dice):
            self.context.close(tuple(self.faces))

    def back(self) -> None:
        if self.index:
            self.index -= 1
        else:
            self.context.close()

    def undo(self) -> None:
        """Go back by one die; at the first one, undo."""
        (self.back if self.index else self.context.undo)()
