"""The firmware on the virtual board, with the real panel driver and random keys."""

from __future__ import annotations

import random

import pytest

from gobelet.device.panel import Panel
from simulator.board import BOOT_MS, VirtualBoard, definition
from simulator.bus import Bus
from simulator.clock import PERIOD, VirtualClock
from simulator.keys import BACK, DOWN, OK, UP
from simulator.panel import CHIPS
from simulator.store import MemoryStore, PowerCut

ADDRESS = 0x3C


def wire_panel(chip: str, turned: bool = False) -> tuple[Panel, Bus]:
    bus = Bus()
    bus.attach(ADDRESS, CHIPS[chip](turned))
    board = definition(f"pico_{chip}")
    panel = Panel(bus, chip, ADDRESS, getattr(board, "PANEL", ""))
    panel.flip(turned)
    return panel, bus


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("chip", sorted(CHIPS))
class TestPanelDriver:
    def change(self, panel: Panel, chance: random.Random) -> None:
        """Draw something small or large."""
        for _ in range(chance.choice((1, 1, 2, 40))):
            at, length = chance.randrange(1024), chance.randrange(1, 60)
            panel.buffer[at : at + length] = chance.randbytes(len(panel.buffer[at : at + length]))

    def test_every_frame_arrives(self, chip: str, turned: bool) -> None:
        panel, bus = wire_panel(chip, turned)
        assert panel.start()
        chance = random.Random(1)
        for _ in range(200):
            self.change(panel, chance)
            before = bus.sent
            assert panel.show() == bus.sent - before
            assert bus.devices[ADDRESS].picture() == panel.buffer

    def test_after_any_lost_transaction_it_comes_back_whole(self, chip: str, turned: bool) -> None:
        chance = random.Random(2)
        for lost in range(1, 24):
            panel, bus = wire_panel(chip, turned)
            bus.fail_at(lost)
            panel.start()
            for _ in range(3):
                self.change(panel, chance)
                panel.show()
            if panel.ok:
                assert lost > bus.transactions
            assert panel.start()
            assert bus.devices[ADDRESS].picture() == panel.buffer


def frame_as_shown(board: VirtualBoard) -> bytes:
    """The frame as the present settings show it; the random keys change settings too."""
    app = board.app
    frame = bytes(app.device.panel.buffer)
    if board.panel.is_dark:
        return bytes(1024)
    if app.device.settings.is_on("flip"):
        frame = bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(frame))
    return bytes(byte ^ 0xFF for byte in frame) if app.device.settings.is_on("invert") else frame


@pytest.mark.parametrize("seed", range(4))
def test_a_monkey_at_the_keys(seed: int) -> None:
    """Press random keys: no screen fails, the panel shows the frame, and a power cut loses nothing."""
    chance = random.Random(seed)
    clock = VirtualClock(PERIOD - 20_000)  # the clock wraps during the test
    store = MemoryStore({"settings": b"taught=yes\n"})
    board = VirtualBoard(definition(chance.choice(("pico_ssd1306", "pico_sh1106"))), clock=clock, store=store)
    board.run(BOOT_MS)
    for _ in range(250):
        if chance.random() < 0.02:
            store.cut_in = chance.randrange(1, 6)
            store.torn = chance.random() < 0.5
        try:
            key = chance.choice((UP, DOWN, DOWN, OK, OK, OK, BACK))
            board.press(key, chance.choice((40, 40, 40, 40, 700, 1500)))
            board.run(chance.choice((0, 0, 0, 300, 2500)))
        except PowerCut:
            board.boot()
            board.run(BOOT_MS)
        for fault in board.faults:
            raise fault
        assert board.picture() == frame_as_shown(board)
