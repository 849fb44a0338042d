"""An adapter of our bus for the adafruit drivers, which the tests compare with ours."""

from __future__ import annotations

from typing import Any

from simulator.bus import Bus


class BlinkaBus:
    """The I2C interface of the adafruit drivers, on top of our bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        self.bus.writeto(address, memoryview(buffer)[start:end])
