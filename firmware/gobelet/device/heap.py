"""Heap: where MicroPython begins to look for room.

After a collection it looks from the beginning of the heap, past all that stays, for each object anew: 0.1 ms. Once it
was asked for single blocks it knows that none is free before the last one it gave, and begins there.
"""

STEP = 64  # objects at a time: 2 ms
ROW = 16  # single blocks in a row: no hole any more, but the end
BLOCK = 16  # bytes
MANY = 2048  # objects: holes that take more are not worth it


class Holes:
    """Fills the holes between what stays, with garbage."""

    def __init__(self):
        self._left = 0

    def begin(self):
        """There was a collection: they are there again."""
        self._left = MANY

    def fill(self):
        """One small step of it. Returns whether there was one to do."""
        if self._left <= 0:
            return False
        self._left -= STEP
        last = row = 0
        for _ in range(STEP):
            at = id(object())
            row = row + 1 if at == last + BLOCK else 0
            last = at
            if row == ROW:
                self._left = 0
                break
        return True
