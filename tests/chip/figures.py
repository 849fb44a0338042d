"""From what was measured to rows of figures, each with its limits and whether they are met."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tests.chip import limits
from tests.chip.chip import Answer
from tests.chip.limits import Heap, Taps, Time
from tests.chip.scenario import AT_POWER_ON

ROOM = 0.85  # of a limit; more than that of it is told
_MOVING = ("ms",)  # units of what differs from one build of MicroPython to the next

_GC_BLOCK = 16  # bytes of a block of MicroPython's heap


class MeasureError(Exception):
    """A row could not be measured: a scenario does not do what it says."""


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of them does not exceed: 0.5 is the median, 1 the worst."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


@dataclass(frozen=True)
class Spread:
    """n measurements of one thing."""

    n: int
    median: float
    most: float  # of nine in ten
    worst: float

    @classmethod
    def of(cls, values: Sequence[float], more: bool = False) -> Spread:
        """more: it is the better the more it is, so the least is the worst."""
        if more:
            least = cls.of([-value for value in values])
            return cls(least.n, -least.median, -least.most, -least.worst)
        return cls(len(values), share(values, 0.5), share(values, 0.9), share(values, 1))

    def beyond(self, other: Spread, more: bool = False) -> Spread:
        """The worse of both, each figure for itself."""
        worse = min if more else max
        return Spread(
            self.n + other.n,
            worse(self.median, other.median),
            worse(self.most, other.most),
            worse(self.worst, other.worst),
        )

    def within(self, median: float | None, worst: float | None) -> bool:
        return (median is None or self.median <= median) and (worst is None or self.worst <= worst)


@dataclass(frozen=True)
class Figure:
    """A row of the table."""

    what: str
    unit: str
    spread: Spread
    median: float | None  # limits
    worst: float | None
    before: tuple[float, float] | None
    least: bool = False  # the limit is a lower one
    best: Spread | None = (
        None  # on the MicroPython where it is best, if there are several; `spread` is the worst
    )

    @property
    def met(self) -> bool:
        return self._within(1)

    @property
    def near(self) -> bool:
        """Whether it is met with less room than another compiler or version of MicroPython may take."""
        return self.met and self.unit in _MOVING and not self._within(ROOM)

    def _within(self, part: float) -> bool:
        if self.least:
            return self.median is None or self.spread.worst * part >= self.median
        limits = [None if limit is None else limit * part for limit in (self.median, self.worst)]
        return self.spread.within(*limits)


def one(what: str, unit: str, value: float, limit: float | None = None, least: bool = False) -> Figure:
    return Figure(what, unit, Spread.of([value]), limit, None, None, least)


def times(rows: Sequence[Time], answers: Mapping[str, Sequence[Answer]]) -> list[Figure]:
    """The rows whose scenarios were played. MeasureError if a key of a row had no answer, or no key counts."""
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
        spread = Spread.of([answer.last for answer in acted if answer.last is not None])
        found.append(Figure(row.what, "ms", spread, row.median, row.worst, row.before))
    return found


def first_bytes(answers: Mapping[str, Sequence[Answer]]) -> list[Figure]:
    """After every edge that was answered, but for a start and a hold, whose moments are not an edge's."""
    edges = [
        answer
        for name, every in answers.items()
        for answer in every
        if answer.key and not answer.held and (answer.acts or name not in limits.TICKING)
    ]
    firsts = [edge.first for edge in edges if edge.first is not None and edge.tag != AT_POWER_ON]
    if not firsts:
        return []
    median, worst = limits.FIRST_BYTE
    what = "the first byte, after any edge"
    return [Figure(what, "ms", Spread.of(firsts), median, worst, limits.FIRST_BYTE_BEFORE)]


def held_at_power_on(answers: Mapping[str, Sequence[Answer]]) -> list[Figure]:
    """Until the page that says that BACK is held is complete."""
    edges = [answer for every in answers.values() for answer in every if answer.tag == AT_POWER_ON]
    times = [edge.last for edge in edges if edge.last is not None]
    limit = limits.HELD_AT_POWER_ON
    return [Figure("BACK held at power-on", "ms", Spread.of(times), limit, None, None)] if times else []


