"""Profiles of a key press: the time by kind of work, and by our functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.chip.symbols import ASLEEP, KINDS

PYTHON = "Python"
_KIND_OF = {name: kind for kind, names in KINDS.items() for name in names}
_LEAST_MS = 0.3


@dataclass(frozen=True)
class Row:
    """A function: its own milliseconds, those including its callees, and its calls."""

    name: str
    calls: int
    own: float
    whole: float


@dataclass(frozen=True)
class Profile:
    tag: str
    ms: float
    kinds: dict[str, float]
    rows: list[Row]
    # Bytes of the largest allocation, and the function that requested it.
    largest: tuple[int, str]


def build_profile(tag: str, told: Mapping[str, Any]) -> Profile:
    """Build a profile from the counts of emulator/profiler.mjs along each call path."""
    kinds: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    own: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for path, times, alone, in_all in told["rows"]:
        *above, last = [_function_name(part) for part in path.split(";")]
        # Work inside the port's waiting, such as USB, does not delay a key.
        asleep = any(_KIND_OF.get(part) == ASLEEP for part in above)
        kinds[ASLEEP if asleep else _KIND_OF.get(last, PYTHON)] += alone
        calls[last] += times
        own[last] += alone
        if last not in above:  # a recursive call is already included
            whole[last] += in_all
    kinds["not timed"] += told["ms"] - sum(kinds.values())
    rows = [Row(name, calls[name], own[name], whole[name]) for name in own]
    asked = [_function_name(part) for part in told["largest"]["path"].split(";")]
    python = [part for part in asked if ":" in part]
    largest = told["largest"]["bytes"], python[-1] if python else asked[-1]
    return Profile(tag, told["ms"], dict(kinds), rows, largest)


def _function_name(name: str) -> str:
    """Return the name of a function, such as "shell.app:step"; C functions keep their bare name."""
    return name.removeprefix("gobelet/").replace(".py:", ":").replace("/", ".")


def report_lines(profile: Profile, most: int) -> Iterator[str]:
    """Yield lines: the kinds of work, then the `most` functions by own time and by total time."""
    yield f"== {profile.tag}: {profile.ms:.1f} ms"
    kinds = sorted(profile.kinds.items(), key=lambda kind: -kind[1])
    yield "   " + ", ".join(f"{name} {ms:.1f}" for name, ms in kinds if ms >= _LEAST_MS)
    yield f"   the largest piece of memory: {profile.largest[0]} bytes, {profile.largest[1]}"
    yield f"   {'by itself':>9} {'in all':>8} {'calls':>6}"
    by_own = sorted(profile.rows, key=lambda row: -row.own)[:most]
    by_whole = [row for row in sorted(profile.rows, key=lambda row: -row.whole)[:most] if row not in by_own]
    for row in by_own + by_whole:
        yield f"   {row.own:9.1f} {row.whole:8.1f} {row.calls:6}  {row.name}"
