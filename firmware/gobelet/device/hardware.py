"""Hardware: the base class for the hardware of each board, real or virtual.

The App reaches the hardware only through this class.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .types import Bus, Clock, Entropy, Gauge, Pins, Serial, Store


class Hardware:
    """The parts and functions of a device.

    An optional part or function that the device lacks is None.

    bus      the bus to the panel.
    keys     the four keys (buttons): a mask of those that are down, and their changes since the last pass.
    clock, entropy, store   the time, the random bytes and the small files, see types.py.
    gauge    measures the supply voltage.
    restart  resets the whole device.
    start_anew   restarts the program, and does not return.
    set_speed    sets the speed of the bus, in hertz.
    buzz         switches a buzzer or motor on (1) or off (0).
    open_serial  returns the port over USB; the link uses it (link/README.md).
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
        """Print a line on the USB console, for a developer."""
        print(line)

    def report(self, error: BaseException) -> None:
        """Print an exception for a developer.

        The panel shows the player a message in plain words instead.
        """
        print(error)

    def hour(self) -> int | None:
        """Return the hour of the day; None if the clock was never set."""
        return None

    def can_sleep(self) -> bool:
        """Tell whether the App may sleep longer than 10 ms.

        A longer sleep requires keys whose interrupt ends the sleep. While a computer is on USB, no sleep may be
        longer, because the App polls the port.
        """
        return False

    def free_bytes(self) -> int | None:
        """Return the number of free bytes of the heap; None under desktop Python.

        The count takes 8 ms on a Pico.
        """
        return gc.mem_free() if hasattr(gc, "mem_free") else None
