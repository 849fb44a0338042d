"""The inner loops of drawing, on a buffer of 128x64 pixels.

The buffer has the format framebuf.MONO_VLSB: a byte has the pixels of 8 rows in one column.

The build for the device compiles the functions marked `viper` to machine code. On a computer, the same source runs as
plain Python, where `ptr8` is the function below. The results on device and computer are equal, because every
integer stays below 2**30.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import micropython

if TYPE_CHECKING:
    from typing import Any


def ptr8(data: Any) -> Any:
    """Return an object that plain Python indexes in place of a viper pointer.

    Compiled code does not call this function, because `ptr8` is a keyword of viper. A text becomes UTF-8 with a NUL
    at the end, because MicroPython stores texts in this form. Other data is returned unchanged.
    """
    return data.encode() + b"\0" if isinstance(data, str) else data


ptr16 = ptr32 = ptr8


@micropython.viper
def lay(text, font, room, size, screen, x, y, ink) -> int:  # type: ignore[no-untyped-def]
    """Write `text` with its top left corner at (x, y), clipped at the screen's edges.

    font is (code points in ascending order, first column of each glyph, picture). The picture has all glyphs side by
    side. The last glyph of the picture is a box for unknown characters. The array of first columns ends with the end
    of this box. size is the height in pixels; 0 only measures. ink 1 writes light on dark, 0 dark on light.

    Return the number of columns used, plus 65536 for each character without a glyph. If the text needs more
    than `room` columns, return -1 minus the number of characters that fit.
    """
    letters = ptr8(text)
    codes = ptr32(font[0])
    edges = ptr16(font[1])
    picture = ptr8(font[2])
    pixels = ptr8(screen)
    count = int(len(font[0]))  # noqa: RUF046 viper's kind of integer
    stride = edges[count + 1]
    pages = int(size) >> 3
    left = int(x)
    begin = left
    shift = int(y) & 7
    first = int(y) >> 3
    rows = 16 if shift else 8
    dark = 0 if int(ink) else 0xFF
    most = int(room)
    missing = 0
    seen = 0
    offset = 0
    code = letters[0]
    while code:
        offset += 1
        if code >= 0xC0:
            more = 3 if code >= 0xF0 else 2 if code >= 0xE0 else 1
            code &= 0x3F >> more
            while more:
                code = code << 6 | letters[offset] & 0x3F
                offset += 1
                more -= 1
        # first try the distance from the font's first code point as the index: it is right for ASCII in most fonts
        glyph = code - codes[0]
        if glyph < 0 or glyph >= count or codes[glyph] != code:
            glyph = 0
            high = count
            while glyph < high:
                middle = (glyph + high) >> 1
                if codes[middle] < code:
                    glyph = middle + 1
                else:
                    high = middle
            if glyph == count or codes[glyph] != code:
                glyph = count
                missing += 1
        start = edges[glyph]
        wide = edges[glyph + 1] - start
        if left + wide - begin > most:
            return -1 - seen
        seen += 1
        # columns `low` to `end` - 1 of the glyph are on the screen
        low = -left if left < 0 else 0
        end = 128 - left if left > 128 - wide else wide
        source = start
        page = first
        while page < first + pages:
            # 8 rows of the glyph may cover parts of two panel pages: draw first the upper part, then the lower part
            drop = 0
            while drop < rows:
                row = page + 1 if drop else page
                if 0 <= row < 8:
                    base = (row << 7) + left
                    for column in range(low, end):
                        bits = picture[source + column] << shift >> drop & 0xFF
                        if bits:
                            pixels[base + column] = (pixels[base + column] | bits) ^ bits & dark
                drop += 8
            source += stride
            page += 1
        left += wide
        code = letters[offset]
    return left - begin + (missing << 16)


@micropython.viper
def rotate_half(screen, x, wide):  # type: ignore[no-untyped-def]
    """Rotate `wide` columns of the middle band, from column `x` on, by 180 degrees.

    The middle band has the panel pages 1 to 6, each with 8 pixel rows.
    """
    pixels = ptr8(screen)
    first = int(x)
    columns = int(wide)
    page = 1
    while page < 4:
        upper = (page << 7) + first
        lower = (7 - page << 7) + first + columns - 1
        for column in range(columns):
            bits = pixels[upper + column] << 8 | pixels[lower - column]
            bits = bits >> 4 & 0x0F0F | (bits & 0x0F0F) << 4
            bits = bits >> 2 & 0x3333 | (bits & 0x3333) << 2
            bits = bits >> 1 & 0x5555 | (bits & 0x5555) << 1
            pixels[lower - column] = bits >> 8
            pixels[upper + column] = bits & 0xFF
        page += 1


@micropython.viper
def double(picture, columns, into, wide):  # type: ignore[no-untyped-def]
    """Draw a picture 16 rows high at twice its size into a buffer (Scale2x).

    Each pixel P becomes four new pixels, one at each corner of P. A corner has two neighbours; those of the upper left
    corner are the pixels above P and left of P. A new pixel copies the neighbours of its corner on three conditions:
    these neighbours are equal; the pixels above and below P differ; the pixels left and right of P differ. If a
    condition fails, the new pixel copies P. This rule smooths edges.

    `picture` is a strip 128 columns wide, of which `columns` are used. `into` has `wide` columns and 32 rows.
    """
    source = ptr8(picture)
    target = ptr8(into)
    last = int(columns) - 1
    before = 0
    here = source[0] | source[128] << 8
    offset = 0
    while offset <= last:
        after = 0
        if offset < last:
            after = source[offset + 1] | source[offset + 129] << 8
        up = here << 1
        down = here >> 1
        edge = (up ^ down) & (before ^ after)
        half = 0
        while half < 2:
            side = after if half else before
            # Each pixel of the source becomes two by two pixels: the upper ones are in an even row, the lower ones in
            # the odd row below. `corner` has the bits of the pixels that take the colour of their neighbours.
            corner = edge & (up ^ side ^ 0x1FFFF)
            upper = here ^ (here ^ up) & corner
            corner = edge & (down ^ side ^ 0x1FFFF)
            lower = here ^ (here ^ down) & corner
            index = 2 * offset + half
            page = 0
            while page < 4:
                bits = upper >> 4 * page & 15 | (lower >> 4 * page & 15) << 8
                bits = (bits | bits << 2) & 0x3333
                bits = (bits | bits << 1) & 0x5555
                target[index] = bits & 0xFF | bits >> 7
                index += int(wide)
                page += 1
            half += 1
        before = here
        here = after
        offset += 1
