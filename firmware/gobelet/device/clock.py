"""Clock: the millisecond ticks of MicroPython, which wrap at 2**30 (after 12.4 days)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .types import Diff, Ticks


class DeviceClock:
    """ticks() -> ms, wraps; diff(a, b) -> a - b in ms, correct across the wrap up to 6 days."""

    def __init__(self) -> None:
        self.ticks: Callable[[], Ticks] = time.ticks_ms  # type: ignore[assignment]
        self.diff: Diff = time.ticks_diff
