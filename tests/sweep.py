"""Sweeps: tests of every case of a kind.

`make test` runs a fixed sample of the cases, of slow tests only with `ARGS=--all`. `make survive` runs all cases, or
the requested share, with other cases for each seed. A test that calls `sample_cases` has the mark `sweep`, by which
`make survive` finds it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")

SHARE = float(os.environ.get("GOBELET_SWEEP", "0"))  # share of all cases; 0 means the fixed sample
SEED = os.environ.get("GOBELET_SWEEP_SEED", "")
taken = 0  # number of cases so far in this process


def sample_cases(cases: Iterable[Case], few: int) -> list[Case]:
    """Return some of the cases, in order: `few` in `make test`, at least as many in `make survive`."""
    global taken
    every = list(cases)
    number = min(len(every), max(few, round(SHARE * len(every))))
    taken += number
    chosen = random.Random(f"{len(every)} {SEED}").sample(range(len(every)), number)
    return [every[n] for n in sorted(chosen)]


def case_count(few: int, most: int) -> int:
    """Return a number of cases: `few` in `make test`, a share of `most` in `make survive`."""
    return max(few, round(SHARE * most))


def sweep_environment(share: float, seed: object) -> dict[str, str]:
    """Return the environment that makes a test run use this share."""
    return {**os.environ, "GOBELET_SWEEP": str(share), "GOBELET_SWEEP_SEED": str(seed)}
