"""Fast replacements for the inner loops of drawing, logs and memory.

The original loops take a third of most tests' time. On the device these loops are machine code, or handle a tenth of
a desk's modules. The tests in KEPT use the firmware's own source, except sweeps over many cases. All other tests use
the forms below, and tests/test_quick_loops.py compares the two.
"""

from __future__ import annotations

import gc
import re
import sys
from binascii import crc32
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache
from typing import Any

from gobelet.device import panel
from gobelet.journal import records
from gobelet.memory import idle
from gobelet.memory.modules import GAMES, ModuleCache
from gobelet.rules import sheet
from gobelet.ui.drawing import canvas
from gobelet.words import texts

KEPT = (
    "tests/device/",
    "tests/host_tools/building/",
    "tests/journal/",
    "tests/memory/",
    "tests/rules/",
    "tests/simulator/test_golden.py",
    "tests/simulator/test_panel.py",
    "tests/ui/",
    "tests/words/",
)

_COLUMNS = 128
_PAGES = 8
_GAMES = re.compile(rf"^{re.escape(GAMES)}.*$", re.MULTILINE)
_SPAN = re.compile(rb"[^\0](?:\0{0,4}[^\0])*")  # columns that differ, with gaps of at most 4 equal ones


@cache
def _repeated_bits(columns: int, bits: int) -> int:
    """Return an integer with these bits in each of `columns` bytes."""
    return int.from_bytes(bytes([bits]) * columns, "little")


class _Line:
    """A text in a font: the width up to each letter, the count of missing glyphs, its rows on demand."""

    def __init__(self, text: Any, font: Any) -> None:
        codes, edges, picture = font
        count = len(codes)
        base = codes[0]
        self.missing = taken = 0
        self.spans = []
        self.reach = []
        for letter in (text if isinstance(text, str) else bytes(text).decode()).partition("\0")[0]:
            code = ord(letter)
            glyph = code - base
            if glyph < 0 or glyph >= count or codes[glyph] != code:
                glyph = bisect_left(codes, code)
                if glyph == count or codes[glyph] != code:
                    glyph = count
                    self.missing += 1
            start = edges[glyph]
            end = edges[glyph + 1]
            taken += end - start
            self.spans.append((start, end))
            self.reach.append(taken)
        self.taken = taken
        self.stride = edges[count + 1]
        self.picture = picture
        self.rows: list[bytes] = []

    def row(self, number: int) -> bytes:
        picture = self.picture
        while len(self.rows) <= number:
            at = len(self.rows) * self.stride
            self.rows.append(b"".join([picture[at + start : at + end] for start, end in self.spans]))
        return self.rows[number]


# The lines are cached, because the same texts recur; the picture identifies the font.
_lines: dict[tuple[str, bytes], _Line] = {}
_MOST_LINES = 10_000


def _text_line(text: Any, font: Any) -> _Line:
    picture = font[2]
    if type(text) is not str or type(picture) is not bytes:
        return _Line(text, font)
    line = _lines.get((text, picture))
    if line is None:
        if len(_lines) == _MOST_LINES:
            _lines.clear()
        line = _lines[text, picture] = _Line(text, font)
    return line


def lay_text(text: Any, font: Any, room: int, size: int, screen: Any, x: int, y: int, ink: int) -> int:
    """Replace `gobelet.ui.drawing.pixels.lay`: handle a whole row of the text as one integer."""
    line = _text_line(text, font)
    taken = line.taken
    result = taken + (line.missing << 16)
    if taken > room:
        fitting = bisect_right(line.reach, room)
        taken = line.reach[fitting - 1] if fitting else 0
        result = -1 - fitting
    left, right = max(x, 0), min(x + taken, _COLUMNS)
    if size >= 8 and left < right:
        pixels = memoryview(screen)
        shift = y & 7
        for row in range(size >> 3):
            bits = int.from_bytes(line.row(row)[left - x : right - x], "little")
            if not bits:
                continue
            page = (y >> 3) + row
            if shift:
                _write_bits(
                    pixels,
                    page,
                    left,
                    right,
                    (bits & _repeated_bits(right - left, 0xFF >> shift)) << shift,
                    ink,
                )
                _write_bits(
                    pixels,
                    page + 1,
                    left,
                    right,
                    bits >> 8 - shift & _repeated_bits(right - left, 0xFF >> 8 - shift),
                    ink,
                )
            else:
                _write_bits(pixels, page, left, right, bits, ink)
    return result


