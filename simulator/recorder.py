"""A canvas that remembers the words it draws, so that a script can say what it expects to read."""

from __future__ import annotations

from typing import Any


class Words:
    """The strings on the screen, in the order in which they were drawn."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def text(self) -> str:
        """Everything on the screen as one line, for matching across line breaks."""
        return normalised(" ".join(self.drawn))

    def has(self, wanted: str) -> bool:
        """Whether these words stand in one string, or in all of them joined; spaces count as one."""
        wanted = normalised(wanted)
        return any(wanted in normalised(s) for s in self.drawn) or wanted in self.text()


def normalised(text: str) -> str:
    return " ".join(text.split())


def recording(canvas: type[Any], words: Words) -> type[Any]:
    """A subclass of the firmware's Canvas that keeps `words` up to date."""

    class Recorder(canvas):
        def clear(self) -> None:
            words.drawn.clear()
            super().clear()

        def text(self, x: int, y: int, s: str, size: int = 8, ink: int = 1) -> Any:
            words.drawn.append(s)
            return super().text(x, y, s, size, ink)

    return Recorder
