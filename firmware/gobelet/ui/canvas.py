"""Canvas: proportional text and simple shapes on the panel's buffer.

Sizes 8 and 16 hold every letter of French and the signs and icons listed in host_tools/building/fonts; they stay in
memory. Sizes 32 and 48 hold digits and signs and are read from flash glyph by glyph; at 32 any other text is
drawn with the 16 px letters doubled, which the same asset holds ready-made.

The asset `font<size>`, numbers with the low byte first:

    u8 size, u8 0, u16 glyphs, u16 bytes of the next part
    the glyphs' characters, UTF-8, each once
    u16 columns before each glyph, and after the last: so a glyph's width, spacing included, is a difference
    the picture, in framebuf.MONO_VLSB (pages of 8 rows, a byte a column):
        8, 16   all glyphs side by side as one strip
        32, 48  glyph after glyph; in font32 followed by the doubled glyphs of font16, in its order
"""

from array import array

import framebuf

WIDTH = 128
HEIGHT = 64
SIZES = (48, 32, 16, 8)

# Most big glyphs kept: two numbers of three digits and a sign or two.
_KEPT = 8
_VLSB = framebuf.MONO_VLSB


class Canvas:
    """Draws on `buffer`, 1024 bytes, MONO_VLSB. `assets(name)` gives a file that stands at the first byte
    of an asset and stays open, also for others.

    fb         the framebuf.FrameBuffer, for whatever has no method here
    missing    characters asked for that the font has not (a hollow box stands for each)
    clipped    texts that ran over an edge of the screen
    shortened  texts cut by `shorten`, and words cut by `wrap`
    """

    def __init__(self, buffer, assets):
        self.buffer = buffer
        self.assets = assets
        self.fb = framebuf.FrameBuffer(buffer, WIDTH, HEIGHT, _VLSB)
        self.missing = 0
        self.clipped = 0
        self.shortened = 0
        # Turns a glyph's dark dots into 1 and its lit ones into 0; the key then leaves the 1s out.
        self._dark = framebuf.FrameBuffer(bytearray(b"\1\0"), 2, 1, _VLSB)
        self._scratch = bytearray(32)
        self._fonts = [None] * 7  # by size // 8; at 5 the doubled letters
        self._codes = [0] * _KEPT
        self._cells = [None] * _KEPT
        self._next = 0
        self._font(8)
        self._font(16)

    # Text

    def text(self, x, y, s, size=8, ink=1):
        """Write `s`, its top left corner at (x, y); ink 0 writes dark on light. Returns the x after it."""
        chars, at, strip, cells, base = self._face(s, size)
        scale = 2 if base < 0 else 1
        fb = self.fb
        key = 1 - ink
        palette = None if ink else self._dark
        start = x
        for ch in s:
            i = chars.find(ch)
            if i < 0:
                self.missing += 1
                fb.rect(x, y + 1, size >> 1, size - 2, ink)
                x += (size >> 1) + 1
                continue
            a = at[i]
            w = at[i + 1] - a
            if strip:
                # Two copies in C, the first cutting the glyph out of the strip: nothing is allocated.
                cell = cells[w]
                if cell is None:
                    cell = cells[w] = framebuf.FrameBuffer(self._scratch, w, size, _VLSB)
                cell.blit(strip, -a, 0)
            else:
                w *= scale
                code = size << 9 | scale << 8 | i
                if code in self._codes:
                    cell = self._cells[self._codes.index(code)]
                else:
                    cell = self._fetch(code, abs(base) + a * scale * size // 8, w, size)
            fb.blit(cell, x, y, key, palette)
            x += w
        if s and (start < 0 or y < 0 or y + size > HEIGHT or x - _gap(size) > WIDTH):
            self.clipped += 1
        return x

    def width(self, s, size=8):
        """Columns from the first to the last that `s` may light."""
        chars, at, _, _, base = self._face(s, size)
        total = 0
        for ch in s:
            i = chars.find(ch)
            if i < 0:
                total += (size >> 1) + 1
            elif base < 0:
                total += 2 * (at[i + 1] - at[i])
            else:
                total += at[i + 1] - at[i]
        return total - _gap(size) if total else 0

    def right(self, x, y, s, size=8, ink=1):
        """Write `s` so that it ends left of column `x`. Returns the x where it begins."""
        x -= self.width(s, size)
        self.text(x, y, s, size, ink)
        return x

    def centre(self, y, s, size=8, x0=0, x1=WIDTH, ink=1):
        """Write `s` in the middle of columns x0 to x1 - 1. Returns the x where it begins."""
        x = max(x0, x0 + (x1 - x0 - self.width(s, size)) // 2)
        self.text(x, y, s, size, ink)
        return x

    def has(self, s, size):
        """Whether every character of `s` can be drawn at this size."""
        chars = self._face(s, size)[0]
        for ch in s:
            if chars.find(ch) < 0:
                return False
        return True

    def fit(self, s, width, sizes=SIZES):
        """The first of `sizes` at which `s` can be drawn within `width`; the last one if there is none."""
        for size in sizes:
            if self.has(s, size) and self.width(s, size) <= width:
                return size
        return sizes[-1]

    def wrap(self, s, width, size=8):
        """Yield the lines of `s`, broken at spaces (never at non-breaking ones) and at newlines."""
        for part in s.split("\n"):
            line = ""
            for word in part.split(" "):
                longer = line + " " + word if line else word
                if self.width(longer, size) <= width:
                    line = longer
                    continue
                if line:
                    yield line
                while self.width(word, size) > width and len(word) > 1:
                    n = len(word) - 1
                    while n > 1 and self.width(word[:n], size) > width:
                        n -= 1
                    self.shortened += 1
                    yield word[:n]
                    word = word[n:]
                line = word
            yield line

    def shorten(self, s, width, size=8):
        """`s`, or as much of its start as fits with an ellipsis."""
        if self.width(s, size) <= width:
            return s
        self.shortened += 1
        n = len(s) - 1
        while n > 0 and self.width(s[:n] + "…", size) > width:
            n -= 1
        return s[:n].rstrip() + "…"

    # Shapes

    def clear(self):
        self.fb.fill(0)

    def hline(self, x, y, w, ink=1):
        self.fb.hline(x, y, w, ink)

    def vline(self, x, y, h, ink=1):
        self.fb.vline(x, y, h, ink)

    def dots(self, x, y, w, step=3):
        """A dotted line, one dot in `step`; dots of lines drawn apart fall into the same columns."""
        for at in range(x + (-x) % step, min(x + w, WIDTH), step):
            self.fb.pixel(at, y, 1)

    def rect(self, x, y, w, h, ink=1):
        """An outline."""
        self.fb.rect(x, y, w, h, ink)

    def fill(self, x, y, w, h, ink=1):
        self.fb.fill_rect(x, y, w, h, ink)

    def box(self, x, y, w, h, full=0):
        """An outline with its corners off, dark inside; light inside if `full`."""
        self.fb.fill_rect(x, y, w, h, full)
        self.fb.rect(x, y, w, h, 1)
        for dx in (0, w - 1):
            for dy in (0, h - 1):
                self.fb.pixel(x + dx, y + dy, 0)

    def invert(self, x, y, w, h):
        """Turn light to dark and back."""
        left, right = max(x, 0), min(x + w, WIDTH)
        top, bottom = max(y, 0), min(y + h, HEIGHT)
        buffer = self.buffer
        for page in range(top >> 3, (bottom + 7) >> 3):
            mask = (0xFF << max(top - page * 8, 0)) & (0xFF >> max(page * 8 + 8 - bottom, 0))
            for at in range(page * WIDTH + left, page * WIDTH + right):
                buffer[at] ^= mask

    # Fonts

    def _face(self, s, size):
        """(characters, columns before each, strip, cells by width, place of the picture in the asset).

        The place is negative for the doubled letters: then everything is twice the size that the columns say.
        """
        font = self._font(size)
        if size == 32:
            for ch in s:
                if font[0].find(ch) < 0:
                    small = self._font(16)
                    if self._fonts[5] is None:
                        base = font[4] + font[1][len(font[0])] * 4
                        self._fonts[5] = (small[0], small[1], None, None, -base)
                    return self._fonts[5]
        return font

    def _font(self, size):
        font = self._fonts[size >> 3]
        if font is not None:
            return font
        file = self.assets("font%d" % size)
        head = file.read(6)
        count = head[2] | head[3] << 8
        length = head[4] | head[5] << 8
        chars = str(file.read(length), "utf-8")
        at = array("H", file.read(2 * count + 2))
        strip = cells = None
        if size <= 16:
            bits = bytearray(at[count] * size >> 3)
            file.readinto(bits)
            strip = framebuf.FrameBuffer(bits, at[count], size, _VLSB)
            cells = [None] * 17
        font = self._fonts[size >> 3] = (chars, at, strip, cells, 8 + length + 2 * count)
        return font

    def _fetch(self, code, place, w, size):
        """Read a big glyph; it takes the place of the one kept longest."""
        bits = bytearray(w * size >> 3)
        file = self.assets("font%d" % size)
        file.seek(file.tell() + place)
        file.readinto(bits)
        cell = framebuf.FrameBuffer(bits, w, size, _VLSB)
        self._codes[self._next] = code
        self._cells[self._next] = cell
        self._next = (self._next + 1) % _KEPT
        return cell


def _gap(size):
    """Columns of spacing that a glyph surely has on its right."""
    return 1 if size <= 16 else 2
