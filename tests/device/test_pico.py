"""The real objects of a board, made from its file on a `machine` that only records the calls."""

import sys
import time
import types
from pathlib import Path

import pytest

from gobelet.device import pico
from host_tools.building.build import board_module, boards

NAMES = boards()
MEASURED = [name for name in NAMES if board_module(name).VSYS is not None]


class Pin:
    IN, OUT, OPEN_DRAIN, ALT = 0, 1, 2, 3
    PULL_UP, PULL_DOWN = 1, 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    levels: dict = {}
    made: dict = {}
    log: list = []

    def __init__(self, number, mode=None, pull=None, value=None, alt=None):
        self.number = number
        self.handler = None
        Pin.made[number] = self
        Pin.log.append((number, mode, pull, value, alt))
        if mode == Pin.OUT:
            Pin.levels[number] = value

    def __call__(self, *level):
        if level:
            Pin.log.append((self.number, *level))
        return Pin.levels.get(self.number, 1)

    def irq(self, handler=None, trigger=0, hard=False):
        if handler is not None:
            assert trigger == Pin.IRQ_FALLING | Pin.IRQ_RISING
            assert hard, "soft ones wait for the end of what is done"
            self.handler = handler
        assert self.handler is not None, "without a handler the pin cannot end a light sleep"
        return self

    def flags(self):
        return self.edges

    def on_edge(self, flags):
        self.edges = flags
        self.handler(self)


class I2C:
    def __init__(self, number, sda, scl, freq):
        # The chip's rule for the pins that a bus can use.
        assert sda.number % 4 == number * 2
        assert scl.number % 4 == number * 2 + 1
        self.freq = freq


class ADC:
    radio = False

    def __init__(self, pin):
        assert pin in (26, 27, 28, 29)

    def read_u16(self):
        if ADC.radio:
            assert Pin.levels.get(25) == 1, "the radio must be deselected while VSYS is measured"
        return 25000


class Pwm:
    def __init__(self, pin, freq, duty_u16):
        assert duty_u16 == 0, "silent at first"


@pytest.fixture
def machine(monkeypatch):
    machine = types.SimpleNamespace(
        Pin=Pin, I2C=I2C, ADC=ADC, PWM=Pwm, mem16={0x50110050: 0, 0x50110052: 0}, lightsleep=lambda ms: None
    )
    Pin.levels = {}
    Pin.log = []
    ADC.radio = False
    monkeypatch.setitem(sys.modules, "machine", machine)
    for name in ("sleep_ms", "sleep_us", "ticks_ms", "ticks_diff"):
        monkeypatch.setattr(time, name, lambda *a: 0, raising=False)
    return machine


@pytest.fixture(params=NAMES)
def board(request):
    return board_module(request.param)


def test_builds_every_board(machine, board, tmp_path):
    made = pico.build(board, str(tmp_path / "data"))
    for number in (board.UP, board.DOWN, board.OK, board.BACK):
        assert (number, Pin.IN, Pin.PULL_UP, None, None) in Pin.log
    assert made.bus.freq == board.FREQ
    assert list((tmp_path / "data").iterdir()) == []
    assert len(made.entropy.read(5)) == 5


def test_it_sleeps_on_battery_unless_its_file_says_no(machine, board, tmp_path, monkeypatch):
    if board.VBUS is not None:
        Pin.levels = {board.VBUS: 0}
    assert pico.build(board, str(tmp_path / "data")).can_sleep()
    monkeypatch.setattr(board, "SLEEP", False, raising=False)
    assert not pico.build(board, str(tmp_path / "data")).can_sleep()


def test_keys_read_their_pins(machine, board, tmp_path):
    keys = pico.build(board, str(tmp_path / "data")).keys
    assert keys.read() == 0
    for key, number in ((1, board.UP), (2, board.DOWN), (4, board.OK), (8, board.BACK)):
        Pin.levels = {number: 0}
        assert keys.read() == key
    Pin.levels = {board.UP: 0, board.BACK: 0}
    assert keys.read() == 9


class Stuck:
    """A panel that stopped within a byte: SDA is low until SCL has fallen a number of times."""

    def __init__(self, clocks):
        self.left = clocks
        self.seen = []  # each item is (wire, level)

    def pin(self):
        panel = self

        class Wire(Pin):
            def __init__(self, number, mode=None, pull=None, value=None, alt=None):
                super().__init__(number, mode, pull, value, alt)
                assert mode != Pin.OUT, "a wire that both sides pull down is pushed up by none"

            def __call__(self, *level):
                if not level:
                    return int(panel.left <= 0)
                if self.number % 2:
                    panel.left -= 1 - level[0]
                panel.seen.append((self.number, *level))
                return None

        return Wire


@pytest.mark.parametrize("clocks", [1, 5, 9])
def test_a_panel_that_holds_the_bus_gets_its_clocks_and_a_stop(machine, monkeypatch, clocks):
    """A reset in the middle of a transfer leaves the bus held.

    Without the clocks, only a power cut would free it.
    """
    panel = Stuck(clocks)
    monkeypatch.setattr(machine, "Pin", panel.pin())
    board = board_module("pico_ssd1306")
    pico.open_bus(board)
    assert panel.left <= 0
    assert panel.seen == [(board.SCL, 0), (board.SCL, 1)] * 9 + [(board.SDA, 0), (board.SDA, 1)]
    panel.seen.clear()
    pico.open_bus(board)
    assert panel.seen == [], "a free bus is left alone"


