"""The journal writes the same bytes and finds the same values under real MicroPython."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SCRIPT = HERE / "journal_calls.py"
PLACES = (HERE.parents[1] / "firmware", HERE.parents[1] / "simulator" / "stand_ins")


@pytest.mark.parametrize("seed", [1, 2])
def test_same_bytes_and_values_after_every_operation(micropython: Callable[..., str], seed: int) -> None:
    """Rolls, changes, undo, redo, power cuts and damaged bytes."""
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


# Of the rest of memory there are only holes.
FULL = """
import gc
from binascii import crc32
from journal_calls import Store, opened
from gobelet.core.journal import BLOCK

HOLE = 200

journal, _ = opened(Store())
for n in range(400):
    journal.change(journal.state.effects([("player", 0, "pv", n % 30)]))
for n in range(40):
    journal.undo()
written = b"".join([bytes(piece) for piece in journal._pieces(7, journal.history.blocks)])
values = journal.snapshot()
piece = bytearray(BLOCK + 200)
gc.collect()
kept = []
try:
    while True:
        kept.append(bytearray(HOLE))
except MemoryError:
    pass
for n in range(0, len(kept), 2):
    kept[n] = None
gc.collect()


def same(pieces, expected):
    found = 0
    for piece in pieces:
        found = crc32(piece, found)
    return found == crc32(expected)


def collect(deep=20):
    # The stack may still hold what was made.
    if deep:
        return collect(deep - 1)
    gc.collect()


print(same(journal._pieces(7, journal.history.blocks), written))
del piece
collect()
print(same([journal.snapshot()], values))
collect()
try:
    pieces = bytearray(3000), bytearray(3000)
    print("there is more than one piece")
except MemoryError:
    print("one piece")
"""


def test_a_checkpoint_fits_into_small_holes_and_a_copy_takes_one_piece_of_memory(
    micropython: Callable[..., str],
) -> None:
    script = f"import sys\nsys.path.append({str(HERE)!r})\n{FULL}"
    assert micropython(script, heap=400_000).split("\n") == ["True", "True", "one piece", ""]


# Nothing of memory is left.
TAIL = """
import gc
from journal_calls import Store, opened
from gobelet.core.journal import BLOCK

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
    script = f"import sys\nsys.path.append({str(HERE)!r})\n{TAIL}"
    assert micropython(script, heap=400_000) == "True\n"
