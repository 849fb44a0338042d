"""Heap allocated by a key press under MicroPython, in 32-bit words as on the Pico."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from host_tools.building.build import build
from simulator.keys import BACK, DOWN, OK, UP
from tests.bench.line import Line
from tests.micropython import heap_device

PICO = 240_336  # bytes of heap at the start of main.py
OPEN = 120_000  # upper limit of a game's heap use
TAUGHT = b"taught=yes\n".hex()

# For each press: its name, the screen, the presses before it, and the measured key.
PRESSES = (
    ("a line down in the list of games", "system.home", (), DOWN),
    ("a counter up by one", "counters.play", (UP,), UP),
    ("2d6 rolled again", "dice.home", (OK, OK), OK),
    ("the form of an attack", "trinytia.rolls", (), OK),
    ("back from a page", "trinytia.help", (OK,), BACK),
)


def line_names() -> list[str]:
    return [f"heap, {what}" for what, *_ in PRESSES]


def measure_lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as folder:
        yield from measure_build(build(Path(folder) / "device").folder)


def measure_build(made: Path) -> Iterator[Line]:
    """Measure a built firmware. Below this limit, no garbage collection interrupts the answer to a key."""
    for what, screen, before, key in PRESSES:
        with heap_device.heap_device_of(made) as python:
            python.call("begin")
            python.calls([["file", "settings", TAUGHT], ["boot", 0], ["open_screen", screen]])
            now = 0
            for each in (0, *before):
                now += 2000
                python.calls([["step", now + at, each if at < 50 else 0] for at in range(0, 120, 10)])
            now += 2000
            steps = [(now + at, key if at < 50 else 0) for at in range(0, 120, 10)]
            spent = python.call("spent", *(number for step in steps for number in step))
        yield Line(f"heap, {what}", "bytes", spent, PICO - OPEN, "free beside the largest game", 1.0)
