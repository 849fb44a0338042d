"""Types that say what an integer is, and what the App asks of the objects that it is given: the Pico's (pico.py),
or those of another board. For the type checker alone: the device does not get this module.
"""

from __future__ import annotations

from array import array
from typing import Callable, Iterable, Protocol, Union

Ticks = int  # ms of a clock that wraps at 2**30
Milliseconds = int
Millivolts = int
Percent = int  # 0..100
Mask = int  # of keys that are down: UP, DOWN, OK, BACK of keys.py
Key = int  # one of them
Event = tuple[Key, int, int]  # key, PRESS, RELEASE, HOLD or REPEAT, step size
Diff = Callable[[Ticks, Ticks], Milliseconds]  # a - b, right across the wrap while less than 6 days apart
Data = Union[bytes, bytearray, memoryview]


class Bus(Protocol):
    """The I2C bus to the panel."""

    def writeto(self, address: int, buffer: Data, /) -> int:
        """Bytes that were acknowledged. OSError if nobody answers."""


class Pins(Protocol):
    """The four keys, and what they did since somebody asked, in its order."""

    mask: Mask  # of the change that `next` took out
    time: Ticks  # its time

    def read(self) -> Mask: ...

    def next(self) -> bool:
        """Take out the oldest change. False if there is none."""


class Clock(Protocol):
    def ticks(self) -> Ticks: ...

    def diff(self, a: Ticks, b: Ticks, /) -> Milliseconds: ...


class Entropy(Protocol):
    def read(self, count: int, /) -> bytes:
        """Random bytes, `count` at the most. OSError if the source fails."""


class Store(Protocol):
    """Small files, see store.py. OSError on trouble: no room, damaged, too long a name."""

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes | None: ...

    def replace(self, name: str, data: Data) -> None: ...

    def assemble(self, name: str, pieces: Iterable[Data | array[int]]) -> None: ...

    def append(self, name: str, data: Data) -> None: ...

    def note(self, name: str, data: bytes) -> None: ...

    def reserve(self, name: str, data: bytes) -> None: ...

    def remove(self, name: str) -> None: ...

    def rest(self, name: str) -> bool: ...

    def room(self, size: int) -> bytearray: ...


class Gauge(Protocol):
    """The supply; power.Gauge measures a Pico's."""

    external: Callable[[], bool]  # whether USB feeds the device

    def millivolts(self) -> Millivolts: ...


class Serial(Protocol):
    """The serial port over USB; device/serial.py has a Pico's. None of this waits."""

    def waits(self) -> bool:
        """Whether something has come."""

    def read(self, buffer: bytearray, begin: int, /) -> int:
        """Put what has come into the buffer from `begin` on, up to the end of a line. Returns the end of it."""

    def write(self, data: Data, begin: int, /) -> int:
        """Send the data from `begin` on, as far as there is room for it. Returns the end of what was sent."""


class BlockDevice(Protocol):
    """Flash in blocks, as MicroPython's `rp2.Flash`."""

    def ioctl(self, operation: int, argument: int, /) -> int: ...

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0, /) -> object: ...

    def writeblocks(self, block: int, buffer: Data, offset: int = 0, /) -> object: ...


class Board(Protocol):
    """The constants that every board file has, see boards/README.md. What it may have besides is looked for by its name
    (GAMES, RESET, PANEL, BUZZER, MOTOR, SLEEP): boards/options.py says what that is without it.
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
