"""A panel's picture for the eye: as text, as braille, as PNG.

A picture is 1024 bytes in the layout of MONO_VLSB (a byte is eight rows of a column, bit 0 on top), 1 being a
lit pixel: what `Panel.picture` gives.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

WIDTH, HEIGHT = 128, 64

_HALVES = " ▀▄█"  # by upper pixel + 2 * lower pixel
# The bits of a braille cell, by row and column of its 2x4 dots.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

LIT, UNLIT, CASE = (168, 222, 255), (9, 12, 16), (24, 27, 32)


def pixel(picture: bytes, x: int, y: int) -> int:
    return picture[(y >> 3) * WIDTH + x] >> (y & 7) & 1


def half_blocks(picture: bytes) -> list[str]:
    """32 lines of 128 characters, each two pixels high."""
    lines = []
    for y in range(0, HEIGHT, 2):
        page = picture[(y >> 3) * WIDTH : (y >> 3) * WIDTH + WIDTH]
        lines.append("".join([_HALVES[byte >> (y & 7) & 3] for byte in page]))
    return lines


def braille(picture: bytes) -> list[str]:
    """16 lines of 64 characters, each 2x4 pixels."""
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


def framed(lines: list[str]) -> str:
    """The lines with a border, for reading in a log."""
    width = len(lines[0])
    return "\n".join(["┌" + "─" * width + "┐", *(f"│{line}│" for line in lines), "└" + "─" * width + "┘"])


def image(picture: bytes, scale: int = 4) -> Image.Image:
    """A Pillow image: plain black and white at scale 1, else like the panel, dark gaps and all."""
    from PIL import Image

    plain = Image.new("1", (WIDTH, HEIGHT))
    plain.putdata([255 * pixel(picture, x, y) for y in range(HEIGHT) for x in range(WIDTH)])
    if scale == 1:
        return plain
    border = 2 * scale
    large = Image.new("RGB", (WIDTH * scale + 2 * border, HEIGHT * scale + 2 * border), CASE)
    glass = Image.new("RGB", (WIDTH * scale, HEIGHT * scale), UNLIT)
    # Where there is room, each pixel leaves a gap, so that single pixels can be told apart.
    side = scale - 1 if scale >= 4 else scale
    dot = Image.new("1", (scale, scale))
    dot.paste(255, (0, 0, side, side))
    dots = Image.new("1", glass.size)
    for x in range(WIDTH):
        for y in range(HEIGHT):
            if pixel(picture, x, y):
                dots.paste(dot, (x * scale, y * scale))
    glass.paste(LIT, mask=dots)
    large.paste(glass, (border, border))
    return large


def save(picture: bytes, path: Path, scale: int = 4) -> None:
    """Write a PNG; folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image(picture, scale).save(path, optimize=True)
