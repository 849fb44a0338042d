"""Clocks like MicroPython's ticks_ms: milliseconds that wrap to 0 at 2**30 (12.4 days)."""

from __future__ import annotations

import time

PERIOD = 1 << 30
HALF = PERIOD // 2


class Clock:
    """The clock that the firmware uses. `elapsed_ms` counts from the start and never wraps.

    origin   the tick count at the start; a value just below PERIOD tests the wrap
    """

    elapsed_ms = 0

    def __init__(self, origin: int = 0) -> None:
        self.origin = origin

    def ticks(self) -> int:
        """Return the present count of milliseconds, as MicroPython counts them."""
        return self.ticks_at(self.elapsed_ms)

    def ticks_at(self, elapsed: int) -> int:
        """Return the ticks at a time after the start, in ms."""
        return (self.origin + elapsed) % PERIOD

    @staticmethod
    def diff(a: int, b: int) -> int:
        """Return the milliseconds from b to a, negative if b is later, like ticks_diff."""
        return (a - b + HALF) % PERIOD - HALF


class VirtualClock(Clock):
    """A clock that advances only on request."""

    def advance(self, ms: int) -> None:
        """Let some milliseconds pass."""
        if ms < 0:
            raise ValueError("time does not go back")
        self.elapsed_ms += ms

    def set_ticks(self, ticks: int) -> None:
        """Set the current tick count."""
        self.origin = (ticks - self.elapsed_ms) % PERIOD


class HostClock(Clock):
    """A clock of real time."""

    def __init__(self, origin: int = 0) -> None:
        super().__init__(origin)
        self._start = time.monotonic_ns()

    @property
    def elapsed_ms(self) -> int:  # type: ignore[override]
        """Return the milliseconds since the clock was made."""
        return (time.monotonic_ns() - self._start) // 1_000_000
