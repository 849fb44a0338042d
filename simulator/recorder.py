"""A canvas that remembers the words it draws, so that a script can say what it expects to read, and the page can read
them out. The page runs this under MicroPython.
"""

from __future__ import annotations

from typing import Any


class Words:
    """The strings on the screen, in the order in which they were drawn."""

    def __init__(self) -> None:
        self._marks: list[tuple[str, int, int]] = []  # string, and the middle of where it stands

    @property
    def drawn(self) -> list[str]:
        return [mark[0] for mark in self._marks]

    def clear(self) -> None:
        self._marks.clear()

    def draw(self, s: str, x: int, y: int, end: int, size: int) -> None:
        self._marks.append((s, (x + end) // 2, y + size // 2))

    def erase(self, x: int, y: int, w: int, h: int) -> None:
        """Something is drawn over this rectangle."""
        self._marks = [m for m in self._marks if not (x <= m[1] < x + w and y <= m[2] < y + h)]

    def text(self) -> str:
        """Everything on the screen as one line, for matching across line breaks."""
        return normalised(" ".join(self.drawn))

    def as_read(self) -> str:
        """The same from left to right and from top to bottom, in whatever order it was drawn."""
        return normalised(" ".join(mark[0] for mark in sorted(self._marks, key=lambda m: (m[2], m[1]))))

    def has(self, wanted: str) -> bool:
        """Whether these words stand in one string, or in all of them joined; spaces count as one."""
        wanted = normalised(wanted)
        drawn = [normalised(s) for s in self.drawn]
        return any([wanted in s for s in drawn + [self.text(), self.as_read()]])


def normalised(text: str) -> str:
    return " ".join(text.split())


def recording(canvas: type[Any], words: Words) -> type[Any]:
    """A subclass of the firmware's Canvas that keeps `words` up to date."""

    class Recorder(canvas):
        def clear(self) -> None:
            words.clear()
            super().clear()

        def text(self, x: int, y: int, s: str, size: int = 8, ink: int = 1) -> Any:
            end = super().text(x, y, s, size, ink)
            words.draw(s, x, y, end, size)
            return end

        def fill(self, x: int, y: int, w: int, h: int, ink: int = 1) -> None:
            words.erase(x, y, w, h)
            super().fill(x, y, w, h, ink)

        def box(self, x: int, y: int, w: int, h: int, full: int = 0) -> None:
            words.erase(x, y, w, h)
            super().box(x, y, w, h, full)

    return Recorder