def _write_bits(pixels: memoryview, page: int, left: int, right: int, bits: int, ink: int) -> None:
    if bits and 0 <= page < _PAGES:
        left += page * _COLUMNS
        right += page * _COLUMNS
        there = int.from_bytes(pixels[left:right], "little")
        pixels[left:right] = (there | bits if ink else there & ~bits).to_bytes(right - left, "little")


# The page that `copy_changed_span` copied last, the end of the copied span, and the further spans of this page.
_further: tuple[Any, int, Iterator[re.Match[bytes]]] = (None, 0, iter(()))


def copy_changed_span(new: Any, old: Any, start: int, every: int, left: int, place: Any, data: Any) -> int:
    """Replace `gobelet.device.panel.copy_changed_span`."""
    global _further
    if every:
        first, end = start, _COLUMNS
    else:
        page, place_of_next, spans = _further
        if page is not old or place_of_next != start or not start:
            differ = int.from_bytes(new, "little") ^ int.from_bytes(old, "little")
            if not differ:
                return 0
            spans = _SPAN.finditer(differ.to_bytes(_COLUMNS, "little"), start)
        span = next(spans, None)
        if span is None:
            return 0
        first, end = span.span()
        _further = old, end, spans
    column = first + left
    place[1] = column & 0x0F
    place[2] = 0x10 | column >> 4
    data[1 : 1 + end - first] = new[first:end]
    old[first:end] = new[first:end]
    return (1 + end - first) << 8 | end


def valid_ends(data: Any, at: int, move: int, most: int) -> list[int]:
    """Replace `gobelet.journal.records._valid_ends`."""
    found: list[int] = []
    while len(found) < most and at + 4 <= len(data):
        end = at + data[at + 1] + 4
        if end > len(data):
            break
        if crc32(data[at : end - 2], move + at) & 0xFFFF != data[end - 2] | data[end - 1] << 8:
            break
        found.append(end)
        at = end
    return found


def data_end(data: Any, begin: int, end: int) -> int:
    """Replace `gobelet.journal.records._data_end`."""
    return begin + len(bytes(data[begin:end]).rstrip(b"\xff")) if begin < end else end


def loaded_paths(self: ModuleCache) -> list[str]:
    """Replace `gobelet.memory.modules.ModuleCache._loaded_paths`: a desk has thousands of modules."""
    resident = set(self._resident)
    return [path for path in _paths_of_games() if path not in resident]


# The paths that `_paths_of_games` found last, and the number of all modules and the newest module at that time.
_found: tuple[list[str], int, str] = ([], 0, "")


def _paths_of_games() -> list[str]:
    global _found
    paths, count, newest = _found
    modules = sys.modules
    # A new module is the newest one, and one less of others: so the paths are the same, if all of them are there.
    if count != len(modules) or newest != next(reversed(modules)) or not modules.keys() >= set(paths):
        paths = _GAMES.findall("\n".join(modules))
        _found = paths, len(modules), next(reversed(modules))
    return paths


def set_starts(values: Any, limits: Any, width: int) -> None:
    """Replace `gobelet.rules.sheet._set_starts`."""
    if width:
        values[:] = limits[2 : 3 * width : 3] * (len(values) // width)


class Collector:
    """Replace the module `gc` of `gobelet.memory.idle`: collect only what is newer than the last collections."""

    __name__ = "gc"

    def collect(self) -> int:
        return gc.collect(1)


_decode = texts.decode
_decoded: dict[tuple[bytes, int, bytes], bytes] = {}


def decode(bucket: bytes, offset: int, codes: bytes, text: Any) -> int:
    """Replace `gobelet.words.texts.decode`: each text is decoded once."""
    place = (bucket, offset, codes)
    whole = _decoded.get(place)
    if whole is None:
        decoded = bytearray(_decode(*place, b""))
        _decode(*place, decoded)
        whole = _decoded[place] = bytes(decoded)
    if text:
        text[:] = whole[: len(text)] + text[len(whole) :]
    return len(whole)


# The loops: (module or class, the firmware's function, the fast one).
LOOPS = (
    (canvas, canvas.lay, lay_text),
    (panel, panel.copy_changed_span, copy_changed_span),
    (records, records._valid_ends, valid_ends),
    (records, records._data_end, data_end),
    (ModuleCache, ModuleCache._loaded_paths, loaded_paths),
    (sheet, sheet._set_starts, set_starts),
    (texts, _decode, decode),
    (idle, idle.gc, Collector()),
)


def choose_loops(nodeid: str, sweep: bool) -> None:
    """Select the loops for a test; `sweep` means that it covers every case of a kind."""
    kept = nodeid.startswith(KEPT) and not sweep
    for place, own, fast in LOOPS:
        setattr(place, own.__name__, own if kept else fast)
