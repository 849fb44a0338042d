"""The hardware of a board with a Raspberry Pi chip.

`build` creates the hardware from a board file, see boards/README.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clock import DeviceClock
from .entropy import DeviceEntropy
from .hardware import Hardware
from .keys import Ring
from .power import Gauge, sleeper
from .store import FileStore

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from .serial import Serial
    from .types import BlockDevice, Board, Bus, Mask, Milliseconds, Ticks

# The status register of the USB controller; RP2040 and RP2350 have it at the same address. The program reads it
# in halves of 16 bits, because MicroPython allocates heap for most 32-bit integers.
_USB_STATUS = 0x50110050
_SUSPENDED = 1 << 4  # bit in the register's low half: the computer has suspended the device
_CONNECTED = 1 << 0  # bit in the register's high half: a computer is connected


class Pico(Hardware):
    """A board with a Raspberry Pi chip.

    must_stay_awake  returns whether the chip's clocks must run: USB is connected, or SLEEP of the board file is False.
    sleep  sleeps for some milliseconds; on battery it stops the clocks meanwhile, see power.sleeper.
    """

    def __init__(
        self,
        board: Board,
        bus: Bus,
        keys: PinKeys,
        store: FileStore,
        gauge: Gauge | None,
        must_stay_awake: Callable[[], bool],
        sleep: Callable[[Milliseconds], None],
    ) -> None:
        Hardware.__init__(self, bus, keys, DeviceClock(), DeviceEntropy(), store)
        self._board = board
        self.gauge = gauge
        self._must_stay_awake = must_stay_awake
        self.sleep = sleep
        self.buzz = buzzer(board)

    def can_sleep(self) -> bool:
        return not self._must_stay_awake()

    def report(self, error: BaseException) -> None:
        import sys

        sys.print_exception(error)

    def restart(self) -> None:
        """Reset as after a power cut."""
        import machine

        machine.reset()

    def start_anew(self) -> None:
        """Restart the program with empty memory. The USB connection stays up."""
        import machine

        machine.soft_reset()

    def set_speed(self, hertz: int) -> None:
        """Set the speed of the bus to the panel."""
        open_bus(self._board, hertz)

    def hour(self) -> int | None:
        import time

        now = time.localtime()
        return None if now[0] < 2025 else now[3]  # a clock that was never set starts in the year 2021

    def open_serial(self) -> Serial:
        """Return the serial port over USB, which MicroPython's REPL uses too."""
        import select
        import sys

        from .serial import Serial

        return Serial(sys.stdin, sys.stdout, select)


class PinKeys(Ring):
    """The four keys on their pins.

    Each pin is pulled up, and a pressed key connects its pin to ground.

    An interrupt notes each edge in the ring, so that a short press is not lost while the program is busy. A flash
    erase delays interrupts by 45 ms. If a key is pressed and released during an erase, two interrupt flags of its pin
    are set, one for each edge. `both_edges` is the mask of these two flags; if both are set, `on_edge` notes the mask
    between the two edges too.
    """

    def __init__(self, pins: Any, ticks: Callable[[], Ticks], both_edges: int) -> None:
        Ring.__init__(self)
        self._up, self._down, self._ok, self._back = pins
        self._ticks = ticks
        self._both_edges = both_edges
        self._pins = pins

    def read(self) -> Mask:
        """Return the mask of the keys that are down."""
        # four calls instead of a loop: a loop takes twice the time, and every pass calls this method
        return 15 ^ (self._up() | self._down() << 1 | self._ok() << 2 | self._back() << 3)

    def on_edge(self, pin: Any) -> None:
        """Handle the interrupt of a pin. This method must not allocate memory."""
        now = self._ticks()
        mask = self.read()
        if pin.irq().flags() & self._both_edges == self._both_edges:
            key = 1
            for other in self._pins:
                if other is pin:
                    self.add_mask(mask ^ key, now)
                key <<= 1
        self.add_mask(mask, now)


def free_bus(sda: int, scl: int) -> None:
    """Make the panel release SDA, the data line of the bus.

    The panel may hold SDA low if a reset interrupted a byte. Nine clock pulses and a stop condition end any byte.
    Without these pulses only a power cut would free the bus.
    """
    import time

    import machine

    data = machine.Pin(sda, machine.Pin.OPEN_DRAIN, machine.Pin.PULL_UP, value=1)
    if data():
        return
    clock = machine.Pin(scl, machine.Pin.OPEN_DRAIN, machine.Pin.PULL_UP, value=1)
    for level in (0, 1) * 9:
        clock(level)
        time.sleep_us(10)
    for level in (0, 1):  # stop condition: SDA rises while SCL is high
        data(level)
        time.sleep_us(10)


