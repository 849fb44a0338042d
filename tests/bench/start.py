"""The time from the start of the simulator's process to its first picture in a terminal."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from tests.bench.line import ROUNDS, Line
from tests.simulator.typist import first_picture

LIMIT = 0.5  # seconds, on an idle desk


def line_names() -> list[str]:
    return ["start of the simulator to its first picture"]


def measure_lines() -> Iterator[Line]:
    first_picture()  # the first run fills the system's file cache
    took = statistics.median(first_picture() for _ in range(ROUNDS))
    yield Line(line_names()[0], "s", took, LIMIT, "the limit", 1.0)