def taps(row: Taps, shown: bytes, desk: Sequence[bytes]) -> Figure:
    """desk: the pictures when none, one, two... have counted."""
    if shown not in desk:
        raise MeasureError(f"{row.what}: the panel shows what no number of taps leads to")
    counted = len(desk) - 1 - list(reversed(desk)).index(shown)
    spread = Spread.of([counted])
    return Figure(row.what, "counted", spread, len(desk) - 1, None, (row.before, row.before), least=True)


@dataclass(frozen=True)
class Memory:
    """Bytes of the heap on a screen, after a collection."""

    screen: str
    in_use: int
    free: int
    block: int  # the largest free one


def memory(screen: str, said: str) -> Memory:
    """From what MicroPython prints of its heap. MeasureError if it printed something else."""
    asked = re.search(r"heap (\d+) (\d+)\s", said)
    largest = re.search(r"max free sz: (\d+)", said)
    if not asked or not largest:
        raise MeasureError(f"{screen}: MicroPython said {said[-300:]!r} of its heap")
    return Memory(screen, int(asked[1]), int(asked[2]), int(largest[1]) * _GC_BLOCK)


def heaps(rows: Sequence[Heap], found: Sequence[Memory]) -> list[Figure]:
    made = []
    for row in rows:
        there = [one.in_use for one in found if one.screen.startswith(row.screens)]
        if there:
            what = f"heap in use: {row.what}"
            made.append(Figure(what, "bytes", Spread.of(there), None, row.in_use, None))
    if found:
        free = Spread.of([one.free for one in found], more=True)
        block = Spread.of([one.block for one in found], more=True)
        made.append(Figure("heap free", "bytes", free, limits.FREE, None, None, least=True))
        made.append(Figure("largest free block", "bytes", block, limits.BLOCK, None, None, least=True))
    return made


@dataclass(frozen=True)
class Load:
    """How long the journal of a game took to load."""

    game: str
    ms: float


def load(game: str, said: str) -> Load:
    """From what the device printed. MeasureError if it printed something else."""
    found = re.search(r"load (\d+) us\s", said)
    if not found:
        raise MeasureError(f"{game}: of its journal the device said {said[-300:]!r}")
    return Load(game, int(found[1]) / 1000)


def loads(rows: Mapping[str, str], found: Sequence[Load]) -> list[Figure]:
    return [one(rows[each.game], "ms", each.ms, limits.LOAD) for each in found]


def over(each: Sequence[Sequence[Figure]]) -> list[Figure]:
    """One table of those of several MicroPythons: the worst of each figure, and the best beside it."""
    first, *others = each
    if not others:
        return list(first)
    merged = []
    for figure in first:
        same = [figure, *(other for table in others for other in table if other.what == figure.what)]
        worst = best = figure.spread
        for other in same[1:]:
            worst = worst.beyond(other.spread, figure.least)
            best = best.beyond(other.spread, not figure.least)
        merged.append(replace(figure, spread=worst, best=replace(best, n=worst.n)))
    return merged


def of_frozen(found: Sequence[Figure]) -> list[Figure]:
    """The same rows with the limits of a frozen firmware, where it has its own."""
    made = []
    for figure in found:
        own = next((each for begin, each in limits.FROZEN.items() if figure.what.startswith(begin)), None)
        made.append(figure if own is None else replace(figure, median=own[0], worst=own[1]))
    return made


