"""The scenes as pictures.

`python -m tests.ui.drawing.gallery OUT.png` writes all of them into one picture.
"""

from __future__ import annotations

import io
import sys
from functools import cache
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[3]
    sys.path[:0] = [str(root / "firmware"), str(root / "simulator" / "stand_ins")]

from PIL import Image

from gobelet.ui.drawing.canvas import Canvas
from host_tools.building import fonts

assets = cache(fonts.pack_all)


def open_asset(name: str) -> io.BytesIO:
    return io.BytesIO(assets()[name])


def new_canvas() -> Canvas:
    return Canvas(bytearray(1024), open_asset)


# For each panel page and each value of a byte, its lit rows.
LIT_ROWS = [
    [tuple(page * 8 + bit for bit in range(8) if column >> bit & 1) for column in range(256)]
    for page in range(8)
]


def lit_dots(c: Canvas) -> set[tuple[int, int]]:
    """Return every lit dot as (x, y)."""
    return {
        (at & 127, row) for at, column in enumerate(c.buffer) if column for row in LIT_ROWS[at >> 7][column]
    }


def picture_image(buffer: bytes) -> Image.Image:
    image = Image.new("1", (128, 64))
    for y in range(64):
        for x in range(128):
            if buffer[(y >> 3) * 128 + x] >> (y & 7) & 1:
                image.putpixel((x, y), 1)
    return image


def main(out: str) -> None:
    from tests.ui.drawing.scenes import SCENES

    across, gap, scale = 3, 8, 4
    down = -(-len(SCENES) // across)
    sheet = Image.new("L", (across * (128 + gap), down * (64 + gap)), 90)
    for at, scene in enumerate(SCENES):
        c = new_canvas()
        scene(c)
        place = (at % across * (128 + gap) + gap // 2, at // across * (64 + gap) + gap // 2)
        sheet.paste(picture_image(c.buffer), place)
    sheet.resize((sheet.width * scale, sheet.height * scale), Image.Resampling.NEAREST).save(out)


if __name__ == "__main__":
    main(sys.argv[1])
