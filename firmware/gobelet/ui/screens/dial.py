"""Two screens: `Dial` asks for a number, `Confirm` asks for yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.amounts import confirm, dial
from ..drawing.widgets import number_text, top
from .stack import Screen

if TYPE_CHECKING:
    from ..drawing.canvas import Canvas
    from .types import Context, Steps


class Dial(Screen):
    """The question for a number from `low` to `high`.

    The result is the number, or None after BACK.

    title  text of the top band.
    value  the present number.
    unit   text after the number.
    """

    keys = ("k.change", "k.set")

    def __init__(self, context: Context, title: str, value: int, low: int, high: int, unit: str = "") -> None:
        Screen.__init__(self, context)
        self.title = title
        self.old = value
        self.low = low
        self.high = high
        self.unit = unit
        self.value = max(low, min(high, value))

    def draw(self, c: Canvas) -> None:
        top(c, self.title, number_text(self.context.t("range", self.low, self.high)))
        dial(c, self.value, self.low, self.high, self.old, self.unit)
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        self.value = max(self.low, min(self.high, self.value + by))

    def on_ok(self) -> None:
        self.context.close(self.value)


class Confirm(Screen):
    """A question of yes or no. The result is True or False, or None after BACK.

    The cursor starts on "no", or on "yes" if `yes` is set.
    """

    keys = ("k.move", "k.ok")

    def __init__(self, context: Context, question: str, yes: bool = False) -> None:
        Screen.__init__(self, context)
        self.question = question
        self.yes = yes

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        confirm(c, self.question, t("no"), t("yes"), self.yes)
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        self.yes = not self.yes

    def on_ok(self) -> None:
        self.context.close(self.yes)
