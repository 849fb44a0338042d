"""Clock: the millisecond ticks of MicroPython, which wrap at 2**30 (after 12.4 days)."""

import time


class DeviceClock:
    """ticks() -> ms, wraps; diff(a, b) -> a - b in ms, right across the wrap while less than 6 days apart."""

    def __init__(self):
        self.ticks = time.ticks_ms
        self.diff = time.ticks_diff
