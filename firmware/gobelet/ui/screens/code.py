"""The screen that shows a text as a QR code for a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing import qr
from .stack import Screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..drawing.canvas import Canvas
    from ..drawing.types import Ink, Pixels
    from .types import Context

SIDE = 64  # width and height of the square around the code in pixels, equal to the height of the panel
MODULE = 2  # width and height of a module (a small square of the QR code) in pixels
LEFT = SIDE + 4  # first column of the text beside the code
PITCH = 9  # distance of two lines of the text beside the code, in pixels


def fits(text: str) -> bool:
    """Tell whether a text fits into the largest QR code."""
    return len(text.encode()) <= qr.MOST


def shorten(text: str) -> str:
    """Return a text, cut with an ellipsis if it is too long for a QR code."""
    if fits(text):
        return text
    while not fits(text + "…"):
        text = text[:-1]
    return text + "…"


def square(c: Canvas, rows: Sequence[int], ground: Ink = 1) -> None:
    """Draw a QR code in a square at the left edge of the panel.

    The square has the height of the panel. `ground` is the colour of the square and of the code's light modules: 1 for
    light, 0 for dark. The margin around the code is 3 to 11 pixels wide.
    """
    c.fill(0, 0, SIDE, SIDE, ground)
    edge: Pixels = (SIDE - MODULE * len(rows)) // 2
    for y in range(len(rows)):
        x = 0
        row = rows[y]
        while row:
            start = x
            while row & 1:
                row >>= 1
                x += 1
            if x > start:
                c.fill(edge + MODULE * start, edge + MODULE * y, MODULE * (x - start), MODULE, 1 - ground)
            row >>= 1
            x += 1


class Code(Screen):
    """A QR code, with its title and the first lines of its text beside it.

    OK or BACK closes the screen.
    """

    keys = ("", "k.back")
    keeps_panel_on = True  # players hold a phone before the panel while this screen is open

    def __init__(self, context: Context, title: str, text: str) -> None:
        Screen.__init__(self, context)
        self.title = title
        self.text = text
        self.rows = qr.code(text.encode())

    def draw(self, c: Canvas) -> None:
        self.strip(c)
        # with the setting "invert", the panel shows light pixels dark: exchange the colours of the code
        square(c, self.rows, 0 if self.context.device.settings.is_on("invert") else 1)
        c.text(LEFT, 0, c.shorten(self.title, 128 - LEFT))
        y = PITCH + 1
        for line in c.wrap(self.text, 128 - LEFT):
            if y > 55 - PITCH:
                break
            c.text(LEFT, y, line)
            y += PITCH

    def on_ok(self) -> None:
        self.context.close()

    def on_back(self) -> None:
        self.context.close()
