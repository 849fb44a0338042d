"""Page: a screen with a text to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.widgets import scrollbar, top
from .notice import ROOM, SMALL, TALL
from .stack import Screen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..drawing.canvas import Canvas
    from ..drawing.types import Pixels
    from .types import Context, Steps


class Page(Screen):
    """A text to read. OK switches between large and small letters.

    title  text of the top band.
    body   a string with "|" between its lines, or a list of lines.
    code   a text that OK held shows as a QR code; a text that is too long is cut. "" for no QR code.
    """

    keys = ("k.scroll", "k.size")

    def __init__(self, context: Context, title: str, body: str | Sequence[str], code: str = "") -> None:
        Screen.__init__(self, context)
        self.title = title
        self.body = body
        self.code = code
        self.size = 16
        self.first = 0
        # the lines, broken to the width of the screen; None until the next drawing breaks the body
        self.lines: Any = None

    def held_signs(self) -> str:
        return "?" if self.code else ""

    def line_height(self) -> Pixels:
        """Return the distance between two lines at the present size of letters."""
        return TALL if self.size == 16 else SMALL

    def lay_out(self, c: Canvas) -> None:
        """Break the body into lines that fit the width of the screen."""
        self.lines = []
        for part in self.body.split("|") if isinstance(self.body, str) else self.body:
            self.lines.extend(c.wrap(part.strip(), 122, self.size))

    def visible_lines(self) -> int:
        """Return the number of lines that fit on the screen."""
        return ROOM // self.line_height()

    def draw(self, c: Canvas) -> None:
        top(c, self.title)
        if self.lines is None:
            self.lay_out(c)
        seen = self.visible_lines()
        self.first = max(0, min(self.first, len(self.lines) - seen))
        for index in range(seen):
            if self.first + index < len(self.lines):
                c.text(0, 8 + index * self.line_height(), self.lines[self.first + index], self.size)
        scrollbar(c, self.first, seen, len(self.lines))
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        self.first -= by

    def on_ok(self) -> None:
        self.size = 24 - self.size  # switch between 16 and 8
        self.lines = None

    def on_hold_ok(self) -> None:
        if self.code:
            from .code import Code, shorten  # imported on use, because few players show a QR code

            self.context.push(Code(self.context, self.title, shorten(self.code)))
