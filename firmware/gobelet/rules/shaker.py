"""Shaker: the dice cup [gobelet], which computes faces from random bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .types import Face, Sides

_BLOCK = 32  # number of bytes in a block; the cup reads one block at a time from the source
BROKEN = "entropy"
_LONGEST = 256  # number of consecutive rejected bytes at which the source counts as broken


class Shaker:
    """A dice cup. Its source is a function read(n), which returns n random bytes.

    The cup refuses a source that fails, returns a block of 32 equal bytes, or returns two equal blocks in succession.
    A good source returns 32 equal bytes once in 2**248 blocks.

    The cup uses a byte only if it is below the largest multiple of `sides` that is at most 256. So every face is
    equally likely.

    rejected  number of bytes that were rejected.
    proof     the bytes that the journal stores to verify the faces, see proof.py; empty for the chip's own source.
    """

    proof = b""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self.rejected = 0
        self._read = read
        self._bytes = self._before = b""
        self._at = 0

    def roll(self, sides: Sides) -> Face:
        """Return a face, 1..sides.

        Raise ValueError for sides outside 2..100. Raise OSError(BROKEN) if a test has refused the random source.
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
