"""Clocks that count as MicroPython's ticks_ms does: in milliseconds, back to 0 at 2**30 (12.4 days)."""

from __future__ import annotations

import time

PERIOD = 1 << 30
HALF = PERIOD // 2


class Clock:
    """What the firmware asks of a clock. `elapsed` counts from the start and never wraps.

    origin: the tick count at the start; just below PERIOD shows whether something minds the wrap.
    """

    elapsed = 0

    def __init__(self, origin: int = 0) -> None:
        self.origin = origin

    def ticks(self) -> int:
        return self.ticks_at(self.elapsed)

    def ticks_at(self, elapsed: int) -> int:
        """What `ticks` gives so many ms after the start."""
        return (self.origin + elapsed) % PERIOD

    @staticmethod
    def diff(a: int, b: int) -> int:
        """Milliseconds from b to a, negative if b is the later one, as ticks_diff."""
        return (a - b + HALF) % PERIOD - HALF


class VirtualClock(Clock):
    """Time passes only when told to."""

    def advance(self, ms: int) -> None:
        if ms < 0:
            raise ValueError("time does not go back")
        self.elapsed += ms

    def set(self, ticks: int) -> None:
        """Let `ticks()` be this from now on."""
        self.origin = (ticks - self.elapsed) % PERIOD


class HostClock(Clock):
    """Time as it passes."""

    def __init__(self, origin: int = 0) -> None:
        super().__init__(origin)
        self._start = time.monotonic_ns()

    @property
    def elapsed(self) -> int:  # type: ignore[override]
        return (time.monotonic_ns() - self._start) // 1_000_000
