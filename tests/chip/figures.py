"""Rows of figures with their limits, computed from the measurements."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.chip import limits
from tests.chip.chip import Answer
from tests.chip.limits import Heap, Limit, Taps, Time
from tests.chip.scenario import AT_POWER_ON

ROOM = 0.85  # share of a limit above which a time counts as near it
_TIMES = ("ms",)  # units that vary between builds of MicroPython

_GC_BLOCK = 16  # bytes of a block of MicroPython's heap


class MeasureError(Exception):
    """A row could not be measured, because a scenario does not act as it should."""


def quantile_of(values: Sequence[float], part: float) -> float:
    """Return the quantile of the values: 0.5 is the median, 1 the maximum."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


@dataclass(frozen=True)
class Spread:
    """Statistics of n measurements."""

    n: int
    median: float
    most: float  # limit for nine values in ten
    worst: float

    @classmethod
    def from_values(cls, values: Sequence[float], more: bool = False) -> Spread:
        """Compute the statistics; `more` means that a larger value is better."""
        if more:
            least = cls.from_values([-value for value in values])
            return cls(least.n, -least.median, -least.most, -least.worst)
        return cls(len(values), quantile_of(values, 0.5), quantile_of(values, 0.9), quantile_of(values, 1))

    def is_within(self, limit: Limit, part: float = 1) -> bool:
        """Tell whether median and worst are within this part of a limit."""
        pairs = ((self.median, limit.median), (self.worst, limit.worst))
        return all(most is None or value <= most * part for value, most in pairs)


@dataclass(frozen=True)
class Figure:
    """A row of the table."""

    what: str
    unit: str
    spread: Spread
    limit: Limit = limits.NONE
    least: bool = False  # whether the limit is a lower bound

    @property
    def is_met(self) -> bool:
        return self._is_within(1)

    @property
    def is_near(self) -> bool:
        """Tell whether the limit is met, but another compiler or MicroPython version could exceed it."""
        return self.is_met and self.unit in _TIMES and not self._is_within(ROOM)

    def _is_within(self, part: float) -> bool:
        if self.least:
            return self.limit.worst is None or self.spread.worst * part >= self.limit.worst
        return self.spread.is_within(self.limit, part)


def single_figure(
    what: str, unit: str, value: float, limit: Limit = limits.NONE, least: bool = False
) -> Figure:
    return Figure(what, unit, Spread.from_values([value]), limit, least)


def time_figures(rows: Sequence[Time], answers: Mapping[str, Sequence[Answer]]) -> list[Figure]:
    """Return the rows whose scenarios were played. Raises MeasureError for a key without an answer."""
    found = []
    for row in rows:
        played = [name for name in row.scenarios.split() if name in answers]
        if len(played) < len(row.scenarios.split()):
            continue
        tags = row.tags.split()
        acted = [a for name in played for a in answers[name] if a.tag in tags and a.acts]
        if not acted:
            raise MeasureError(f"{row.what}: no key is tagged {row.tags}")
        silent = sum(answer.last is None for answer in acted)
        if silent:
            raise MeasureError(f"{row.what}: {silent} of {len(acted)} keys changed nothing on the panel")
        ends = [answer.paused if row.first else answer.last for answer in acted]
        spread = Spread.from_values([end for end in ends if end is not None])
        found.append(Figure(row.what, "ms", spread, row.limit))
    return found


def first_bytes(answers: Mapping[str, Sequence[Answer]]) -> list[Figure]:
    """Return the row of first bytes after every edge; starts and holds are left out."""
    edges = [
        answer
        for name, every in answers.items()
        for answer in every
        if answer.key and not answer.held and (answer.acts or name not in limits.TICKING)
    ]
    firsts = [edge.first for edge in edges if edge.first is not None and edge.tag != AT_POWER_ON]
    if not firsts:
        return []
    return [Figure("the first byte, after any edge", "ms", Spread.from_values(firsts), limits.FIRST_BYTE)]


