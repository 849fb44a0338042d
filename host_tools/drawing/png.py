"""Save a picture of the panel as a PNG.

A picture is 1024 bytes in MicroPython's layout MONO_VLSB. Each byte holds eight pixels of a column, with the
topmost in bit 0. A bit of 1 is a lit pixel.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

WIDTH, HEIGHT = 128, 64

LIT, UNLIT, CASE = (168, 222, 255), (9, 12, 16), (24, 27, 32)


def pixel(picture: bytes, x: int, y: int) -> int:
    """Return 1 if the pixel at (x, y) of a picture is lit, and 0 if it is dark."""
    return picture[(y >> 3) * WIDTH + x] >> (y & 7) & 1


def image(picture: bytes, scale: int = 4) -> Image.Image:
    """Return a Pillow image of a picture on the panel.

    At scale 1 the image is black and white. At a larger scale, each pixel of the panel becomes a square in the
    panel's colours, with a side of `scale` pixels.
    """
    from PIL import Image, ImageChops

    plain = _plain(picture)
    if scale == 1:
        return plain
    border = 2 * scale
    large = Image.new("RGB", (WIDTH * scale + 2 * border, HEIGHT * scale + 2 * border), CASE)
    glass = Image.new("RGB", (WIDTH * scale, HEIGHT * scale), UNLIT)
    lit = plain.resize(glass.size, Image.Resampling.NEAREST)
    glass.paste(LIT, mask=ImageChops.logical_and(lit, _dots(scale)))
    large.paste(glass, (border, border))
    return large


# A table for each of the eight pixels in a byte. The table maps the byte to 255 if the pixel is lit, and to 0 if not.
_ROWS = tuple(bytes(255 * (byte >> row & 1) for byte in range(256)) for row in range(8))


def _plain(picture: bytes) -> Image.Image:
    from PIL import Image

    pages = [picture[at : at + WIDTH] for at in range(0, len(picture), WIDTH)]
    rows = b"".join(page.translate(row) for page in pages for row in _ROWS)
    return Image.frombytes("L", (WIDTH, HEIGHT), rows).convert("1", dither=Image.Dither.NONE)


@lru_cache
def _dots(scale: int) -> Image.Image:
    """Return a mask of the area that is bright if all pixels of the panel are lit."""
    from PIL import Image

    # From scale 4 on, a dark gap of one pixel separates the pixels of the panel.
    side = scale - 1 if scale >= 4 else scale
    dot = Image.new("1", (scale, scale))
    dot.paste(255, (0, 0, side, side))
    dots = Image.new("1", (WIDTH * scale, HEIGHT * scale))
    for x in range(WIDTH):
        for y in range(HEIGHT):
            dots.paste(dot, (x * scale, y * scale))
    return dots


def save(picture: bytes, path: Path, scale: int = 4) -> None:
    """Write a picture as a PNG, and create the folder for the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image(picture, scale).save(path, optimize=True)
