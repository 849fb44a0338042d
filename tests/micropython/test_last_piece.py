"""What memory/heap.py does to MicroPython's heap, on one of the Pico's size in blocks."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from gobelet.memory.heap import LAST

HEAP = 480_000

# A start: garbage, of which a little stays.
SCRIPT = """
import gc, json
from gobelet.memory import heap as module
from gobelet.memory.heap import LAST, Heap
module.SPREAD = 32 * 1024  # here the script itself was compiled before
from uctypes import addressof
size = gc.mem_free()
while True:
    try:
        largest = bytearray(size)
        break
    except MemoryError:
        size -= 1024
end = addressof(largest) + size
del largest
gc.collect()
heap = Heap({end})
assert heap.free() is None
if not {keeps}:
    heap.give_last()
    assert not heap.give_last()
assert heap.free() is None, "it is counted only once the start is over"
kept = []
for n in range(20000):
    some = [n, n, n, n]
    if n % 100 == 0:
        kept.append(some)
heap.collect()
try:
    bytearray(LAST)
    whole = True
except MemoryError:
    whole = False
gc.collect()
free = heap.free()
most = gc.threshold()
full = None
while gc.mem_free() > LAST:
    full = (full, bytearray(200))
heap.free()
steps = 0
while heap.fill():
    steps += 1
print(json.dumps([whole, free, most, gc.threshold(), steps, heap.size()]))
"""


@pytest.mark.parametrize("end", ["", "end"], ids=["counted", "known"])
@pytest.mark.parametrize("keeps", [True, False])
def test_the_last_piece_stays_whole_in_a_start(
    micropython: Callable[..., str], keeps: bool, end: str
) -> None:
    script = SCRIPT.format(keeps=keeps, end=end)
    whole, free, most, least, steps, size = json.loads(micropython(script, heap=HEAP))
    assert whole == keeps
    assert HEAP // 2 < free < HEAP
    assert free - LAST - 64 < most <= free - LAST
    assert LAST - 64 < least <= LAST
    assert 0 < steps <= 32
    assert 0.95 * HEAP < size < HEAP
