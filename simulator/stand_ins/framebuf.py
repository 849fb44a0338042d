"""A replacement under CPython for MicroPython's `framebuf`, equal in every pixel.

A drawing test on the desk is valid only if the same call sets the same pixels on the Pico. Therefore
tests/micropython/test_framebuf.py compares this module with MicroPython's `framebuf` over thousands of random
calls. The firmware needs neither colour formats nor `poly`, so this module lacks them.

The panel's format, MONO_VLSB, has a byte for each column of eight pixels. The functions for MONO_VLSB work on
whole bytes, so that a frame takes well under a millisecond. The formats MONO_HLSB and MONO_HMSB are used for glyphs,
and are processed pixel by pixel.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

__all__ = ["MONO_HLSB", "MONO_HMSB", "MONO_VLSB", "MVLSB", "FrameBuffer"]

MVLSB = MONO_VLSB = 0
MONO_HLSB = 3
MONO_HMSB = 4

Buffer = bytearray | memoryview | bytes


@cache
def _or_table(mask: int) -> bytes:
    return bytes(value | mask for value in range(256))


@cache
def _and_table(mask: int) -> bytes:
    return bytes(value & mask for value in range(256))


@lru_cache(maxsize=4096)
def _columns(data: bytes, width: int, height: int, form: int, stride: int) -> tuple[int, ...]:
    """Return the picture as one integer per column, with row y in bit y.

    The results are cached, because the firmware draws the same glyphs again and again.
    """
    if form == MONO_VLSB:
        pages = (height + 7) // 8
        mask = (1 << height) - 1
        return tuple(
            sum(data[page * stride + x] << (8 * page) for page in range(pages)) & mask for x in range(width)
        )
    columns = [0] * width
    for y in range(height):
        start = y * stride
        for x in range(width):
            index, bit = divmod(start + x, 8)
            shift = bit if form == MONO_HMSB else 7 - bit
            columns[x] |= (data[index] >> shift & 1) << y
    return tuple(columns)


@lru_cache(maxsize=4096)
def _painted(
    data: bytes,
    shape: tuple[int, int, int, int],
    rows: tuple[int, int, int],
    drawn: tuple[int | None, int | None],
) -> list[tuple[bytes, bytes]]:
    """Return (bits to keep, bits to set) for each page that a picture covers.

    A page is eight pixel rows of the target surface. Both parts of a pair have a byte per column.

    data    the buffer of the picture.
    shape   width, height, format and stride of the picture.
    rows    first drawn row of the picture, number of drawn rows, and the row of the first target page, 0 to 7, in
            which drawing begins.
    drawn   new values of target pixels under the picture's 0 pixels and under its 1 pixels; None means unchanged.
    """
    skipped, height, shift = rows
    window = (1 << height) - 1
    keeps, ons = [], []
    for column in _columns(data, *shape):
        lit = column >> skipped & window
        unlit = lit ^ window
        ons.append(((lit if drawn[1] == 1 else 0) | (unlit if drawn[0] == 1 else 0)) << shift)
        keeps.append(~(((lit if drawn[1] == 0 else 0) | (unlit if drawn[0] == 0 else 0)) << shift))
    return [
        (bytes(keep >> page & 0xFF for keep in keeps), bytes(on >> page & 0xFF for on in ons))
        for page in range(0, shift + height, 8)
    ]


class FrameBuffer:
    """A drawing surface that uses the caller's buffer.

    The arguments are the same as in MicroPython. Raises ValueError if the size or format is invalid, or if the buffer
    is too short.
    """

    def __init__(
        self, buffer: Buffer, width: int, height: int, format: int, stride: int | None = None, /
    ) -> None:
        stride = width if stride is None else stride
        if not (1 <= width <= 0xFFFF and 1 <= height <= 0xFFFF and width <= stride <= 0xFFFF):
            raise ValueError
        if format == MONO_VLSB:
            needed = (height + 7) // 8 * stride - (stride - width)
        elif format in (MONO_HLSB, MONO_HMSB):
            stride = (stride + 7) & ~7
            needed = (height * stride - (stride - width) + 7) // 8
        else:
            raise ValueError
        if needed > len(buffer):
            raise ValueError
        self._data = memoryview(buffer)
        self._width, self._height, self._format, self._stride = width, height, format, stride

    # One pixel

    def _get(self, x: int, y: int) -> int:
        if self._format == MONO_VLSB:
            return self._data[(y >> 3) * self._stride + x] >> (y & 7) & 1
        index, bit = divmod(x + y * self._stride, 8)
        return self._data[index] >> (bit if self._format == MONO_HMSB else 7 - bit) & 1

    def _set(self, x: int, y: int, colour: int) -> None:
        if self._format == MONO_VLSB:
            index, bit = (y >> 3) * self._stride + x, y & 7
        else:
            index, bit = divmod(x + y * self._stride, 8)
            if self._format == MONO_HLSB:
                bit = 7 - bit
        if colour:
            self._data[index] |= 1 << bit
        else:
            self._data[index] &= ~(1 << bit)

    def _is_inside(self, x: int, y: int) -> bool:
        return 0 <= x < self._width and 0 <= y < self._height

    def pixel(self, x: int, y: int, c: int | None = None, /) -> int | None:
        if not self._is_inside(x, y):
            return None
        if c is None:
            return self._get(x, y)
        self._set(x, y, c)
        return None

    # Rectangles, and lines along the axes

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int, /) -> None:
        left, top = max(x, 0), max(y, 0)
        right, bottom = min(x + w, self._width), min(y + h, self._height)
        if w < 1 or h < 1 or left >= right or top >= bottom:
            return
        if self._format != MONO_VLSB:
            for row in range(top, bottom):
                for column in range(left, right):
                    self._set(column, row, c)
            return
        data = self._data
        for page in range(top >> 3, (bottom + 7) >> 3):
            first, last = max(top - page * 8, 0), min(bottom - page * 8, 8)
            mask = (0xFF << first) & (0xFF >> (8 - last))
            start, end = page * self._stride + left, page * self._stride + right
            table = _or_table(mask) if c else _and_table(~mask & 0xFF)
            data[start:end] = bytes(data[start:end]).translate(table)

    def fill(self, c: int, /) -> None:
        self.fill_rect(0, 0, self._width, self._height, c)

    def hline(self, x: int, y: int, w: int, c: int, /) -> None:
        self.fill_rect(x, y, w, 1, c)

    def vline(self, x: int, y: int, h: int, c: int, /) -> None:
        self.fill_rect(x, y, 1, h, c)

    def rect(self, x: int, y: int, w: int, h: int, c: int, f: bool = False, /) -> None:
        if f:
            self.fill_rect(x, y, w, h, c)
        else:
            self.fill_rect(x, y, w, 1, c)
            self.fill_rect(x, y + h - 1, w, 1, c)
            self.fill_rect(x, y, 1, h, c)
            self.fill_rect(x + w - 1, y, 1, h, c)

    # Lines and curves, computed with the same integer steps as in MicroPython's C code

    def line(self, x1: int, y1: int, x2: int, y2: int, c: int, /) -> None:
        dx, step_x = (x2 - x1, 1) if x2 > x1 else (x1 - x2, -1)
        dy, step_y = (y2 - y1, 1) if y2 > y1 else (y1 - y2, -1)
        steep = dy > dx
        a, b = (y1, x1) if steep else (x1, y1)
        if steep:
            dx, dy, step_x, step_y = dy, dx, step_y, step_x
        error = 2 * dy - dx
        for _ in range(dx):
            self.pixel(*((b, a) if steep else (a, b)), c)
            while error >= 0:
                b += step_y
                error -= 2 * dx
            a += step_x
            error += 2 * dy
        self.pixel(x2, y2, c)

    def ellipse(self, x: int, y: int, xr: int, yr: int, c: int, f: bool = False, m: int = 0x0F, /) -> None:
        if xr == 0 and yr == 0:
            if m & 0x0F:
                self.pixel(x, y, c)
            return

        def points(dx: int, dy: int) -> None:
            for quadrant, right, up in (
                (1, True, True),
                (2, False, True),
                (4, False, False),
                (8, True, False),
            ):
                if not m & quadrant:
                    continue
                row = y - dy if up else y + dy
                if f:
                    self.fill_rect(x if right else x - dx, row, dx + 1, 1, c)
                else:
                    self.pixel(x + dx if right else x - dx, row, c)

        for dy, dx in _arc(xr, yr):
            points(dx, dy)
        for dx, dy in _arc(yr, xr):
            points(dx, dy)

    def text(self, s: str, x: int, y: int, c: int = 1, /) -> None:
        # The font is imported only here, because only the notice of an incomplete firmware uses the font.
        from petme128 import GLYPHS

        # The text ends at the first NUL character, as MicroPython's C string does.
        for byte in s.encode().partition(b"\0")[0]:
            at = 8 * (byte - 32 if 32 <= byte < 128 else 95)
            for column in GLYPHS[at : at + 8]:
                for row in range(8):
                    if column >> row & 1:
                        self.pixel(x, y + row, c)
                x += 1

    # Whole pictures

    def blit(
        self,
        fbuf: FrameBuffer | tuple[object, ...] | list[object],
        x: int,
        y: int,
        key: int = -1,
        palette: FrameBuffer | tuple[object, ...] | list[object] | None = None,
        /,
    ) -> None:
        source = _surface(fbuf)
        colours = (0, 1)
        if palette is not None:
            paint = _surface(palette)
            colours = (paint._get(0, 0), paint._get(1, 0) if paint._width > 1 else 0)
        # The new value of a target pixel under a source pixel 0, and under a source pixel 1; None means unchanged.
        drawn = [None if colour == key else colour for colour in colours]
        left, top = max(x, 0), max(y, 0)
        right, bottom = min(x + source._width, self._width), min(y + source._height, self._height)
        if left >= right or top >= bottom:
            return
        if self._format != MONO_VLSB or _is_overlapping(self._data, source._data):
            for row in range(top, bottom):
                for column in range(left, right):
                    ink = drawn[source._get(column - x, row - y)]
                    if ink is not None:
                        self._set(column, row, ink)
            return
        first = top >> 3
        painted = _painted(
            bytes(source._data),
            (source._width, source._height, source._format, source._stride),
            (top - y, bottom - top, top - first * 8),
            (drawn[0], drawn[1]),
        )
        for page, (keep, on) in enumerate(painted, first):
            start, end = page * self._stride + left, page * self._stride + right
            kept = int.from_bytes(self._data[start:end], "little") & int.from_bytes(
                keep[left - x : right - x], "little"
            )
            drawn_on = kept | int.from_bytes(on[left - x : right - x], "little")
            self._data[start:end] = drawn_on.to_bytes(end - start, "little")

    def scroll(self, xstep: int, ystep: int, /) -> None:
        # Each loop begins at the edge toward which the pixels move, so each pixel is read before it is overwritten.
        # Rows and columns to which no pixel moves keep their content.
        width, height = self._width, self._height
        if self._format == MONO_VLSB:
            if abs(xstep) < width and abs(ystep) < height:
                self._scroll_columns(xstep, ystep)
            return
        across = range(width + xstep) if xstep < 0 else range(width - 1, xstep - 1, -1)
        down = range(height + ystep) if ystep < 0 else range(height - 1, ystep - 1, -1)
        for row in down:
            for column in across:
                self._set(column, row, self._get(column - xstep, row - ystep))

    def _scroll_columns(self, xstep: int, ystep: int) -> None:
        """Scroll a surface in the format MONO_VLSB; each column is shifted as one integer."""
        width, stride, pages = self._width, self._stride, (self._height + 7) >> 3
        parts = [self._data[page * stride : page * stride + width] for page in range(pages)]
        before = [int.from_bytes(bytes(column), "little") for column in zip(*parts, strict=True)]
        rows = (1 << self._height) - 1
        moved = rows & (rows << ystep if ystep > 0 else rows >> -ystep)  # a bit for each row that changes
        after = before[:]
        for column in range(max(xstep, 0), width + min(xstep, 0)):
            source = before[column - xstep] & rows
            source = source << ystep if ystep > 0 else source >> -ystep
            after[column] = before[column] & ~moved | source & moved
        for page in range(pages):
            self._data[page * stride : page * stride + width] = bytes(
                column >> 8 * page & 0xFF for column in after
            )


def _arc(across: int, along: int) -> Iterator[tuple[int, int]]:
    """Yield the points of an eighth of an ellipse, to a slope of 45 degrees.

    The arguments are the lengths of the two half axes of the ellipse. The arc begins at the end of the half axis
    `across`. Each point is (distance from the centre in the direction of `along`, distance in the direction of
    `across`).
    """
    step_along, step_across = 2 * across * across, 2 * along * along
    change_along, change_across = across * across, along * along * (1 - 2 * across)
    stop_along, stop_across = 0, step_across * across
    error = far = 0
    while stop_along <= stop_across:
        yield far, across
        far += 1
        stop_along += step_along
        error += change_along
        change_along += step_along
        if 2 * error + change_across > 0:
            across -= 1
            stop_across -= step_across
            error += change_across
            change_across += step_across


def _surface(picture: FrameBuffer | tuple[object, ...] | list[object]) -> FrameBuffer:
    """Return the source picture or the palette of `blit` as a FrameBuffer.

    `picture` may also be a tuple or list (buffer, width, height, format[, stride]). Raises TypeError for another type.
    """
    if isinstance(picture, FrameBuffer):
        return picture
    if isinstance(picture, (tuple, list)):
        return FrameBuffer(*picture)
    raise TypeError


def _is_overlapping(one: memoryview, other: memoryview) -> bool:
    """Tell whether two views share one buffer."""
    return one.obj is other.obj
