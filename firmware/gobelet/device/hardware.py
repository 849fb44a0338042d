"""What the App asks of a device. Each board, real or virtual, derives a class of its own from `Hardware`."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .types import Bus, Clock, Entropy, Gauge, Pins, Serial, Store


class Hardware:
    """Parts of a device, and acts that it offers; None for those that it lacks.

    bus      leads to the panel
    keys     mask of the keys that are down, and the edges since the last look
    clock, entropy, store   time, random bytes, small files
    gauge    measures the supply
    restart  starts the whole device again
    start_anew   starts the program again, and does not return
    set_speed    sets the speed of the bus, in hertz
    buzz         switches a buzzer or motor: 1 or 0
    open_serial  returns the port over USB; the link uses it (link/README.md)
    """

    gauge: Gauge | None = None
    restart: Callable[[], object] | None = None
    start_anew: Callable[[], object] | None = None
    set_speed: Callable[[int], object] | None = None
    buzz: Callable[[int], object] | None = None
    open_serial: Callable[[], Serial] | None = None

    def __init__(self, bus: Bus, keys: Pins, clock: Clock, entropy: Entropy, store: Store) -> None:
        self.bus = bus
        self.keys = keys
        self.clock = clock
        self.entropy = entropy
        self.store = store

    def say(self, line: str) -> None:
        """Print a line for the developer at the cable."""
        print(line)

    def report(self, error: BaseException) -> None:
        """Print an exception that a screen raised; the player gets plain words."""
        print(error)

    def hour(self) -> int | None:
        """Hour of the day; None if nobody has set the clock."""
        return None

    def can_sleep(self) -> bool:
        """Whether the App may wait longer than a poll takes: a key ends the wait, and no computer is there."""
        return False

    def free_bytes(self) -> int | None:
        """Free bytes of the heap; None on a desk, whose Python does not tell. Counting takes 8 ms on a Pico."""
        return gc.mem_free() if hasattr(gc, "mem_free") else None
