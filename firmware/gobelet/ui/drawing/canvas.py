"""Canvas: proportional text and simple shapes on the panel's buffer.

Sizes 8 and 16 hold every letter of French and the signs and icons listed in host_tools/building/fonts; the canvas reads
them when it is made. Sizes 17, 24, 32 and 48 hold digits and signs, which fill all their rows. The canvas reads each of
these when it is first asked for, and keeps it; where fonts are files, the four take 8 KB of memory. At 32 the canvas
draws any other text with the letters of 16 doubled. 17 is as high as 16, whose digits have 11 rows.

The assets `letters`, for 8 and 16, and `figures`, for the others, numbers with the low byte first:

    u16 glyphs
    u32 code point of each, ascending
    and for each of its sizes:
        u16 columns before each glyph, spacing included; then before the box that stands for what has no glyph, and
            after that: so a glyph's width is a difference
        the picture in framebuf.MONO_VLSB (pages of 8 rows, a byte a column), all glyphs side by side
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

    from ..types import Assets, Column, Font, Ink, Pixels, Size

WIDTH = 128
HEIGHT = 64
SIZES = (48, 32, 16, 8)
FIGURES = (17, 24, 32, 48)

_ANY = 0xFFFF  # more columns than any text takes
_DARK = bytes(256)
_DOTS = b"\1\0\0" * 43  # of a dotted line


class Canvas:
    """Draws on `buffer`, 1024 bytes, MONO_VLSB. `assets(name)` gives a file that stands at the first byte
    of an asset and stays open, also for others.

    fb         the framebuf.FrameBuffer, for whatever has no method here
    missing    characters asked for that the font has not (a hollow box stands for each)
    clipped    texts that ran over an edge of the screen
    shortened  texts cut by `shorten`, and words cut by `wrap`
    gauge      what every top band ends with: the charge of a battery that is low, "" for nothing
    turn       (whose turn it is, its time) before that; None for nothing
    turned     the half of two players that stands on its head, 0 left or 1 right; -1 for none
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
        # by size, as `lay` takes them
        self._fonts: dict[Size, Any] = {17: None, 24: None, 32: None, 48: None}
        self._read("letters", (8, 16))

    # Text

    @micropython.native
    def text(self, x: Column, y: int, text: str, size: Size = 8, ink: Ink = 1) -> Column:
        """Write `text`, its top left corner at (x, y); ink 0 writes dark on light. Returns the x after it."""
        font = self._fonts[size] or self._figures(size)
        if size == 32 and self._has_missing(text, font):
            columns = self._doubled(text, x, y, ink)
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
        """Columns from the first to the last that `text` may light."""
        columns = lay(text, self._fonts[size] or self._figures(size), _ANY, 0, self.buffer, 0, 0, 1)
        if columns > _ANY:
            if size == 32:
                columns = 2 * self._measure(text, self._fonts[16])
            columns &= _ANY
        # Each glyph has its spacing on its right.
        return columns and columns - (1 if size <= 24 else 2)

    def right(self, x: Column, y: int, text: str, size: Size = 8, ink: Ink = 1) -> Column:
        """Write `text` so that it ends left of column `x`. Returns the x where it begins."""
        x -= self.width(text, size)
        self.text(x, y, text, size, ink)
        return x

    def centre(
        self, y: int, text: str, size: Size = 8, x0: Column = 0, x1: Column = WIDTH, ink: Ink = 1
    ) -> Column:
        """Write `text` in the middle of columns x0 to x1 - 1. Returns the x where it begins."""
        x = max(x0, x0 + (x1 - x0 - self.width(text, size)) // 2)
        self.text(x, y, text, size, ink)
        return x

    def has(self, text: str, size: Size) -> bool:
        """Whether every character of `text` can be drawn at this size."""
        size = 16 if size == 32 else size
        return not self._has_missing(text, self._fonts[size] or self._figures(size))

    def fit(self, text: str, width: Pixels, sizes: Sequence[Size] = SIZES) -> Size:
        """The first of `sizes` at which `text` can be drawn within `width`; the last one if there is none."""
        for size in sizes:
            if self.has(text, size) and self.width(text, size) <= width:
                return size
        return sizes[-1]

    def wrap(self, text: str, width: Pixels, size: Size = 8) -> Iterator[str]:
        """Yield the lines of `text`, at size 8 or 16, broken at spaces (never at non-breaking ones) and at newlines."""
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
        """`text`, at size 8 or 16, or as much of its start as fits with an ellipsis."""
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

    def lift(self) -> None:
        """Move the picture up by eight rows: the top band goes, and the last eight rows are there twice."""
        for offset in range(0, WIDTH * (HEIGHT - 8) >> 3, WIDTH):
            self.buffer[offset : offset + WIDTH] = self.buffer[offset + WIDTH : offset + 2 * WIDTH]

    def hline(self, x: Column, y: int, w: Pixels, ink: Ink = 1) -> None:
        self.fb.hline(x, y, w, ink)

    def vline(self, x: Column, y: int, h: Pixels, ink: Ink = 1) -> None:
        self.fb.vline(x, y, h, ink)

    def dots(self, x: Column, y: int, w: Pixels) -> None:
        """A dotted line, one dot in three; dots of lines drawn apart fall into the same columns."""
        start = x + -x % 3
        w = min(x + w, WIDTH) - start
        if w > 0:
            self.fb.blit((_DOTS, w, 1, framebuf.MONO_VLSB), start, y, 0)  # type: ignore[arg-type]

    def rect(self, x: Column, y: int, w: Pixels, h: Pixels, ink: Ink = 1) -> None:
        """An outline."""
        self.fb.rect(x, y, w, h, ink)

    def fill(self, x: Column, y: int, w: Pixels, h: Pixels, ink: Ink = 1) -> None:
        self.fb.fill_rect(x, y, w, h, ink)

    def box(self, x: Column, y: int, w: Pixels, h: Pixels, full: Ink = 0) -> None:
        """An outline with its corners off, dark inside; light inside if `full`."""
        self.fb.fill_rect(x, y, w, h, full)
        self.fb.rect(x, y, w, h, 1)
        for dx in (0, w - 1):
            for dy in (0, h - 1):
                self.fb.pixel(x + dx, y + dy, 0)

    def invert(self, x: Column, y: int, w: Pixels, h: Pixels) -> None:
        """Turn light to dark and back."""
        left, right = max(x, 0), min(x + w, WIDTH)
        top, bottom = max(y, 0), min(y + h, HEIGHT)
        buffer = self.buffer
        for page in range(top >> 3, (bottom + 7) >> 3):
            mask = (0xFF << max(top - page * 8, 0)) & (0xFF >> max(page * 8 + 8 - bottom, 0))
            for offset in range(page * WIDTH + left, page * WIDTH + right):
                buffer[offset] ^= mask

    # Fonts

    def _figures(self, size: Size) -> Font:
        """Read a size for numbers into memory."""
        self._read("figures", FIGURES, size)
        return self._fonts[size]

    def _read(self, name: str, sizes: Sequence[Size], only: Size = 0) -> None:
        """Take fonts into memory: those of an asset, which has `sizes`, or one of them."""
        file = self.assets(name)
        # A frozen font gives a memoryview, of which `array` would take each byte for an item.
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
        """What `lay` returns if it writes nothing."""
        return lay(text, font, room, 0, self.buffer, 0, 0, 1)

    def _has_missing(self, text: str, font: Font) -> bool:
        """Whether a character of `text` has no glyph."""
        return self._measure(text, font) > _ANY

    def _doubled(self, text: str, x: Column, y: int, ink: Ink) -> int:
        """Write `text` in letters of 16 at twice their size. Returns what `lay` does."""
        strip = bytearray(2 * WIDTH)
        taken = lay(text, self._fonts[16], _ANY, 16, strip, 0, 0, 1)
        wide = 2 * (taken & _ANY)
        into = bytearray(4 * wide)
        double(strip, min(wide >> 1, WIDTH), into, wide)
        # The whole of it as the only glyph of a font.
        font = (array("I", (65,)), array("H", (0, wide, wide)), into)
        lay("A", font, _ANY, 32, self.buffer, x, y, ink)
        return taken + (wide >> 1)
