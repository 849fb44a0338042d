"""Our bus for the adafruit drivers, which are what the panels are measured and tested against."""

from __future__ import annotations

from typing import Any

from simulator.bus import Bus


class BlinkaBus:
    """An I2C bus as the adafruit drivers want it, in front of ours."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        self.bus.writeto(address, memoryview(buffer)[start:end])
