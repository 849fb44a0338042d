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
