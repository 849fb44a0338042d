"""The dice cup [gobelet]: faces from a source of random bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .types import Face, Sides

_BLOCK = 32  # bytes that are drawn at a time
BROKEN = "entropy"
_LONGEST = 256  # bytes refused in a row before the source is called broken; a good one never gets there


class Shaker:
    """Faces from `read(n)`, a function that gives n random bytes.

    A source that fails, gives one byte over and over, or the same block twice, is refused: no die falls. A good one
    does either once in 2**248 blocks.

    A byte is used only below the largest multiple of `sides`, so every face is equally likely.
    `rejected` counts the bytes refused for that. `proof` is what the journal keeps of where its faces come from: of the
    chip's, nothing.
    """

    proof = b""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self.rejected = 0
        self._read = read
        self._bytes = self._before = b""
        self._at = 0

    def roll(self, sides: Sides) -> Face:
        """A face, 1..sides. ValueError for sides outside 2..100, OSError(BROKEN) if the source fails or is broken."""
        if not 2 <= sides <= 100:
            raise ValueError("sides")
        limit = 256 - 256 % sides
        for _ in range(_LONGEST):
            if self._at >= len(self._bytes):
                self._draw()
            byte = self._bytes[self._at]
            self._at += 1
            if byte < limit:
                return 1 + byte % sides
            self.rejected += 1
        raise OSError(BROKEN)

    def _draw(self) -> None:
        self._bytes = b""
        self._at = 0
        try:
            data = self._read(_BLOCK)
        except OSError:
            data = b""
        if not data or (len(data) == _BLOCK and (data == self._before or data == data[:1] * _BLOCK)):
            raise OSError(BROKEN)
        self._bytes = self._before = data
