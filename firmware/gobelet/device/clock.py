"""The clock of a device: the millisecond ticks of MicroPython.

The ticks wrap at 2**30, which is after 12.4 days.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .types import Diff, Ticks


class DeviceClock:
    """A clock: two functions of MicroPython.

    ticks()     returns the present count of milliseconds.
    diff(a, b)  returns a - b in milliseconds, even if the ticks wrapped between the times a and b. The times
                may be at most 6 days apart.
    """

    def __init__(self) -> None:
        self.ticks: Callable[[], Ticks] = time.ticks_ms  # type: ignore[assignment]
        self.diff: Diff = time.ticks_diff
