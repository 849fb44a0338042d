"""A line of the table: two figures of one run, side by side."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 7


@dataclass(frozen=True)
class Line:
    """`ratio` is ours divided by theirs: less is better. The goal is a bound on it, None for a figure to know.

    Where so little is counted that a ratio says nothing, `few` meets the goal as well.
    """

    what: str
    unit: str
    ours: float
    theirs: float
    other: str  # what theirs is
    goal: float | None = None
    least: bool = False  # theirs is a least amount, which ours cannot go below
    few: float = 0
    where: str = ""  # that it was found

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
    """Microseconds of one call: the median of some rounds, each of as many calls as take about `seconds`.

    It is the time of this process alone: what else runs meanwhile does not count.
    """
    count = 1
    while _took(act, count) < seconds / 4:
        count *= 4
    return statistics.median(_took(act, count) / count for _ in range(ROUNDS)) * 1e6


def _took(act: Callable[[], object], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        act()
    return time.process_time() - start
