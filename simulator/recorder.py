"""A canvas that records the text that it draws.

A script compares the text with its expectations. The web page passes the text to screen readers, and runs this module
under MicroPython.
"""

from __future__ import annotations

from typing import Any

# Width of the widest drawn die, in columns. A wider box belongs to a message, which may be drawn over text.
DIE = 24


class Mark:
    """A string on the screen.

    x, y  first column and first row of the string, in pixels.
    end   the column after the last column of the string.
    size  height of the letters, in rows.
    """

    def __init__(self, text: str, x: int, y: int, end: int, size: int) -> None:
        self.text = text
        self.x = x
        self.y = y
        self.end = end
        self.size = size
        self.covered = False  # whether a message covers a part of the string

    @property
    def centre(self) -> tuple[int, int]:
        """Return (row, column) of the string's centre, in pixels."""
        return self.y + self.size // 2, (self.x + self.end + 1) // 2

    def is_overlapping(self, other: Mark) -> bool:
        """Tell whether two strings overlap in more than two pixel rows.

        Two common rows are allowed, because the top and bottom rows of letters are mostly empty.
        """
        across = min(self.end, other.end) - max(self.x, other.x)
        down = min(self.y + self.size, other.y + other.size) - max(self.y, other.y)
        return across > 0 and down > 2


class Words:
    """The strings on the screen, in drawing order.

    clipped   strings drawn beyond an edge of the screen; the caller clears the list.
    """

    def __init__(self) -> None:
        self._marks: list[Mark] = []
        self.clipped: list[str] = []

    @property
    def marks(self) -> list[Mark]:
        """Return the strings on the screen with their positions."""
        return list(self._marks)

    @property
    def strings(self) -> list[str]:
        """Return the strings on the screen without their positions."""
        return [mark.text for mark in self._marks]

    def clear(self) -> None:
        self._marks.clear()

    def draw(self, s: str, x: int, y: int, end: int, size: int) -> None:
        if s:
            self._marks.append(Mark(s, x, y, end - 1, size))

    def erase(self, x: int, y: int, w: int, h: int) -> None:
        """Remove the strings whose centre is in this rectangle.

        The caller is about to draw over the rectangle. If the rectangle is wider than DIE, the remaining strings that
        overlap it are marked as covered.
        """
        left = [m for m in self._marks if not (x <= m.centre[1] < x + w and y <= m.centre[0] < y + h)]
        over = Mark("", x, y, x + w, h)
        for m in left:
            m.covered = m.covered or (w > DIE and m.is_overlapping(over))
        self._marks = left

    def overlapping_pairs(self) -> list[tuple[str, str]]:
        """Return the pairs of overlapping strings, unless a message covers the first."""
        marks = self._marks
        return [
            (one.text, other.text)
            for at, one in enumerate(marks)
            for other in marks[at + 1 :]
            if one.is_overlapping(other) and not one.covered and one.text.strip() and other.text.strip()
        ]

    def text(self) -> str:
        """Return all text as one line, in which a searched text may span screen lines."""
        return normalize_spaces(" ".join(self.strings))

    def as_read(self) -> str:
        """Return all text in reading order, whatever the drawing order.

        The order is from top to bottom, then from left to right.
        """
        return normalize_spaces(" ".join(mark.text for mark in sorted(self._marks, key=lambda m: m.centre)))

    def has_text(self, wanted: str) -> bool:
        """Tell whether the screen shows a text.

        The text may be a part of one string, or of all strings joined. Several spaces count as one.
        """
        wanted = normalize_spaces(wanted)
        drawn = [normalize_spaces(s) for s in self.strings]
        drawn += [self.text(), self.as_read()]
        return any(wanted in s for s in drawn)


def normalize_spaces(text: str) -> str:
    """Return a text with each stretch of white space replaced by one space."""
    return " ".join(text.split())


def recording(canvas: type[Any], words: Words) -> type[Any]:
    """Return a subclass of the firmware's Canvas that records its text in `words`."""

    class Recorder(canvas):
        def clear(self) -> None:
            words.clear()
            super().clear()

        def text(self, x: int, y: int, s: str, size: int = 8, ink: int = 1) -> Any:
            before = self.clipped
            end = super().text(x, y, s, size, ink)
            if self.clipped > before:
                words.clipped.append(s)
            words.draw(s, x, y, end, size)
            return end

        def fill(self, x: int, y: int, w: int, h: int, ink: int = 1) -> None:
            words.erase(x, y, w, h)
            super().fill(x, y, w, h, ink)

        def box(self, x: int, y: int, w: int, h: int, full: int = 0) -> None:
            words.erase(x, y, w, h)
            super().box(x, y, w, h, full)

    return Recorder