def open_bus(board: Board, hertz: int = 0) -> Bus:
    """Return the bus to the panel.

    If `hertz` is not 0, the bus exists already, and only its speed changes.
    """
    import machine

    reset = getattr(board, "RESET", None)
    if reset is not None and not hertz:  # the reset pulse lasts 10 ms; the panels' data sheets require 3 us
        import time

        pin = machine.Pin(reset, machine.Pin.OUT, value=0)
        time.sleep_ms(10)
        pin(1)
    if not hertz:
        free_bus(board.SDA, board.SCL)
    return machine.I2C(
        board.I2C, sda=machine.Pin(board.SDA), scl=machine.Pin(board.SCL), freq=hertz or board.FREQ
    )


def build(board: Board, folder: str) -> Pico:
    """Return the hardware that a board file describes.

    `folder` is the folder of the store's files. Raises OSError if this folder is not accessible.
    """
    import time

    import machine

    bus = open_bus(board)
    pins = [
        machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
        for number in (board.UP, board.DOWN, board.OK, board.BACK)
    ]
    edges = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
    keys = PinKeys(pins, time.ticks_ms, edges)  # type: ignore[arg-type]
    for pin in pins:
        # a hard interrupt runs at once, without a wait for the end of the present bytecode, and ends a light sleep
        pin.irq(handler=keys.on_edge, trigger=edges, hard=True)
    has_usb_power = _usb_check(machine, board)
    gauge = None
    if board.VSYS is not None:
        gauge = Gauge(_vsys(machine, board), board.VSYS_DIVIDER, board.VSYS_DROP, has_usb_power)
    must_stay_awake = has_usb_power if getattr(board, "SLEEP", True) else _is_always_awake
    sleep = sleeper(time.sleep_ms, machine.lightsleep, must_stay_awake, keys.read, keys.has_entry)
    store = FileStore(folder, _flash())
    return Pico(board, bus, keys, store, gauge, must_stay_awake, sleep)


def _is_always_awake() -> bool:
    return True


BUZZER_HZ = 2700  # the loudest frequency of usual piezo discs


def buzzer(board: Board) -> Callable[[int], None] | None:
    """Return a function that switches the buzzer and motor of a board.

    The function takes 1 for on and 0 for off. The result is None if the board has neither buzzer nor motor. BUZZER
    of the board file is the pin of a piezo disc, which gets a tone. MOTOR is the pin of a motor, which gets a
    constant voltage.
    """
    disc, motor = getattr(board, "BUZZER", None), getattr(board, "MOTOR", None)
    if disc is None and motor is None:
        return None
    import machine

    if disc is not None:
        disc = machine.PWM(machine.Pin(disc), freq=BUZZER_HZ, duty_u16=0)
    if motor is not None:
        motor = machine.Pin(motor, machine.Pin.OUT, value=0)

    def switch(on: int) -> None:
        if disc is not None:
            disc.duty_u16(0x8000 * on)
        if motor is not None:
            motor(on)

    return switch


def _flash() -> BlockDevice | None:
    """Return the block device of the file system.

    The result is None if MicroPython has no `rp2.Flash`.
    """
    try:
        from rp2 import Flash

        return Flash()  # type: ignore[return-value]
    except (ImportError, AttributeError):
        return None


def _usb_check(machine: ModuleType, board: Board) -> Callable[[], bool]:
    """Return a function that tells whether USB feeds the device.

    The function reads the board's pin VBUS, if the board has this pin, and the USB controller's status.
    """
    sense = None if board.VBUS is None else machine.Pin(board.VBUS, machine.Pin.IN)

    def has_usb_power() -> bool:
        if sense is not None and sense():
            return True
        usb = machine.mem16
        return bool(usb[_USB_STATUS + 2] & _CONNECTED and not usb[_USB_STATUS] & _SUSPENDED)

    return has_usb_power


def _vsys(machine: ModuleType, board: Board) -> Callable[[], int]:
    """Return a function that reads the raw value of the VSYS pin."""
    if board.VSYS_SELECT is None:
        return machine.ADC(board.VSYS).read_u16

    def read() -> int:
        # On a Pico W the pin VSYS is also the clock of the radio's bus. The pin measures the supply only while the
        # pin VSYS_SELECT is high, which deselects the radio. After the measurement the pin VSYS becomes the clock
        # again: ALT 7 connects it to the PIO of the bus.
        machine.Pin(board.VSYS_SELECT, machine.Pin.OUT, value=1)
        try:
            return machine.ADC(board.VSYS).read_u16()
        finally:
            machine.Pin(board.VSYS, machine.Pin.ALT, pull=machine.Pin.PULL_DOWN, alt=7)

    return read
