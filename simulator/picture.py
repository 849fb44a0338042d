"""Render a frame of the panel as text, as braille or as PNG.

A frame is 1024 bytes of MONO_VLSB, as `Panel.picture` returns it. Each byte holds eight pixels of one column, with
bit 0 on top; 1 is a lit pixel.
"""

from __future__ import annotations

from host_tools.drawing.png import CASE, HEIGHT, LIT, UNLIT, WIDTH, image, pixel, save

__all__ = [
    "CASE",
    "HEIGHT",
    "LIT",
    "UNLIT",
    "WIDTH",
    "add_border",
    "braille",
    "half_blocks",
    "image",
    "pixel",
    "save",
]  # fmt: skip

_HALVES = " ▀▄█"  # block characters for two pixels, indexed by upper pixel + 2 * lower pixel
# The bit of each dot in the code of a braille character, by the dot's row and column.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def half_blocks(picture: bytes) -> list[str]:
    """Render a frame as 32 lines of 128 characters, each for two pixels."""
    lines = []
    for y in range(0, HEIGHT, 2):
        page = picture[(y >> 3) * WIDTH : (y >> 3) * WIDTH + WIDTH]
        lines.append("".join([_HALVES[byte >> (y & 7) & 3] for byte in page]))
    return lines


def braille(picture: bytes) -> list[str]:
    """Render a frame as 16 lines of 64 braille characters of 2x4 pixels."""
    lines = []
    for y in range(0, HEIGHT, 4):
        page = picture[(y >> 3) * WIDTH : (y >> 3) * WIDTH + WIDTH]
        cells = []
        for x in range(0, WIDTH, 2):
            cell = 0
            for column in (0, 1):
                bits = page[x + column] >> (y & 7)
                for row in range(4):
                    if bits >> row & 1:
                        cell |= _DOTS[row][column]
            cells.append(chr(0x2800 + cell))
        lines.append("".join(cells))
    return lines


def add_border(lines: list[str]) -> str:
    """Return the lines as one text, with a border around them."""
    width = len(lines[0])
    return "\n".join(["┌" + "─" * width + "┐", *(f"│{line}│" for line in lines), "└" + "─" * width + "┘"])
