"""Heap: where MicroPython finds room, and how long it looks.

It takes the first hole that is large enough, from the beginning of the heap. So what is last there stays in one piece
as long as there is room before it. A start makes garbage until the heap is full, and what stays would come to lie all
over it: so until the first collection nothing is to lie in the last piece.

After a collection it looks from the beginning of the heap, past all that stays, for each object anew: 0.1 ms. Once it
was asked for single blocks it knows that none is free before the last one it gave, and begins there.
"""

import gc
from io import BytesIO

LAST = 28 * 1024  # bytes of the last piece
SPREAD = 4 * 1024  # bytes at the most of small holes before all else, when the first module is there
# Bytes allocated after which garbage is collected, whatever is under way, so that it does not come to lie in the last
# piece: as many as are free before it. The App collects when nothing is pressed.
GARBAGE = 48 * 1024  # while nobody has counted
LEAST = 32 * 1024
STEP = 64  # objects at a time: 2 ms
ROW = 16  # single blocks in a row: no hole any more, but the end
BLOCK = 16  # bytes
MANY = 2048  # objects: holes that take more are not worth it


class Heap:
    def __init__(self):
        self._last = None
        self._filled = MANY

    def keep_last(self):
        """Until the first collection nothing comes to lie in the last piece, if there is one."""
        try:
            before = BytesIO(gc.mem_free() - LAST - SPREAD)  # what is closed gives its bytes back at once
            self._last = BytesIO(LAST)
            before.close()
        except MemoryError:
            pass

    def free(self):
        """Bytes that are free; None in a start, for to count them takes 8 ms."""
        return gc.mem_free() if self._last is None else None

    def collected(self):
        """There was a collection: the holes between what stays are there again."""
        if self._last is not None:
            self._last.close()
            self._last = None
        self._filled = 0
        gc.threshold(GARBAGE)

    def counted(self, free):
        """So many bytes were free after it."""
        gc.threshold(max(LEAST, free - LAST))

    def fill(self):
        """One small step of filling these holes with garbage. Returns whether there was one to do."""
        if self._filled >= MANY:
            return False
        self._filled += STEP
        last = row = 0
        for _ in range(STEP):
            at = id(object())
            row = row + 1 if at == last + BLOCK else 0
            last = at
            if row == ROW:
                self._filled = MANY
                break
        return True
