"""The fonts of Gobelet: reading the drawn sources, packing them for the device, looking at them.

    python -m host_tools.building.fonts                     check the sources, print the packed sizes
    python -m host_tools.building.fonts sheet OUT.png       a picture of every glyph of every size

A source is a text file in host_tools/building/fonts/, one per size: `U+00E9 é`, then as many rows as the font is high,
`#` lit and `.` dark. `//` starts a comment. The packed form is described in firmware/gobelet/ui/canvas.py.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterable
from pathlib import Path

SIZES = (8, 16, 32, 48)
SOURCES = Path(__file__).resolve().parent / "fonts"

# Sizes kept whole in the device's memory are packed as one strip, page after page; the others glyph by glyph.
STRIPS = (8, 16)

# The widest glyph that the canvas can cut out of a strip.
WIDEST = 16

Rows = tuple[str, ...]
Font = dict[str, Rows]


class FontError(Exception):
    """What is wrong with a source, with its file and line."""


def read(size: int, folder: Path = SOURCES) -> Font:
    """The glyphs of one size, in code point order."""
    path = folder / f"font{size}.txt"
    font: Font = {}
    char = ""
    rows: list[str] = []

    def close(line: int) -> None:
        if not char:
            return
        if len(rows) != size:
            raise FontError(f"{path.name}:{line}: U+{ord(char):04X} has {len(rows)} rows, not {size}")
        if len({len(row) for row in rows}) != 1:
            raise FontError(f"{path.name}:{line}: the rows of U+{ord(char):04X} differ in length")
        if size in STRIPS and len(rows[0]) > WIDEST:
            raise FontError(f"{path.name}:{line}: U+{ord(char):04X} is wider than {WIDEST}")
        if char in font:
            raise FontError(f"{path.name}:{line}: U+{ord(char):04X} is drawn twice")
        font[char] = tuple(rows)

    number = 0
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("//"):
            continue
        if line.startswith("U+"):
            close(number)
            char, rows = chr(int(line[2:].split()[0], 16)), []
        elif set(line) <= {"#", "."} and char:
            rows.append(line)
        else:
            raise FontError(f"{path.name}:{number}: neither a glyph's name nor a row: {line!r}")
    close(number)
    return dict(sorted(font.items()))


def missing(text: str, sizes: Iterable[int]) -> str:
    """The first letter of a text that some of these sizes cannot draw, "" if there is none."""
    drawn = set.intersection(*(set(read(size)) for size in sizes))
    return next((letter for letter in text if letter not in drawn), "")


def smooth_double(rows: Rows) -> Rows:
    """The glyph at twice the size, its stairs smoothed (the Scale2x rule: a corner whose two sides agree)."""
    height, width = len(rows), len(rows[0])

    def lit(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and rows[y][x] == "#"

    doubled = []
    for y in range(height):
        upper, lower = "", ""
        for x in range(width):
            here = lit(x, y)
            up, down, left, right = lit(x, y - 1), lit(x, y + 1), lit(x - 1, y), lit(x + 1, y)
            corners = [here] * 4
            if up != down and left != right:
                corners = [
                    up if up == left else here,
                    up if up == right else here,
                    down if down == left else here,
                    down if down == right else here,
                ]
            upper += "".join(".#"[c] for c in corners[:2])
            lower += "".join(".#"[c] for c in corners[2:])
        doubled += [upper, lower]
    return tuple(doubled)


def columns(rows: Rows) -> bytes:
    """A glyph as framebuf.MONO_VLSB lays it out: pages of 8 rows, one byte a column, low bit on top."""
    return bytes(
        sum(1 << bit for bit in range(8) if rows[page + bit][x] == "#")
        for page in range(0, len(rows), 8)
        for x in range(len(rows[0]))
    )


def pack(size: int, folder: Path = SOURCES) -> bytes:
    """The asset `font<size>`."""
    font = read(size, folder)
    chars = "".join(font).encode()
    at, offsets = 0, [0]
    for rows in font.values():
        at += len(rows[0])
        offsets.append(at)
    if size in STRIPS:
        bitmap = columns(tuple("".join(rows[y] for rows in font.values()) for y in range(size)))
    else:
        bitmap = b"".join(columns(rows) for rows in font.values())
    if size == 32:
        bitmap += b"".join(columns(smooth_double(rows)) for rows in read(16, folder).values())
    head = struct.pack("<BBHH", size, 0, len(font), len(chars))
    return head + chars + struct.pack(f"<{len(offsets)}H", *offsets) + bitmap


def sheet(path: Path, scale: int = 4) -> None:
    """Every glyph of every size in one picture."""
    from PIL import Image

    width = 256
    lines: list[tuple[int, list[Rows]]] = []
    for size in SIZES:
        line: list[Rows] = []
        used = 0
        for rows in read(size).values():
            if used + len(rows[0]) > width - 4:
                lines.append((size, line))
                line, used = [], 0
            line.append(rows)
            used += len(rows[0]) + 2
        lines.append((size, line))
    picture = Image.new("1", (width, sum(size + 3 for size, _ in lines) + 3))
    top = 3
    for size, line in lines:
        left = 2
        for rows in line:
            for y, row in enumerate(rows):
                for x, dot in enumerate(row):
                    if dot == "#":
                        picture.putpixel((left + x, top + y), 1)
            left += len(rows[0]) + 2
        top += size + 3
    picture.resize((picture.width * scale, picture.height * scale)).save(path)


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["sheet"] and len(arguments) == 2:
        sheet(Path(arguments[1]))
        return 0
    if arguments:
        print(__doc__)
        return 2
    for size in SIZES:
        print(f"font{size}: {len(read(size))} glyphs, {len(pack(size))} bytes packed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
