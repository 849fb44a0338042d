"""Heap: where MicroPython finds room, and how long it looks.

It takes the first hole that is large enough, from the beginning of the heap. So what is last there stays in one piece
as long as there is room before it. A start makes garbage until the heap is full, and what stays would come to lie all
over it: so in a start the last piece is taken, and given back when a game is opened, or in the first idle moment.

After a collection it looks from the beginning of the heap, past all that stays, for each object anew: 0.1 ms. Once it
was asked for single blocks it knows that none is free before the last one it gave, and begins there.
"""

from __future__ import annotations

import gc
from io import BytesIO

LAST = 25 * 1024  # bytes of the last piece
PROBE = 1024  # and of one that lies behind all that came before it
# Bytes of small holes before it that are counted, when the first modules are there; or twice, or three times as many.
SPREAD = 4 * 1024
# Bytes allocated after which garbage is collected, whatever is under way, so that it does not come to lie in the last
# piece: as many as are free before it, if these are not too few. The App collects when nothing is pressed.
GARBAGE = 48 * 1024  # while nobody has counted
SLACK = 256  # bytes that two such pieces take besides
MANY = 2048  # objects: holes that take more are not worth it


class Heap:
    """Takes the last piece, if there is one, until `give_last` or the first `collect`, which ends the start.

    end: the address where the memory ends that the heap is in; 0 if nobody knows, then what is free is counted.
    """

    def __init__(self, end: int = 0) -> None:
        self._last: BytesIO | None = None
        self._starting = True
        self._filled = MANY
        gc.disable()  # what finds no room is not to look again after a collection
        if end:  # to count takes 7 ms, and in a start nearly all that is free lies behind what came last
            from uctypes import addressof

            free = end - addressof(bytearray(PROBE)) - PROBE - SLACK
            holes = 0
        else:
            free = gc.mem_free()
            holes = SPREAD
        for spread in range(holes, 4 * SPREAD, SPREAD):
            before = None
            try:
                before = BytesIO(free - LAST - spread)
                self._last = BytesIO(LAST)
            except MemoryError:
                pass
            if before is not None:
                before.close()  # which gives its bytes back at once
            if self._last is not None:
                break
        gc.enable()

    def free(self) -> int | None:
        """Bytes that are free; None in a start, for to count them takes 8 ms."""
        if self._starting:
            return None
        free = gc.mem_free()
        gc.threshold(max(LAST, free - LAST))
        return free

    def size(self) -> int:
        """Bytes of the whole heap; to count them takes 16 ms."""
        return gc.mem_free() + gc.mem_alloc()

    def begin_game(self) -> None:
        """In a start, where little is there yet: garbage goes. It goes once more only where memory is full, for with
        all that is to come it takes 25 ms each time.
        """
        gc.collect()
        self.give_last()

    def give_last(self) -> bool:
        """In a start: give the last piece back, for what is drawn, or where there is no room. Returns whether it was
        there still.
        """
        last = self._last
        self._last = None
        if last is not None:
            last.close()
        return last is not None

    def collect(self) -> None:
        """While nothing is under way: garbage goes, and the holes between what stays are there again."""
        self.give_last()
        self._starting = False
        gc.collect()
        self._filled = 0
        gc.threshold(GARBAGE)

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
