"""The sizes for numbers where memory is short: of their glyphs no more is read than a text has, each time anew.

The canvas imports this when it finds no room for all of them.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .types import Assets, Font, Size


class Figures:
    """Those of the asset `name`, which has these sizes; see `canvas` for how they lie in it."""

    def __init__(self, assets: Assets, name: str, sizes: Sequence[Size]) -> None:
        self._assets = assets
        self._name = name
        file = assets(name)
        begin = file.tell()
        self._count = count = array("H", file.read(2))[0]
        self._codes = array("I", file.read(4 * count))
        # By size, (columns before each glyph, where its picture begins in the asset).
        self._sizes: dict[Size, tuple[array[int], int]] = {}
        for size in sizes:
            edges = array("H", file.read(2 * count + 4))
            self._sizes[size] = (edges, file.tell() - begin)
            file.seek(edges[-1] * (size >> 3), 1)

    def font(self, size: Size, text: str) -> Font:
        """What `lay` takes to draw `text`; to measure any text, for "" as `text`."""
        edges, start = self._sizes[size]
        if not text:
            return self._codes, edges, b""
        codes = list(self._codes)
        wanted = sorted(set([ord(letter) for letter in text]))
        glyphs = [codes.index(code) for code in wanted if code in codes] or [0]
        count = len(glyphs)
        if (
            count < len(wanted) or codes[glyphs[0]] not in wanted
        ):  # with the box that stands for what has none
            glyphs.append(self._count)
        few = array("H", (0,))
        for glyph in glyphs:
            few.append(few[-1] + edges[glyph + 1] - edges[glyph])
        if len(few) == count + 1:
            few.append(few[-1])
        wide = few[-1]
        pages = size >> 3
        picture = bytearray(wide * pages)
        view = memoryview(picture)
        file = self._assets(self._name)
        start += file.tell()
        for index in range(len(glyphs)):
            offset = edges[glyphs[index]]
            for page in range(pages):
                file.seek(start + page * edges[-1] + offset)
                file.readinto(view[page * wide + few[index] : page * wide + few[index + 1]])
        return array("I", [codes[glyph] for glyph in glyphs[:count]]), few, picture
