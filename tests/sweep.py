"""Sweeps: tests that go through every case of a kind.

`make test` takes a fixed sample of their cases, `make survive` all of them, or the share that it is asked for: other
cases with each seed. A test that uses `sample` has the mark `sweep`, by which `make survive` finds it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")

SHARE = float(os.environ.get("GOBELET_SWEEP", "0"))  # of all cases; 0 is the fixed sample
SEED = os.environ.get("GOBELET_SWEEP_SEED", "")
taken = 0  # cases, in this process


def sample(cases: Iterable[Case], few: int) -> list[Case]:
    """Some of the cases in their order: `few` in `make test`, and no fewer in `make survive`."""
    global taken
    every = list(cases)
    number = min(len(every), max(few, round(SHARE * len(every))))
    taken += number
    chosen = random.Random(f"{len(every)} {SEED}").sample(range(len(every)), number)
    return [every[n] for n in sorted(chosen)]


def count(few: int, most: int) -> int:
    """How many of something are tried: `few` in `make test`, a share of `most` in `make survive`."""
    return max(few, round(SHARE * most))


def environment(share: float, seed: object) -> dict[str, str]:
    """What a run of the tests is told by, so that it takes such a share."""
    return {**os.environ, "GOBELET_SWEEP": str(share), "GOBELET_SWEEP_SEED": str(seed)}
