"""What memory/heap.py does to MicroPython's heap, on one of the Pico's size in blocks."""

from __future__ import annotations

import json
from collections.abc import Callable

from gobelet.memory.heap import GARBAGE, LAST

HEAP = 480_000

# A start: garbage, of which a little stays.
SCRIPT = """
import gc, json
from gobelet.memory.heap import LAST, LATER, Heap
heap = Heap()
assert heap.free() is None, "it is counted only once the start is over"
kept = []
for n in range(20000):
    some = [n, n, n, n]
    if n % 100 == 0:
        kept.append(some)
before = gc.mem_free()
heap.begin_game()
freed = gc.mem_free() - before
assert heap.free() is None and not heap.fill()
heap.postpone(LATER)
assert gc.threshold() < 0, "there is no garbage in a start"
assert heap.give_piece() and not heap.give_piece(), "a piece is kept for a file"
heap.collect(True)
assert heap.give_piece(), "anew"
heap.collect(True)
heap.collect(False)
assert not heap.give_piece(), "only while a game is open"
begun = gc.threshold()
heap.postpone(LATER)
assert gc.threshold() == begun + LATER
heap.resume()
assert gc.threshold() == begun
free = heap.free()
most = gc.threshold()
full = None
while gc.mem_free() > LAST:
    full = (full, bytearray(200))
heap.free()
steps = 0
while heap.fill():
    steps += 1
least = gc.threshold()
full = None
heap.collect(False)
heap._threshold = 4096
heap.postpone(-1)
heap.postpone(-1)
left = gc.mem_free()
some = [bytearray(16) for _ in range(500)]
some = None
postponed = left - gc.mem_free()
heap.resume()
assert gc.threshold() == 4096
some = bytearray(16)
gone = left - gc.mem_free()
heap.resume()
assert gc.threshold() == 4096
heap.postpone(-1)
heap.collect(False)
heap.resume()
assert gc.threshold() > 4096, "a collection begins anew"
print(json.dumps([freed, begun, free, most, least, steps, heap.size(), postponed, gone]))
"""


def test_garbage_goes_when_a_game_is_opened_and_before_the_last_piece_is_used(
    micropython: Callable[..., str],
) -> None:
    freed, begun, free, most, least, steps, size, postponed, gone = json.loads(micropython(SCRIPT, heap=HEAP))
    assert freed > 19_000 * 4
    assert GARBAGE - 64 < begun <= GARBAGE
    assert HEAP // 2 < free < HEAP
    assert free - LAST - 64 < most <= free - LAST
    assert LAST - 64 < least <= LAST
    assert 0 < steps <= 32
    assert postponed > 500 * 16 and gone < 2000, "what was left while a key was waited for goes behind it"
    assert 0.95 * HEAP < size < HEAP
