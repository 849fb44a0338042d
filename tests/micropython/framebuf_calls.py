"""Draw pseudorandom figures and print a checksum after each call. CPython and MicroPython run this module.

The arguments are the number of sequences, and the number of calls in each. Without arguments the module only
defines `play`; each call of `play` continues the sequence of the call before.
"""

import binascii
import sys

import framebuf

FORMATS = (framebuf.MONO_VLSB, framebuf.MONO_HLSB, framebuf.MONO_HMSB)
state = 12345


def draw(below):
    """Return a pseudorandom number from 0 to below - 1, equal under both Pythons."""
    global state
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    return (state >> 8) % below


# Bytes that fill the surfaces. A call of `draw` for each byte would take most of the time.
NOISE = bytes([draw(256) for _ in range(20000)])


def place():
    """Return a coordinate: mostly on the panel, often across its edge, sometimes far away."""
    kind = draw(10)
    if kind == 0:
        return draw(600) - 300
    if kind < 4:
        return draw(40) - 20
    return draw(140) - 6


def surface(width, height, form, extra=0):
    size = (width + extra + 8) * (height + 8)
    start = draw(len(NOISE) - size)
    return bytearray(NOISE[start : start + size]), width, height, form, width + extra


def panel():
    """Return a surface of the panel's size, or of an odd size in any format."""
    if draw(3):
        return surface(128, 64, framebuf.MONO_VLSB)
    return surface(1 + draw(90), 1 + draw(70), FORMATS[draw(3)], draw(2) * draw(9))


def glyph():
    return surface(1 + draw(50), 1 + draw(60), FORMATS[draw(3)], draw(2) * draw(9))


def call(fb):
    """Make one random call; return (name, arguments for the record, result)."""
    kind = draw(14)
    x, y, c = place(), place(), draw(2)
    w, h = draw(60) - 3, draw(60) - 3
    if kind == 0:
        return "pixel", (x, y), fb.pixel(x, y)
    if kind == 1:
        return "pixel", (x, y, c), fb.pixel(x, y, c)
    if kind == 2:
        return "hline", (x, y, w, c), fb.hline(x, y, w, c)
    if kind == 3:
        return "vline", (x, y, h, c), fb.vline(x, y, h, c)
    if kind == 4:
        x2, y2 = place(), place()
        return "line", (x, y, x2, y2, c), fb.line(x, y, x2, y2, c)
    if kind == 5:
        return "rect", (x, y, w, h, c), fb.rect(x, y, w, h, c)
    if kind == 6:
        return "rect", (x, y, w, h, c, True), fb.rect(x, y, w, h, c, True)
    if kind == 7:
        return "fill_rect", (x, y, w, h, c), fb.fill_rect(x, y, w, h, c)
    if kind == 8 and draw(4) == 0:
        return "fill", (c,), fb.fill(c)
    if kind == 9:
        dx, dy = draw(30) - 15, draw(30) - 15
        if draw(6) == 0:
            dx = dx * 20
        return "scroll", (dx, dy), fb.scroll(dx, dy)
    if kind == 10:
        xr, yr, m = draw(40), draw(40), draw(16)
        f = bool(draw(2))
        return "ellipse", (x, y, xr, yr, c, f, m), fb.ellipse(x, y, xr, yr, c, f, m)
    if kind == 11:
        words = "".join([chr(draw(300)) for _ in range(1 + draw(5))])
        return "text", (words.encode(), x, y, c), fb.text(words, x, y, c)
    source = glyph()
    if draw(2):
        given = source
    else:
        given = framebuf.FrameBuffer(*source)
    note = source[1:]
    way = draw(4)
    if way == 0:
        return "blit", (note, x, y), fb.blit(given, x, y)
    key = draw(3) - 1
    if way == 1:
        return "blit", (note, x, y, key), fb.blit(given, x, y, key)
    colours = draw(4)
    palette = framebuf.FrameBuffer(bytearray([colours & 1, colours >> 1]), 2, 1, framebuf.MONO_VLSB)
    return "blit", (note, x, y, key, colours), fb.blit(given, x, y, key, palette)


def play(sequences, calls):
    for _ in range(sequences):
        picture = panel()
        fb = framebuf.FrameBuffer(*picture)
        print("surface", picture[1:])
        for _ in range(calls):
            name, arguments, result = call(fb)
            print(name, arguments, result, binascii.crc32(picture[0]))


if len(sys.argv) > 1:
    play(int(sys.argv[1]), int(sys.argv[2]))