def waiting_masks(keys):
    """The masks of the edges that wait in the ring."""
    found = []
    while keys.fetch_change():
        found.append(keys.mask)
    return found


def test_every_edge_is_noted(machine, board, tmp_path):
    keys = pico.build(board, str(tmp_path / "data")).keys
    Pin.levels = {board.DOWN: 0}
    Pin.made[board.DOWN].on_edge(Pin.IRQ_FALLING)
    Pin.levels = {board.DOWN: 0, board.OK: 0}
    Pin.made[board.OK].on_edge(Pin.IRQ_FALLING)
    Pin.levels = {board.OK: 0}
    Pin.made[board.DOWN].on_edge(Pin.IRQ_RISING)
    assert waiting_masks(keys) == [2, 6, 4]
    assert waiting_masks(keys) == []


@pytest.mark.parametrize(("held", "masks"), [(False, [8, 0]), (True, [0, 8])])
def test_both_edges_of_a_pin_while_interrupts_wait(machine, board, tmp_path, held, masks):
    """During an erase of the flash, an interrupt comes late.

    The interrupt may belong to a tap that has ended, or to a new press.
    """
    keys = pico.build(board, str(tmp_path / "data")).keys
    Pin.levels = {board.BACK: 0} if held else {}
    Pin.made[board.BACK].on_edge(Pin.IRQ_FALLING | Pin.IRQ_RISING)
    assert waiting_masks(keys) == masks


@pytest.mark.parametrize("board", MEASURED, indirect=True)
def test_gauge_measures_vsys_and_gives_the_radio_its_pin_back(machine, board, tmp_path):
    ADC.radio = board.VSYS_SELECT is not None
    gauge = pico.build(board, str(tmp_path / "data")).gauge
    Pin.log = []
    assert gauge.millivolts() == 25000 * 9900 // 65535 + board.VSYS_DROP
    if ADC.radio:
        assert Pin.log[-1] == (29, Pin.ALT, Pin.PULL_DOWN, None, 7)
    else:
        assert Pin.log == []


def test_a_buzzer_gets_a_tone_and_a_motor_is_switched(machine):
    made = []

    class Pwm:
        def __init__(self, pin, freq, duty_u16):
            assert duty_u16 == 0, "silent at first"
            made.append((pin.number, freq))

        def duty_u16(self, duty):
            made.append(duty)

    machine.PWM = Pwm
    board = board_module("pico_ssd1306_buzzer")
    board.MOTOR = 14
    switch = pico.buzzer(board)
    switch(1)
    switch(0)
    assert made == [(board.BUZZER, pico.BUZZER_HZ), 0x8000, 0]
    assert Pin.log == [(16, None, None, None, None), (14, Pin.OUT, None, 0, None), (14, 1), (14, 0)]
    assert pico.buzzer(board_module("pico_ssd1306")) is None


@pytest.mark.parametrize(("year", "hour"), [(2021, None), (2026, 14)])
def test_the_hour_is_known_once_the_clock_was_set(monkeypatch, year, hour):
    monkeypatch.setattr(time, "localtime", lambda: (year, 11, 23, 14, 5, 0, 0, 327))
    assert pico.Pico.hour(None) == hour


def test_a_panel_with_a_reset_pin_is_reset_before_it_is_asked(machine, tmp_path):
    board = board_module("pico_ssd1309")
    pico.open_bus(board)
    assert Pin.log[:2] == [(board.RESET, Pin.OUT, None, 0, None), (board.RESET, 1)]


def test_a_board_without_vsys_has_no_gauge(machine, tmp_path):
    board = board_module(NAMES[0])
    board.VSYS = None
    assert pico.build(board, str(tmp_path / "data")).gauge is None


@pytest.mark.parametrize("board", MEASURED, indirect=True)
@pytest.mark.parametrize(
    ("low", "high", "there"),
    [(0, 0, False), (0, 1, True), (0x10, 1, False), (0xFFEF, 0xFFFF, True), (0, 0xFFFE, False)],
)
def test_a_computer_on_usb_is_noticed(machine, board, tmp_path, low, high, there):
    Pin.levels = {24: 0}
    machine.mem16.update({0x50110050: low, 0x50110052: high})
    assert pico.build(board, str(tmp_path / "data")).gauge.has_usb_power() is there


@pytest.mark.parametrize("board", MEASURED, indirect=True)
def test_a_charger_is_noticed_where_the_board_has_the_pin(machine, board, tmp_path):
    Pin.levels = {24: 1}
    assert pico.build(board, str(tmp_path / "data")).gauge.has_usb_power() is (board.VBUS is not None)


def test_whom_interrupts_call_is_known_where_they_are_registered():
    """Methods that interrupts call stay on the heap (memory/inplace.py).

    So pico.py is the only file that sets up interrupts. Gobelet has no other timer and no thread.
    """
    root = Path(pico.__file__).parents[2]
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in ("handler=", ".irq(handler", "machine.Timer", "callback=", "schedule(", "_thread"):
            assert text.count(word) == (path.name == "pico.py" and word in ("handler=", ".irq(handler")), (
                path,
                word,
            )
