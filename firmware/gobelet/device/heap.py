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
# piece: as many as are free before it, if these are not too few. The App collects when nothing is pressed.
GARBAGE = 48 * 1024  # while nobody has counted
MANY = 2048  # objects: holes that take more are not worth it


class Heap:
    """From now to the first collection nothing comes to lie in the last piece, if there is one."""

    def __init__(self):
        self._last = None
        self._filled = MANY
        try:
            before = BytesIO(gc.mem_free() - LAST - SPREAD)  # what is closed gives its bytes back at once
            self._last = BytesIO(LAST)
            before.close()
        except MemoryError:
            pass

    def free(self):
        """Bytes that are free; None in a start, for to count them takes 8 ms."""
        if self._last:
            return None
        free = gc.mem_free()
        gc.threshold(max(LAST, free - LAST))
        return free

    def collected(self):
        """There was a collection: the holes between what stays are there again."""
        if self._last:
            self._last.close()
            self._last = None
        self._filled = 0
        gc.threshold(GARBAGE)

    def fill(self):
        """One small step of filling these holes with garbage. Returns whether there was one to do."""
        if self._filled >= MANY:
            return False
        self._filled += 64
        last = row = 0
        for _ in range(64):  # 2 ms
            at = id(object())
            row = row + 1 if at == last + 16 else 0  # bytes of a block
            last = at
            if row == 16:  # no hole any more, but the end
                self._filled = MANY
                break
        return True
