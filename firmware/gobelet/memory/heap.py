"""Heap: when garbage goes, and how long MicroPython looks for room.

It takes the first hole that is large enough, from the beginning of the heap. So what is last there stays in one piece
as long as there is room before it: garbage goes before it comes to lie there.

After a collection it looks from the beginning of the heap, past all that stays, for each object anew: 0.1 ms. Once it
was asked for single blocks it knows that none is free before the last one it gave, and begins there.
"""

from __future__ import annotations

import gc
from io import BytesIO

LAST = 25 * 1024  # bytes that are to stay in one piece at the end
# Bytes of them that OK or BACK may take before garbage goes: nearly all do with less. With 20 KB some find memory full.
LATER = 16 * 1024
# Bytes allocated after which garbage is collected, whatever is under way, so that it does not come to lie there: as
# many as are free before it, if these are not too few. The App collects when nothing is pressed.
GARBAGE = 48 * 1024  # while nobody has counted
# Bytes of a piece that is kept while a game is open, for what is read whole: a block of a journal, or a
# checkpoint, of which Trinités has the longest, 4781. See `give_piece`.
PIECE = 4784
MANY = 2048  # objects: holes that take more are not worth it


class Heap:
    """In a start, which ends with the first `collect`, garbage goes when a game is opened, and where memory is full."""

    def __init__(self) -> None:
        self._starting = True
        self._filled = MANY
        self._piece: BytesIO | None = None
        self._threshold = -1  # bytes allocated after which garbage goes; none in a start

    def free(self) -> int | None:
        """Bytes that are free; None in a start, for to count them takes 8 ms."""
        if self._starting:
            return None
        free = gc.mem_free()
        self._threshold = max(LAST, free - LAST)
        self.resume()
        return free

    def size(self) -> int:
        """Bytes of the whole heap; to count them takes 16 ms."""
        return gc.mem_free() + gc.mem_alloc()

    def begin_game(self) -> None:
        """In a start, where little is there yet: garbage goes, in 15 ms. It goes once more only where memory is full,
        for with all that is to come it takes 25 ms each time.
        """
        gc.collect()
        self._keep_piece()

    def _keep_piece(self) -> None:
        try:
            self._piece = self._piece or BytesIO(PIECE)
        except MemoryError:
            pass

    def give_piece(self) -> bool:
        """Give the piece back that is kept, until the next `collect`: the other free ones may all be smaller than a
        block of a journal. Returns whether it was there.
        """
        piece = self._piece
        self._piece = None
        if piece is not None:
            piece.close()
        return piece is not None

    def collect(self, playing: bool) -> None:
        """While nothing is under way: garbage goes, and the holes between what stays are there again. playing: whether
        a game is open.
        """
        if not playing:
            self.give_piece()
        self._starting = False
        gc.collect()
        if playing:
            self._keep_piece()
        self._filled = 0
        self._threshold = GARBAGE
        self.resume()

    def postpone(self, more: int) -> None:
        """A picture is waited for: until `resume` garbage goes so many bytes later, for that takes 30 ms; only where
        memory is full if -1, and in a start.
        """
        gc.threshold(-1 if more < 0 or self._threshold < 0 else self._threshold + more)

    def resume(self) -> None:
        """It is there; or what is free was counted."""
        gc.threshold(self._threshold)

    def fill(self) -> bool:
        """One small step of filling these holes with garbage. Returns whether there was one to do."""
        if self._filled >= MANY:
            return False
        self._filled += 64
        last = row = 0
        for _ in range(64):  # 2 ms
            index = id(object())
            row = row + 1 if index == last + 16 else 0  # bytes of a block
            last = index
            if row == 16:  # no hole any more, but the end
                self._filled = MANY
                break
        return True
