"""Call the inner loops of drawing pseudorandomly, and print a checksum after each call.

CPython and MicroPython make the same calls. The arguments are the number of calls, and the number of calls at
a time. Without arguments the module only defines `play`; each call of `play` continues the sequence of the
call before.
"""

import binascii
import sys
from array import array

from gobelet.ui.drawing.pixels import double, lay

LETTERS = "AZaz09 éÉœ’−▶✓💧🛡"  # characters of one to four bytes in UTF-8; those at odd indexes have no glyph
state = 4321


def draw(below):
    """Return a pseudorandom number from 0 to below - 1, equal under both Pythons."""
    global state
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    return (state >> 8) % below


def noise(length):
    return bytearray([draw(256) for _ in range(length)])


def font(size):
    codes = sorted([ord(LETTERS[at]) for at in range(0, len(LETTERS), 2)])
    edges = [0]
    for _ in range(len(codes) + 1):
        edges.append(edges[-1] + 1 + draw(size))
    return array("I", codes), array("H", edges), bytes(noise(edges[-1] * size >> 3))


FONTS = {size: font(size) for size in (8, 16, 32, 48)}
SCREEN = noise(1024)
INTO = bytearray(8 * 128)


def call():
    """Make one random call; return (name, arguments for the record, result)."""
    if draw(8) == 0:
        columns = 1 + draw(128)
        strip = noise(256)
        return "double", (columns,), double(strip, columns, INTO, 2 * columns)
    text = "".join([LETTERS[draw(len(LETTERS))] for _ in range(draw(9))])
    size = (8, 16, 32, 48)[draw(4)]
    room = draw(200) if draw(3) == 0 else 0xFFFF
    written = size if draw(4) else 0
    x, y, ink = draw(300) - 100, draw(140) - 60, draw(2)
    done = lay(text, FONTS[size], room, written, SCREEN, x, y, ink)
    return "lay", (text.encode(), room, written, x, y, ink), done


def play(calls):
    for _ in range(calls):
        name, arguments, result = call()
        print(name, arguments, result, binascii.crc32(SCREEN), binascii.crc32(INTO))


if len(sys.argv) > 1:
    play(int(sys.argv[1]))
