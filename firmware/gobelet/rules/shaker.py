"""Shaker: the dice cup [gobelet], which makes faces from a source of random bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .types import Face, Sides

_BLOCK = 32  # bytes drawn at a time
BROKEN = "entropy"
_LONGEST = 256  # number of rejected bytes in a row that shows a broken source


class Shaker:
    """A dice cup. Its source read(n) returns n random bytes.

    The cup refuses a source that fails, repeats one byte for a whole block, or returns the same block twice in
    a row. A good source repeats a byte for a block once in 2**248 blocks.

    A byte is used only below the largest multiple of `sides` up to 256, so every face is equally likely.

    rejected  number of bytes that were not used.
    proof     the bytes that the journal keeps of a verifiable source; empty for the source of the chip.
    """

    proof = b""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self.rejected = 0
        self._read = read
        self._bytes = self._before = b""
        self._at = 0

    def roll(self, sides: Sides) -> Face:
        """Return a face, 1..sides.

        Raise ValueError for sides outside 2..100, and OSError(BROKEN) for a refused source.
        """
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
