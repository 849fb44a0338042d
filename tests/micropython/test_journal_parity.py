"""The journal writes the same bytes and finds the same values under real MicroPython."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gobelet.journal.records import BLOCK

HERE = Path(__file__).resolve().parent
SCRIPT = HERE / "journal_calls.py"
PLACES = (HERE.parents[1] / "firmware", HERE.parents[1] / "simulator" / "stand_ins")


@pytest.mark.parametrize("seed", [1, 2])
def test_same_bytes_and_values_after_every_operation(micropython: Callable[..., str], seed: int) -> None:
    """The test makes rolls, changes, undo, redo, power cuts and damaged bytes."""
    theirs = micropython(SCRIPT, "900", str(seed)).splitlines()
    ours = subprocess.run(
        [sys.executable, str(SCRIPT), "900", str(seed)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PLACES))},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert len(theirs) == 901
    for number, (their, our) in enumerate(zip(theirs, ours, strict=True)):
        assert our == their, f"operation {number}, after {theirs[number - 1]}"
    said = {line.split(" ")[0] for line in ours}
    assert {"new", "ok", "damaged", "roll", "change", "refused", "undo", "redo"} <= said
    assert any(line.split(" ")[1:3] == ["idle", "True"] for line in ours), "blocks and checkpoints"


# The largest allocation of a checkpoint is the list of its pieces, which grows to 40 words. A list of 32 positions is
# smaller. A word has 8 bytes here; a Pico, with words of 4 bytes, needs half of this.
PIECE = 40 * 8
BLOCK_OF_HEAP = 32  # bytes of a block of MicroPython's heap, four words
# All other memory is full except for holes of that size: the script frees every second one of many equal
# pieces.
FULL = """
import gc
from binascii import crc32
from micropython import mem_info
from journal_calls import Store, opened
from gobelet.journal.journal import BLOCK

PIECE = {piece}
HEADER = 32  # of a bytearray, before its bytes


def same(pieces, expected):
    found = 0
    for piece in pieces:
        found = crc32(piece, found)
    return found == expected


def collect(deep=20):
    # The stack may still hold what was made.
    if deep:
        return collect(deep - 1)
    gc.collect()


journal, _ = opened(Store())
for n in range(400):
    journal.change(journal.state.effects([("player", 0, "pv", n % 30)]))
for n in range(40):
    journal.undo()
written = crc32(b"".join([bytes(piece) for piece in journal._pieces(7, journal.history.blocks)]))
values = crc32(journal.packed_values())
spare = bytearray(BLOCK)
# A name that is new may make the table of names grow: all of them are there before memory is full.
each = size = leave = crumbs = None
kept = None  # a chain: a list would ask for ever larger pieces itself
collect()
for size in (PIECE - HEADER, 32, 1):
    try:
        while True:
            kept = [bytearray(size), size, kept]
    except MemoryError:
        pass
# A single free block may lie beside a hole and make it larger. Tuples of one block fill these.
collect()
try:
    while True:
        crumbs = (crumbs,)
except MemoryError:
    pass
each = kept
leave = False
while each:
    if each[1] == PIECE - HEADER:
        leave = not leave
        if not leave:
            each[0] = None
    each = each[2]
collect()
mem_info()
print(same(journal._pieces(7, journal.history.blocks), written))
spare = None
collect()
mem_info()
print(same([journal.packed_values()], values))
"""


def test_a_checkpoint_fits_into_small_holes_and_a_copy_takes_one_piece_of_memory(
    micropython: Callable[..., str],
) -> None:
    printed = micropython(FULL.format(piece=PIECE), heap=400_000)
    holes, larger = (int(blocks) * BLOCK_OF_HEAP for blocks in re.findall(r"max free sz: (\d+)", printed))
    assert holes == PIECE
    assert PIECE < larger < 2 * BLOCK, "one piece beside the holes"
    assert re.findall("^(?:True|False)$", printed, re.M) == ["True", "True"]


# The heap has no free memory left.
TAIL = """
import gc
from journal_calls import Store, opened
from gobelet.journal.journal import BLOCK

store = Store()
journal, _ = opened(store)
journal.change(journal.state.effects([("player", 0, "pv", 3)]))
journal, _ = opened(store)
tail = journal.history.tail
record = bytes(16)
gc.collect()
kept = []
for hole in (4096, 512, 64, 16):
    try:
        while True:
            kept = (kept, bytearray(hole))
    except MemoryError:
        pass
try:
    while len(tail) + len(record) <= BLOCK:
        tail.extend(record)
except MemoryError:
    pass
kept = None
print(len(tail) + len(record) > BLOCK)
"""


def test_a_record_that_is_written_asks_for_no_memory_for_the_tail(micropython: Callable[..., str]) -> None:
    assert micropython(TAIL, heap=400_000) == "True\n"
