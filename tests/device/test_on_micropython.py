"""The modules of the device under real MicroPython."""

from pathlib import Path

HERE = Path(__file__).parent


def test_panel_and_keys(micropython):
    printed = micropython(HERE / "mp_panel_and_keys.py")
    assert printed.endswith("done\n")


def test_store_on_littlefs_with_the_power_cut_everywhere(micropython):
    printed = micropython(HERE / "mp_store.py")
    assert printed.endswith("done\n")


def test_clock_and_entropy(micropython):
    script = """
from gobelet.device.clock import DeviceClock
from gobelet.device.entropy import DeviceEntropy
clock = DeviceClock()
print(0 <= clock.diff(clock.ticks(), clock.ticks() - 3) <= 50)
data = DeviceEntropy().read(64)
print(len(data), len(set(data)) > 30)
"""
    assert micropython(script) == "True\n64 True\n"
