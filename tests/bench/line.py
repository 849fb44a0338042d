"""A line of the table: two figures of one run, side by side."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 7


@dataclass(frozen=True)
class Line:
    """A comparison; `ratio` is our figure divided by the other one, so less is better.

    goal   upper bound of the ratio; None for a figure without a goal.
    few    an absolute amount of ours that also meets the goal, for counts too small for a ratio.
    """

    what: str
    unit: str
    ours: float
    theirs: float
    other: str  # name of the other implementation
    goal: float | None = None
    least: bool = False  # whether the other figure is a theoretical minimum
    few: float = 0
    where: str = ""  # the place where the figure was measured

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs if self.theirs else float("inf")

    @property
    def met(self) -> bool:
        return self.goal is None or self.ratio <= self.goal or self.ours <= self.few

    @property
    def better(self) -> str:
        if self.ours == self.theirs:
            return "equal"
        return "Gobelet" if self.ours < self.theirs else self.other


def per_call(act: Callable[[], object], seconds: float = 0.02) -> float:
    """Return the microseconds of one call: the median of ROUNDS, each of about `seconds`.

    The function counts the processor time of its own process, so that other processes do not distort the
    result.
    """
    count = 1
    while _seconds_of_calls(act, count) < seconds / 4:
        count *= 4
    return statistics.median(_seconds_of_calls(act, count) / count for _ in range(ROUNDS)) * 1e6


def _seconds_of_calls(act: Callable[[], object], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        act()
    return time.process_time() - start
