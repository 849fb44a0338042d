"""Notice: a message that stays until a key is pressed.

This module is always in memory, because a Notice must be able to report that the memory is full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.widgets import LOW, TOP
from .stack import Screen

if TYPE_CHECKING:
    from ..drawing.canvas import Canvas
    from .types import Context, Steps

# heights in pixels: of a line in large letters (readable at arm's length), of a line in small letters, of all lines
TALL = 16
SMALL = 9
ROOM = 48


class Notice(Screen):
    """A message in the middle of the screen. OK or BACK closes the message.

    UP or DOWN inverts the key strip, as a hint that OK closes the message.
    """

    keys = ("", "k.back")
    missed = False  # whether UP or DOWN was pressed, which does not close the message

    def __init__(self, context: Context, text: str) -> None:
        Screen.__init__(self, context)
        self.text = text

    def draw(self, c: Canvas) -> None:
        size = 16
        lines = list(c.wrap(self.text, 124, size))
        if len(lines) > 3:
            size = 8
            lines = list(c.wrap(self.text, 124, size))
        pitch = TALL if size == 16 else SMALL
        y = 4 + (ROOM - pitch * min(len(lines), ROOM // pitch)) // 2
        if self.context.dialogs.message is not None:
            y = max(y, TOP)  # the pixel rows above TOP are hidden while a toast is visible
        for line in lines[: ROOM // pitch]:
            c.centre(y, line, size)
            y += pitch
        self.strip(c)
        if self.missed:
            c.invert(0, LOW, 128, 64 - LOW)

    def on_step(self, by: Steps) -> None:
        self.missed = True

    def on_ok(self) -> None:
        self.context.close()
