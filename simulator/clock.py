"""Clocks that count milliseconds like MicroPython's ticks_ms.

The count wraps to 0 at 2**30, after 12.4 days.
"""

from __future__ import annotations

import time

PERIOD = 1 << 30
HALF = PERIOD // 2


class Clock:
    """The clock that the firmware uses.

    origin      tick count at the start. A test of the wrap sets a value just below PERIOD.
    elapsed_ms  milliseconds since the start; this count never wraps.
    """

    elapsed_ms = 0

    def __init__(self, origin: int = 0) -> None:
        self.origin = origin

    def ticks(self) -> int:
        """Return the current tick count."""
        return self.ticks_at(self.elapsed_ms)

    def ticks_at(self, elapsed: int) -> int:
        """Return the tick count at `elapsed` milliseconds after the start."""
        return (self.origin + elapsed) % PERIOD

    @staticmethod
    def diff(a: int, b: int) -> int:
        """Return the milliseconds from tick count b to a; negative if b is later."""
        return (a - b + HALF) % PERIOD - HALF


class VirtualClock(Clock):
    """A clock that advances only when `advance` is called."""

    def advance(self, ms: int) -> None:
        """Advance the clock by `ms` milliseconds.

        Raises ValueError if `ms` is negative.
        """
        if ms < 0:
            raise ValueError("time does not go back")
        self.elapsed_ms += ms

    def set_ticks(self, ticks: int) -> None:
        """Set the current tick count; `elapsed_ms` does not change."""
        self.origin = (ticks - self.elapsed_ms) % PERIOD


class HostClock(Clock):
    """A clock of real time."""

    def __init__(self, origin: int = 0) -> None:
        super().__init__(origin)
        self._start = time.monotonic_ns()

    @property
    def elapsed_ms(self) -> int:  # type: ignore[override]
        """Return the milliseconds since the clock was created."""
        return (time.monotonic_ns() - self._start) // 1_000_000
