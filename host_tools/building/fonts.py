"""Check the text files in which the fonts are drawn, and pack the fonts.

    python -m host_tools.building.fonts                     check the files, print the packed sizes
    python -m host_tools.building.fonts --sheet OUT.png     draw every glyph of every size into a picture

The folder host_tools/building/fonts/ has a text file for each font size in DRAWN. A glyph is a line such as
`U+00E9 é`, followed by its rows of pixels: `#` is a lit pixel, `.` a dark one. A line that starts with `//` is a
comment.
firmware/gobelet/ui/drawing/canvas.py describes the packed form.
"""

from __future__ import annotations

import argparse
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from host_tools.entry_point import run_main

DRAWN = (8, 16, 32, 48)
# Font sizes that are not drawn, and for each the drawn size whose glyphs are halved. The glyphs of size 17 have
# 16 rows of pixels. A digit fills all 16 rows, because no row is reserved for descenders.
HALVED = {17: 32, 24: 48}
SIZES = (8, 16, 17, 24, 32, 48)
ASSETS = {"letters": (8, 16), "figures": (17, 24, 32, 48)}
SOURCES = Path(__file__).resolve().parent / "fonts"

Rows = tuple[str, ...]
Font = dict[str, Rows]


class FontError(Exception):
    """A fault in the text file of a font, with the file name and the line number."""


def read_font(size: int, folder: Path = SOURCES) -> Font:
    """Return the glyphs of one font size, in the order of their code points."""
    return dict(_parse_font(size, _source(size, folder)))


def _source(size: int, folder: Path) -> str:
    return (folder / f"font{HALVED.get(size, size)}.txt").read_text(encoding="utf-8")


@lru_cache  # one test run builds the same fonts hundreds of times
def _parse_font(size: int, source: str) -> Font:
    if size in HALVED:
        return {char: halve(rows) for char, rows in _parse_font(HALVED[size], source).items()}
    name = f"font{size}.txt"
    font: Font = {}
    char = ""
    rows: list[str] = []

    def finish_glyph(line: int) -> None:
        if not char:
            return
        if len(rows) != size:
            raise FontError(f"{name}:{line}: U+{ord(char):04X} has {len(rows)} rows, not {size}")
        if len({len(row) for row in rows}) != 1:
            raise FontError(f"{name}:{line}: the rows of U+{ord(char):04X} differ in length")
        if char in font:
            raise FontError(f"{name}:{line}: U+{ord(char):04X} is drawn twice")
        font[char] = tuple(rows)

    number = 0
    for number, raw in enumerate(source.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("//"):
            continue
        if line.startswith("U+"):
            finish_glyph(number)
            char, rows = chr(int(line[2:].split()[0], 16)), []
        elif set(line) <= {"#", "."} and char:
            rows.append(line)
        else:
            raise FontError(f"{name}:{number}: neither a glyph's name nor a row: {line!r}")
    finish_glyph(number)
    return dict(sorted(font.items()))


def halve(rows: Rows) -> Rows:
    """Scale a glyph to half its width and height.

    A pixel is lit if at least two of the four pixels that it replaces are lit.
    """
    wide = [row + "." * (len(row) % 2) for row in rows]
    return tuple(
        "".join(
            "#" if (upper[x : x + 2] + lower[x : x + 2]).count("#") >= 2 else "."
            for x in range(0, len(upper), 2)
        )
        for upper, lower in zip(wide[::2], wide[1::2], strict=True)
    )


def first_missing(text: str, sizes: Iterable[int]) -> str:
    """Return the first letter that at least one font of these sizes lacks, or ""."""
    drawn = set.intersection(*(set(read_font(size)) for size in sizes))
    return next((letter for letter in text if letter not in drawn), "")


def columns(rows: Rows) -> bytes:
    """Pack a glyph in the layout framebuf.MONO_VLSB.

    In this layout a byte holds 8 pixels of a column, with the topmost in the lowest bit. The bytes of the
    first 8 rows precede those of the next 8 rows.
    """
    return bytes(
        sum(1 << bit for bit in range(8) if rows[page + bit][x] == "#")
        for page in range(0, len(rows), 8)
        for x in range(len(rows[0]))
    )


def missing_box(size: int) -> Rows:
    """Return the glyph that is drawn for characters that the font lacks: a box."""
    high = rows_of(size)
    line, wall = "#" * (high // 2), "#" + "." * (high // 2 - 2) + "#"
    dark = "." * (high // 2)
    return tuple(row + "." for row in (dark, line, *[wall] * (high - 4), line, dark))


def rows_of(size: int) -> int:
    """Return the number of pixel rows of a font size; size 17 has 16 rows."""
    return size // 8 * 8


def pack(sizes: tuple[int, ...], folder: Path = SOURCES) -> bytes:
    """Pack the fonts of these sizes into one asset."""
    return _pack(sizes, tuple(_source(size, folder) for size in sizes))


@lru_cache
def _pack(sizes: tuple[int, ...], sources: tuple[str, ...]) -> bytes:
    fonts = [_parse_font(size, source) for size, source in zip(sizes, sources, strict=True)]
    codes = [ord(char) for char in fonts[0]]
    packed = struct.pack("<H", len(codes)) + struct.pack(f"<{len(codes)}I", *codes)
    for size, font in zip(sizes, fonts, strict=True):
        if [ord(char) for char in font] != codes:
            raise FontError(f"font{sizes[0]}.txt and font{size}.txt do not have the same characters")
        glyphs = [*font.values(), missing_box(size)]
        edges = [0, *accumulate(len(rows[0]) for rows in glyphs)]
        packed += struct.pack(f"<{len(edges)}H", *edges)
        packed += columns(tuple("".join(rows[y] for rows in glyphs) for y in range(rows_of(size))))
    return packed


def pack_all(folder: Path = SOURCES) -> dict[str, bytes]:
    """Return the bytes of every font asset by name."""
    return {name: pack(sizes, folder) for name, sizes in ASSETS.items()}


def pictures(folder: Path = SOURCES) -> dict[str, list[tuple[int, int]]]:
    """Return the position of every bitmap, by font asset.

    The list of an asset has, for each of its font sizes, the (offset, length) of the bitmap in bytes.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for name, asset in pack_all(folder).items():
        (count,) = struct.unpack_from("<H", asset)
        at = 2 + 4 * count
        for size in ASSETS[name]:
            at += 2 * count + 4
            length = struct.unpack_from("<H", asset, at - 2)[0] * (size // 8)
            found.setdefault(name, []).append((at, length))
            at += length
    return found


def sheet(path: Path, scale: int = 4) -> None:
    """Draw every glyph of every size into one picture file."""
    from PIL import Image

    width = 256
    lines: list[tuple[int, list[Rows]]] = []
    for size in SIZES:
        line: list[Rows] = []
        used = 0
        for rows in read_font(size).values():
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


def main(argv: Sequence[str] | None = None) -> int:
    """Check the fonts, or draw them with --sheet; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.fonts", description="Check the sources, print the packed sizes."
    )
    parser.add_argument("--sheet", type=Path, metavar="PNG", help="draw every glyph of every size instead")
    options = parser.parse_args(argv)
    if options.sheet is not None:
        sheet(options.sheet)
        return 0
    for size in SIZES:
        print(f"font{size}: {len(read_font(size))} glyphs")
    for name, data in pack_all().items():
        print(f"{name}: {len(data)} bytes packed")
    return 0


if __name__ == "__main__":
    run_main(main)
