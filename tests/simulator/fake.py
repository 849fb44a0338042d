"""A tiny App for tests of the simulator without the firmware: a counter, a die, and some words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gobelet.device.hardware import Hardware
from gobelet.device.keys import BACK, DOWN, HOLD, OK, PRESS, RELEASE, REPEAT, UP, Keys
from gobelet.device.panel import Panel
from gobelet.rules.shaker import Shaker
from simulator.board import MakeApp, VirtualBoard
from simulator.recorder import Words


class FakeApp:
    """An App in which UP and DOWN count, OK rolls a d6, BACK fails, and a long OK stores the count."""

    def __init__(self, words: Words, hardware: Hardware, board: Any, _: Any) -> None:
        self.words = words
        self.hardware = hardware
        self.pins: Any = hardware.keys
        self.clock = hardware.clock
        self.store = hardware.store
        self.panel = Panel(hardware.bus, board.CHIP, board.ADDRESS)
        self.panel.flip(board.FLIP)
        self.keys = Keys()
        self.device = SimpleNamespace(keys=self.keys, panel=self.panel, store=self.store)
        self.shaker = Shaker(hardware.entropy.read)
        self.count = int(self.store.read("count") or b"0")
        self.rolled = 0
        self.steps: list[int] = []

    def start(self) -> None:
        self.panel.start()
        self.hardware.say(f"count {self.count}")

    def step(self) -> int:
        self.steps.append(self.clock.ticks())
        heard: list[tuple[int, int, int]] = []
        while self.pins.fetch_change():
            heard += self.keys.poll(self.pins.mask, self.pins.time, self.clock.diff)
        heard += self.keys.poll(self.pins.read(), self.clock.ticks(), self.clock.diff)
        for key, kind, n in heard:
            if key in (UP, DOWN) and kind in (PRESS, REPEAT):
                self.count += n if key == UP else -n
            elif (key, kind) == (OK, RELEASE):
                self.rolled = self.shaker.roll(6)
            elif (key, kind) == (OK, HOLD):
                self.store.replace("count", b"%d" % self.count)
            elif (key, kind) == (BACK, RELEASE):
                self.hardware.report(ZeroDivisionError("this screen"))
        self.words.clear()
        for row, word in enumerate(("count", str(self.count), f"rolled  {self.rolled}")):
            self.words.draw(word, 0, 10 * row, 50, 8)
        self.panel.buffer[:] = bytes([self.count & 0xFF]) * 1024
        self.panel.show()
        return 10


def fake_app(words: Words) -> MakeApp:
    return lambda *parts: FakeApp(words, *parts)


def fake_board(**options: Any) -> VirtualBoard:
    return VirtualBoard(make_app=fake_app, **options)
