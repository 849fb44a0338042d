from __future__ import annotations

import random

import pytest

from simulator import picture

NOISE = random.Random(2).randbytes(1024)


def test_half_blocks_show_every_pixel() -> None:
    lines = picture.half_blocks(NOISE)
    assert [len(line) for line in lines] == [128] * 32
    for y in range(64):
        for x in range(128):
            lit = lines[y // 2][x] in ("▀█" if y % 2 == 0 else "▄█")
            assert lit == bool(picture.pixel(NOISE, x, y))


def test_braille_shows_every_pixel() -> None:
    lines = picture.braille(NOISE)
    assert [len(line) for line in lines] == [64] * 16
    # Braille dots 1 2 3 7 are the left column from the top, and 4 5 6 8 the right column.
    bit = {(0, 0): 0, (0, 1): 1, (0, 2): 2, (0, 3): 6, (1, 0): 3, (1, 1): 4, (1, 2): 5, (1, 3): 7}
    for y in range(64):
        for x in range(128):
            cell = ord(lines[y // 4][x // 2]) - 0x2800
            assert cell >> bit[x % 2, y % 4] & 1 == picture.pixel(NOISE, x, y)


@pytest.mark.parametrize("scale", [1, 2, 4])
def test_image_shows_every_pixel(scale: int) -> None:
    image = picture.image(NOISE, scale)
    border = 0 if scale == 1 else 2 * scale
    assert image.size == (128 * scale + 2 * border, 64 * scale + 2 * border)
    lit = 255 if scale == 1 else picture.LIT
    for y in range(64):
        for x in range(128):
            at = (border + x * scale, border + y * scale)
            assert (image.getpixel(at) == lit) == bool(picture.pixel(NOISE, x, y))