def of_copies(found: Sequence[Figure]) -> list[Figure]:
    """The same rows with the limits of a firmware that uses nothing in the flash. What of its heap is in use has none:
    it is all that there is room for. Nor has the largest free block, for one is kept besides; nor keys beside a clock,
    whose next second comes before all is done that the key leads to.
    """
    ticking = {row.what for row in limits.TIMES if set(row.scenarios.split()) & set(limits.TICKING)}
    made = []
    for figure in found:
        median, worst = figure.median, figure.worst
        if figure.what in ticking or figure.what.startswith(("heap in use", "largest free block")):
            median = worst = None
        elif figure.unit == "ms":
            median, worst = (None if limit is None else limit * limits.COPIES for limit in (median, worst))
        elif figure.what == "heap free" and median is not None:
            median /= limits.COPIES
        made.append(replace(figure, median=median, worst=worst))
    return made


HEAD = "| what | unit | n | median | 90 % | worst | limit | before |"
RULE = "|---|---|--:|--:|--:|--:|---|--:|"


def row(figure: Figure) -> str:
    s = figure.spread
    limit = _limit(figure)
    before = ""
    if figure.before is not None:
        median, worst = figure.before
        before = _both(median, worst)
    best = figure.best or s
    pairs = ((best.median, s.median), (best.most, s.most), (best.worst, s.worst))
    figures = " | ".join(_range(*pair) for pair in pairs)
    return f"| {figure.what} | {figure.unit} | {s.n} | {figures} | {limit} | {before} |"


def _limit(figure: Figure) -> str:
    if figure.median is None and figure.worst is None:
        limit = ""
    elif figure.least:
        limit = f"≥ {figure.median:.0f}"
    else:
        median = "" if figure.median is None else f" {figure.median:.0f}"
        limit = "≤" + median + ("" if figure.worst is None else f" ({figure.worst:.0f})")
    if not figure.met:
        limit += ", EXCEEDED"
    elif figure.near:
        limit += ", near"
    return limit


def _range(best: float, worst: float) -> str:
    return f"{worst:.0f}" if round(best) == round(worst) else f"{best:.0f}–{worst:.0f}"


def _both(median: float, worst: float) -> str:
    return f"{median:.0f}" if round(median) == round(worst) else f"{median:.0f} ({worst:.0f})"


def table(figures: Sequence[Figure], frozen: Sequence[Figure] = ()) -> str:
    """frozen: the same measured where our modules lie in the flash, in columns of their own."""
    lines = [HEAD, RULE, *map(row, figures)]
    if frozen:
        there = {figure.what: figure for figure in frozen}
        more = [" frozen | its limit |", "--:|---|"]
        for each in figures:
            its = there.get(each.what)
            more.append(
                f" {_both(its.spread.median, its.spread.worst)} | {_limit(its)} |" if its else "  |  |"
            )
        lines = [line + add for line, add in zip(lines, more, strict=True)]
    return "\n".join(lines) + "\n"


def some(names: Sequence[str], found: Sequence[Figure]) -> str:
    """Some rows, with how many of all exceed their limit: median (worst)."""
    rows = {figure.what: figure for figure in found}
    lines = ["| what | unit | figure | limit |", "|---|---|--:|---|"]
    for each in (rows[name] for name in names):
        lines.append(
            f"| {each.what} | {each.unit} | {_both(each.spread.median, each.spread.worst)} | {_limit(each)} |"
        )
    lines.append(f"| limits exceeded | rows | {sum(not figure.met for figure in found)} of {len(found)} |  |")
    return "\n".join(lines) + "\n"


def beside(names: Sequence[str], packs: Sequence[Figure], frozen: Sequence[Figure]) -> str:
    """Some rows of both: median (worst)."""
    one, other = ({figure.what: figure for figure in each} for each in (packs, frozen))
    lines = ["| what | unit | packs | frozen | its limit |", "|---|---|--:|--:|---|"]
    for name in names:
        spreads = (one[name].spread, other[name].spread)
        both = " | ".join(_both(each.median, each.worst) for each in spreads)
        lines.append(f"| {name} | {one[name].unit} | {both} | {_limit(other[name])} |")
    exceeded = [str(sum(not figure.met for figure in each)) for each in (packs, frozen)]
    lines.append(f"| limits exceeded | rows | {' | '.join(exceeded)} |  |")
    return "\n".join(lines) + "\n"
