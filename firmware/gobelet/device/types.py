"""Types for the type checker.

The module has names for kinds of integers, and the interfaces of a board's parts. The device does not load it.
"""

from __future__ import annotations

from array import array
from typing import Callable, Iterable, Protocol, Union

Ticks = int  # time in milliseconds, by a clock that wraps at 2**30
Milliseconds = int
Millivolts = int
Percent = int  # 0..100
Mask = int  # one bit for each pressed key: UP, DOWN, OK, BACK of keys.py
Key = int  # one bit of a Mask
Event = tuple[Key, int, int]  # (key, one of PRESS, RELEASE, HOLD and REPEAT, step size)
# the function (a, b) -> a - b for two times at most 6 days apart, even if the clock wrapped between the two
Diff = Callable[[Ticks, Ticks], Milliseconds]
Data = Union[bytes, bytearray, memoryview]


class Bus(Protocol):
    """The I2C bus to the panel."""

    def writeto(self, address: int, buffer: Data, /) -> int:
        """Send bytes, and return the number of bytes that the panel acknowledged.

        Raises OSError if no chip answers.
        """


class Pins(Protocol):
    """The four keys (buttons), and their changes in the order in which they occurred."""

    mask: Mask  # keys down after the change that `fetch_change` fetched last
    time: Ticks  # time of that change

    def read(self) -> Mask:
        """Return the mask of the keys that are down now."""

    def fetch_change(self) -> bool:
        """Move the oldest change into `mask` and `time`. Return False without a change."""


class Clock(Protocol):
    """The clock of a board, which counts milliseconds and wraps at 2**30."""

    def ticks(self) -> Ticks:
        """Return the present count of milliseconds."""

    def diff(self, a: Ticks, b: Ticks, /) -> Milliseconds:
        """Return a - b, also if the clock wrapped between the times a and b.

        The times may be at most 6 days apart.
        """


class Entropy(Protocol):
    """The source of random bytes."""

    def read(self, count: int, /) -> bytes:
        """Return up to `count` random bytes. Raises OSError if the source fails."""


class Store(Protocol):
    """Small files, see store.py.

    The methods raise OSError if the store is full or damaged, or if a file name is too long.
    """

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes | None: ...

    def replace(self, name: str, data: Data) -> None: ...

    def write_pieces(self, name: str, pieces: Iterable[Data | array[int]]) -> None: ...

    def append(self, name: str, data: Data) -> None: ...

    def write_value(self, name: str, data: bytes) -> None: ...

    def write_strip(self, name: str, data: bytes) -> None: ...

    def remove(self, name: str) -> None: ...

    def prepare_append(self, name: str) -> bool: ...

    def make_buffer(self, size: int) -> bytearray: ...


class Gauge(Protocol):
    """The gauge of the supply voltage. power.Gauge is the gauge of a Pico."""

    has_usb_power: Callable[[], bool]  # whether USB feeds the device

    def millivolts(self) -> Millivolts:
        """Return the voltage of the battery."""


class Serial(Protocol):
    """The serial port over USB. No method waits.

    device/serial.py has the port of a Pico.
    """

    def has_input(self) -> bool:
        """Tell whether a byte can be read."""

    def read(self, buffer: bytearray, begin: int, /) -> int:
        """Read available bytes into `buffer` from `begin` on, up to the end of a line.

        Return the index after the last byte read.
        """

    def write(self, data: Data, begin: int, /) -> int:
        """Send data from `begin` on as far as the port accepts it.

        Return the index after the last byte sent.
        """


class BlockDevice(Protocol):
    """Flash that is read and written in blocks, like MicroPython's `rp2.Flash`."""

    def ioctl(self, operation: int, argument: int, /) -> int:
        """Do one of MicroPython's operations of a block device, and return its result."""

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0, /) -> object:
        """Read bytes from a block into `buffer`."""

    def writeblocks(self, block: int, buffer: Data, offset: int = 0, /) -> object:
        """Write the bytes of `buffer` into a block."""


class Board(Protocol):
    """The mandatory constants of a board file, see boards/README.md.

    The program reads optional constants (GAMES, RESET, PANEL, BUZZER, MOTOR, SLEEP) by name; boards/options.py
    has their defaults.
    """

    NAME: str
    CHIP: str
    ADDRESS: int
    FLIP: bool
    BATTERY: str | None
    I2C: int
    SDA: int
    SCL: int
    FREQ: int
    UP: int
    DOWN: int
    OK: int
    BACK: int
    VBUS: int | None
    VSYS: int | None
    VSYS_SELECT: int | None
    VSYS_DIVIDER: int
    VSYS_DROP: Millivolts