def held_at_power_on(answers: Mapping[str, Sequence[Answer]]) -> list[Figure]:
    """Return the time until the page about BACK held at power-on is complete."""
    edges = [answer for every in answers.values() for answer in every if answer.tag == AT_POWER_ON]
    times = [edge.last for edge in edges if edge.last is not None]
    return (
        [Figure("BACK held at power-on", "ms", Spread.from_values(times), limits.HELD_AT_POWER_ON)]
        if times
        else []
    )


def tap_figure(row: Taps, shown: bytes, desk: Sequence[bytes]) -> Figure:
    """Count the effective taps; `desk` has the pictures after 0, 1, 2... taps."""
    if shown not in desk:
        raise MeasureError(f"{row.what}: the panel shows what no number of taps leads to")
    counted = len(desk) - 1 - list(reversed(desk)).index(shown)
    return single_figure(row.what, "counted", counted, Limit(None, len(desk) - 1), least=True)


@dataclass(frozen=True)
class Memory:
    """Heap bytes on a screen, after a collection."""

    screen: str
    in_use: int
    free: int
    block: int  # bytes in the largest free block


def parse_memory(screen: str, said: str) -> Memory:
    """Parse MicroPython's report on its heap. Raises MeasureError."""
    asked = re.search(r"heap (\d+) (\d+)\s", said)
    largest = re.search(r"max free sz: (\d+)", said)
    if not asked or not largest:
        raise MeasureError(f"{screen}: MicroPython said {said[-300:]!r} of its heap")
    return Memory(screen, int(asked[1]), int(asked[2]), int(largest[1]) * _GC_BLOCK)


def heap_figures(rows: Sequence[Heap], found: Sequence[Memory]) -> list[Figure]:
    made = []
    for row in rows:
        there = [one.in_use for one in found if one.screen.startswith(row.screens)]
        if there:
            limit = Limit(None, limits.HEAP)
            made.append(Figure(f"heap in use: {row.what}", "bytes", Spread.from_values(there), limit))
    if found:
        for what, limit, values in (
            ("heap free", limits.FREE, [one.free for one in found]),
            ("largest free block", limits.BLOCK, [one.block for one in found]),
        ):
            made.append(
                Figure(what, "bytes", Spread.from_values(values, more=True), Limit(None, limit), least=True)
            )
    return made


@dataclass(frozen=True)
class Load:
    """The load time of a game's journal."""

    game: str
    ms: float


def parse_load(game: str, said: str) -> Load:
    """Parse the device's report on a load time. Raises MeasureError."""
    found = re.search(r"load (\d+) us\s", said)
    if not found:
        raise MeasureError(f"{game}: of its journal the device said {said[-300:]!r}")
    return Load(game, int(found[1]) / 1000)


def load_figures(rows: Mapping[str, str], found: Sequence[Load]) -> list[Figure]:
    return [single_figure(rows[each.game], "ms", each.ms, limits.LOAD) for each in found]


HEAD = "| what | unit | n | median | 90 % | worst | limit |"
RULE = "|---|---|--:|--:|--:|--:|---|"


def format_row(figure: Figure) -> str:
    s = figure.spread
    figures = " | ".join(f"{each:.0f}" for each in (s.median, s.most, s.worst))
    return f"| {figure.what} | {figure.unit} | {s.n} | {figures} | {_limit_cell(figure)} |"


def _limit_cell(figure: Figure) -> str:
    said = format_limit(figure.limit, figure.least)
    if not figure.is_met:
        said += ", EXCEEDED"
    elif figure.is_near:
        said += ", near"
    return said


def format_limit(limit: Limit, least: bool = False) -> str:
    """Format a limit for a table."""
    if limit == limits.NONE:
        return ""
    if least:
        return f"≥ {limit.worst:.0f}"
    median = "" if limit.median is None else f" {limit.median:.0f}"
    return "≤" + median + ("" if limit.worst is None else f" ({limit.worst:.0f})")


def format_table(figures: Sequence[Figure]) -> str:
    return "\n".join([HEAD, RULE, *map(format_row, figures)]) + "\n"
