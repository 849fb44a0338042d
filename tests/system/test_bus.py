"""Another speed of the panel's bus: the question on a test picture, and the return from an unusable speed."""

from __future__ import annotations

import pytest

from simulator.board import VirtualBoard, definition
from simulator.keys import BACK, DOWN, OK
from simulator.store import MemoryStore


@pytest.fixture
def device() -> VirtualBoard:
    """A device in the settings, on the line of the bus."""
    device = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\nlanguage=en\n"}))
    device.context.open("system.settings")
    device.run(50)
    device.press_down_to("Screen speed")
    return device


def to_fast(device: VirtualBoard) -> None:
    """Choose 1 MHz in the list of speeds."""
    device.press(OK)
    device.press_down_to("1 MHz")
    device.press(OK)


def test_ok_keeps_the_speed_and_a_restart_has_it(device: VirtualBoard) -> None:
    to_fast(device)
    assert device.bus.hertz == 1_000_000
    assert "At 1 MHz" in device.words.as_read()
    assert b"speed" not in device.store.read("settings")  # a power cut restores the old speed
    device.press(OK)
    assert device.app.device.settings["speed"] == "fast" and device.bus.hertz == 1_000_000
    device.boot()
    device.run(300)
    assert device.bus.hertz == 1_000_000 and device.picture() == bytes(device.app.device.panel.buffer)
    assert device.faults == []


@pytest.mark.parametrize("wait", [False, True])
def test_back_and_ten_seconds_take_it_back(device: VirtualBoard, wait: bool) -> None:
    before = device.picture()
    to_fast(device)
    if wait:
        device.run(9_000)
        assert device.bus.hertz == 1_000_000
        device.run(1_500)
    else:
        device.press(BACK)
    assert device.bus.hertz == 400_000 and device.app.device.settings["speed"] == "usual"
    device.run(100)
    assert device.picture() == before
    assert device.faults == []


def test_a_panel_that_does_not_keep_up_comes_back_by_itself(device: VirtualBoard) -> None:
    before = device.picture()
    device.bus.fastest = 400_000
    to_fast(device)
    device.run(6_000)  # the App checks the panel every five seconds
    assert device.bus.hertz == 400_000
    assert device.picture() == before and device.app.device.panel.ok


def test_from_fast_to_usual_nothing_is_asked(device: VirtualBoard) -> None:
    to_fast(device)
    device.press(OK)
    device.press(OK)
    device.press(1)
    device.press(OK)
    assert device.app.device.settings["speed"] == "usual" and device.bus.hertz == 400_000


def test_long_wires_get_a_slower_bus_after_its_test_picture(device: VirtualBoard) -> None:
    device.bus.fastest = 100_000
    device.press(OK)
    device.press(DOWN)
    device.press(DOWN)
    device.press(OK)
    assert device.bus.hertz == 100_000
    device.run(1_500)  # the App searches a missing panel every second
    assert "At 100 kHz" in device.words.as_read()
    assert device.app.device.panel.ok and device.picture() == bytes(device.app.device.panel.buffer)
    device.press(OK)
    assert device.app.device.settings["speed"] == "slow"
    device.boot()
    device.run(1_500)
    assert device.bus.hertz == 100_000 and device.picture() == bytes(device.app.device.panel.buffer)
    device.context.open("system.settings")
    device.run(50)
    device.press_down_to("Screen speed")
    to_fast(device)
    device.run(11_000)  # no response: the App restores the previous speed
    assert device.bus.hertz == 100_000 and device.app.device.settings["speed"] == "slow"


def test_a_device_without_it_has_one_speed() -> None:
    device = VirtualBoard(definition("pico_sh1106"))
    device.app.device.hardware.set_speed = None
    device.app.device.change_speed(1_000_000)
    assert device.bus.hertz == 400_000
