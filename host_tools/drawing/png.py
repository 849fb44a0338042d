"""A panel's picture as a PNG.

A picture is 1024 bytes in the layout of MONO_VLSB (a byte is eight rows of a column, bit 0 on top), 1 being a
lit pixel.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

WIDTH, HEIGHT = 128, 64

LIT, UNLIT, CASE = (168, 222, 255), (9, 12, 16), (24, 27, 32)


def pixel(picture: bytes, x: int, y: int) -> int:
    return picture[(y >> 3) * WIDTH + x] >> (y & 7) & 1


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
