"""Canvas: proportional text and simple shapes on the panel's buffer.

A font has a size, the height of its letters in pixels. Sizes 8 and 16 have all letters of French, and the signs
and icons listed in host_tools/building/fonts. A new canvas reads these two fonts at once.

Sizes 17, 24, 32 and 48 have only digits and signs, as high as the font. The canvas reads each of these four fonts on
first use, and keeps the font in memory. If the fonts are files and not frozen into the firmware, the four fonts
together need 8 KB of memory. If a text at size 32 has a letter without a glyph, the canvas draws the text in letters
of size 16 at twice their size. Digits of size 17 are 16 pixels high; digits of size 16 are only 11 pixels high.

The asset `letters` has the fonts of sizes 8 and 16. The asset `figures` has the fonts of sizes 17, 24, 32 and 48.
An asset begins with these numbers, each with its low byte first:

    u16  number of glyphs
    u32  code point of each glyph, ascending

For each size, the asset then contains these numbers and a picture:

    u16  first column of each glyph in the picture, of the box for unknown characters, and the end of that box

The difference of two neighbouring column numbers is the width of a glyph with its spacing. The picture shows all
glyphs side by side. Its format is framebuf.MONO_VLSB: pages of 8 pixel rows, with one byte for each column.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import framebuf
import micropython

from .pixels import double, lay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from .types import Assets, Column, Font, Ink, Pixels, Size

WIDTH = 128
HEIGHT = 64
SIZES = (48, 32, 16, 8)
FIGURES = (17, 24, 32, 48)

_ANY = 0xFFFF  # number of columns that is larger than the width of any text
_DARK = bytes(256)
_DOTS = b"\1\0\0" * 43  # a dotted line, one byte for each column: every third column has a dot


class Canvas:
    """The methods that draw on `buffer`, 1024 bytes in framebuf.MONO_VLSB.

    `assets(name)` returns an open file, positioned at the first byte of an asset. The canvas does not close
    this file.

    fb         the framebuf.FrameBuffer, for shapes that the canvas has no method for.
    missing    number of characters drawn so far as a hollow box, because the font has no glyph for them.
    clipped    number of texts drawn so far beyond an edge of the screen.
    shortened  number of texts that `shorten` has cut so far, plus the number of words that `wrap` has cut.
    gauge      the charge of a low battery, drawn at the right end of every top band; "" draws nothing.
    turn       (name of the player, time) of the present turn, drawn left of `gauge`; None draws nothing.
    turned     the upside-down half of a screen for two players: 0 for left, 1 for right, -1 for none.
    """

    def __init__(self, buffer: bytearray, assets: Assets) -> None:
        self.buffer = buffer
        self.assets = assets
        self.fb = framebuf.FrameBuffer(buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self.missing = 0
        self.clipped = 0
        self.shortened = 0
        self.gauge = ""
        self.turn: tuple[str, str] | None = None
        self.turned = -1
        # the fonts by size, in the form that `lay` expects; None until the first use
        self._fonts: dict[Size, Any] = {17: None, 24: None, 32: None, 48: None}
        self._load("letters", (8, 16))

    def show_gauge(self, gauge: str) -> None:
        """Show the charge of a low battery in every top band; "" shows no charge."""
        self.gauge = gauge

    def show_turn(self, turn: tuple[str, str] | None) -> None:
        """Show `turn`, (player, time), in every top band; None shows no turn."""
        self.turn = turn

    def turn_half(self, half: int) -> None:
        """Turn a half of the screens for two players upside down.

        half: 0 for the left half, 1 for the right half, -1 for neither half.
        """
        self.turned = half

    def count_clipped(self) -> None:
        """Count a text beyond an edge of the screen."""
        self.clipped += 1

    # Text

    @micropython.native
    def text(self, x: Column, y: int, text: str, size: Size = 8, ink: Ink = 1) -> Column:
        """Write `text` with its top left corner at (x, y). Return the column after `text`.

        ink: 1 writes light on dark, 0 writes dark on light.
        """
        font = self._fonts[size] or self._figures(size)
        if size == 32 and self._has_missing(text, font):
            columns = self._draw_doubled(text, x, y, ink)
        else:
            columns = lay(text, font, _ANY, size, self.buffer, x, y, ink)
        if columns > _ANY:
            self.missing += columns >> 16
            columns &= _ANY
        end = x + columns
        if x < 0 or y < 0 or y + (size & ~7) > HEIGHT or end > WIDTH + (1 if size <= 24 else 2):
            self.clipped += columns > 0
        return end

    @micropython.native
    def width(self, text: str, size: Size = 8) -> Pixels:
        """Return the width of `text` in columns, without the spacing after its last glyph."""
        columns = lay(text, self._fonts[size] or self._figures(size), _ANY, 0, self.buffer, 0, 0, 1)
        if columns > _ANY:
            if size == 32:
                columns = 2 * self._measure(text, self._fonts[16])
            columns &= _ANY
        # subtract the spacing on the right of the last glyph
        return columns and columns - (1 if size <= 24 else 2)

    def align_right(self, x: Column, y: int, text: str, size: Size = 8, ink: Ink = 1) -> Column:
        """Write `text` so that it ends left of column `x`. Return the text's first column."""
        x -= self.width(text, size)
        self.text(x, y, text, size, ink)
        return x

    def centre(
        self, y: int, text: str, size: Size = 8, x0: Column = 0, x1: Column = WIDTH, ink: Ink = 1
    ) -> Column:
        """Write `text` centred in columns x0 to x1 - 1. Return the text's first column."""
        x = max(x0, x0 + (x1 - x0 - self.width(text, size)) // 2)
        self.text(x, y, text, size, ink)
        return x

    def has_glyphs(self, text: str, size: Size) -> bool:
        """Tell whether the font of `size` has a glyph for every character of `text`."""
        size = 16 if size == 32 else size
        return not self._has_missing(text, self._fonts[size] or self._figures(size))

    def fitting_size(self, text: str, width: Pixels, sizes: Sequence[Size] = SIZES) -> Size:
        """Return the first of `sizes` that shows all of `text` within `width` columns.

        A size that lacks a glyph of `text` is skipped. If no size fits, the result is the last of `sizes`.
        """
        for size in sizes:
            if self.has_glyphs(text, size) and self.width(text, size) <= width:
                return size
        return sizes[-1]

    def wrap(self, text: str, width: Pixels, size: Size = 8) -> Iterator[str]:
        """Yield the lines of `text`, broken at newlines and ordinary spaces.

        A word wider than `width` columns is cut. The size of the letters is 8 or 16.
        """
        font = self._fonts[size]
        for line in text.split("\n"):
            taken = self._measure(line, font, width + 1)
            while taken < 0 and len(line) > 1:
                end = line.rfind(" ", 0, -taken)
                if end > 0:
                    yield line[:end]
                    line = line[end + 1 :].lstrip(" ")
                else:
                    end = max(-1 - taken, 1)
                    self.shortened += 1
                    yield line[:end]
                    line = line[end:]
                taken = self._measure(line, font, width + 1)
            yield line

    def shorten(self, text: str, width: Pixels, size: Size = 8) -> str:
        """Return `text`, cut with an ellipsis if it is wider than `width` columns.

        `size` is 8 or 16.
        """
        font = self._fonts[size]
        if self._measure(text, font, width + 1) >= 0:
            return text
        self.shortened += 1
        end = -1 - self._measure(text, font, width + 1 - self._measure("…", font))
        return text[:end].rstrip() + "…"

    # Shapes

    def clear(self) -> None:
        for offset in range(0, WIDTH * HEIGHT >> 3, len(_DARK)):
            self.buffer[offset : offset + len(_DARK)] = _DARK

    def move_up(self) -> None:
        """Move the picture up by eight pixel rows.

        The top band disappears, and the lowest eight pixel rows appear twice.
        """
        for offset in range(0, WIDTH * (HEIGHT - 8) >> 3, WIDTH):
            self.buffer[offset : offset + WIDTH] = self.buffer[offset + WIDTH : offset + 2 * WIDTH]

    def shift(self, right: Pixels, down: Pixels) -> None:
        """Move the picture to the right and down.

        `right` and `down` are 0 or 1 pixel. The column and the row that become free are dark.
        """
        self.fb.scroll(right, down)
        self.fill(0, 0, right, HEIGHT, 0)
        self.fill(0, 0, WIDTH, down, 0)

    def hline(self, x: Column, y: int, w: Pixels, ink: Ink = 1) -> None:
        """Draw a horizontal line of `w` pixels from (x, y) to the right."""
        self.fb.hline(x, y, w, ink)

    def vline(self, x: Column, y: int, h: Pixels, ink: Ink = 1) -> None:
        """Draw a vertical line of `h` pixels from (x, y) down."""
        self.fb.vline(x, y, h, ink)

    def dots(self, x: Column, y: int, w: Pixels) -> None:
        """Draw a dotted line with a dot in every third column.

        The dots of all lines are in the same columns, the multiples of 3.
        """
        start = x + -x % 3
        w = min(x + w, WIDTH) - start
        if w > 0:
            self.fb.blit((_DOTS, w, 1, framebuf.MONO_VLSB), start, y, 0)  # type: ignore[arg-type]

    def rect(self, x: Column, y: int, w: Pixels, h: Pixels, ink: Ink = 1) -> None:
        """Draw the outline of a rectangle, `w` pixels wide and `h` high."""
        self.fb.rect(x, y, w, h, ink)

    def fill(self, x: Column, y: int, w: Pixels, h: Pixels, ink: Ink = 1) -> None:
        """Fill a rectangle, `w` pixels wide and `h` high, whose top left corner is (x, y)."""
        self.fb.fill_rect(x, y, w, h, ink)

    def box(self, x: Column, y: int, w: Pixels, h: Pixels, full: Ink = 0) -> None:
        """Draw a rectangle with rounded corners.

        The inside of the rectangle is light if `full` is 1, dark if `full` is 0.
        """
        self.fb.fill_rect(x, y, w, h, full)
        self.fb.rect(x, y, w, h, 1)
        for dx in (0, w - 1):
            for dy in (0, h - 1):
                self.fb.pixel(x + dx, y + dy, 0)

    def invert(self, x: Column, y: int, w: Pixels, h: Pixels) -> None:
        """Exchange light and dark in a rectangle."""
        left, right = max(x, 0), min(x + w, WIDTH)
        top, bottom = max(y, 0), min(y + h, HEIGHT)
        buffer = self.buffer
        for page in range(top >> 3, (bottom + 7) >> 3):
            mask = (0xFF << max(top - page * 8, 0)) & (0xFF >> max(page * 8 + 8 - bottom, 0))
            for offset in range(page * WIDTH + left, page * WIDTH + right):
                buffer[offset] ^= mask

    # Fonts

    def _figures(self, size: Size) -> Font:
        """Load the digits and signs of a size into memory, and return their font."""
        self._load("figures", FIGURES, size)
        return self._fonts[size]

    def _load(self, name: str, sizes: Sequence[Size], only: Size = 0) -> None:
        """Load the fonts of the asset `name`, whose sizes in file order are `sizes`.

        If `only` is not 0, load only the font of size `only`.
        """
        file = self.assets(name)
        # A frozen font returns a memoryview, whose bytes `array` would take as one item each. From `bytes`, `array`
        # makes items of two or four bytes.
        count = array("H", bytes(file.read(2)))[0]
        codes = array("I", bytes(file.read(4 * count)))
        for size in sizes:
            edges = array("H", bytes(file.read(2 * count + 4)))
            length = edges[-1] * (size >> 3)
            if only in (0, size):
                self._fonts[size] = (codes, edges, file.read(length))
            else:
                file.seek(length, 1)

    def _measure(self, text: str, font: Font, room: Pixels = _ANY) -> int:
        """Return the result of `lay` for `text`, without drawing it."""
        return lay(text, font, room, 0, self.buffer, 0, 0, 1)

    def _has_missing(self, text: str, font: Font) -> bool:
        """Tell whether a character of `text` has no glyph."""
        return self._measure(text, font) > _ANY

    def _draw_doubled(self, text: str, x: Column, y: int, ink: Ink) -> int:
        """Draw `text` in letters of size 16, at twice their size.

        Return the number of columns and of missing glyphs, in one integer as from `lay`.
        """
        strip = bytearray(2 * WIDTH)
        taken = lay(text, self._fonts[16], _ANY, 16, strip, 0, 0, 1)
        wide = 2 * (taken & _ANY)
        into = bytearray(4 * wide)
        double(strip, min(wide >> 1, WIDTH), into, wide)
        # a font with one glyph, "A", whose picture is the whole text
        font = (array("I", (65,)), array("H", (0, wide, wide)), into)
        lay("A", font, _ANY, 32, self.buffer, x, y, ink)
        return taken + (wide >> 1)
