"""One game on two Gobelets, whatever happens to the cables."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from host_tools.link.same_game import Cell, End, SameGame
from host_tools.link.table import read
from simulator.board import VirtualBoard
from simulator.serial import Serial
from tests import sweep


class Two:
    """Two devices with counters open, and a desk between them. `pull` of the messages: the cable is pulled there."""

    def __init__(self) -> None:
        self.devices = [self._device(), self._device()]
        self.ends = [End(lambda request, n=n: self.ask(n, request)) for n in range(2)]  # type: ignore[misc]
        self.conflicts: list[list[Cell]] = []
        self.same = SameGame(*self.ends, lambda cells, why: self.conflicts.append(cells))
        self.messages = 0
        self.pulled: set[int] = set()
        for n in range(2):
            self.ask(n, {"hello": 1})

    @staticmethod
    def _device() -> VirtualBoard:
        device = VirtualBoard(serial=Serial())
        device.app.settings.choose("taught", 1)
        device.app.home()
        device.app.open("counters.home")
        return device

    def ask(self, n: int, request: Mapping[str, Any]) -> None:
        serial = self.devices[n].serial
        assert serial is not None
        serial.typed += b"\n" + json.dumps(request).encode() + b"\n"

    def run(self, ms: int) -> None:
        for _ in range(0, ms, 100):
            for n, device in enumerate(self.devices):
                device.run(100)
                assert device.serial is not None
                *lines, rest = bytes(device.serial.said).split(b"\n")
                device.serial.said[:] = rest
                for line in lines:
                    message = read(line)
                    self.messages += 1
                    if self.messages in self.pulled:
                        device.serial.typed.clear()
                        device.serial.said.clear()
                        self.ask(n, {"hello": 1})
                        break
                    if message is not None:
                        self.same.heard(self.ends[n], message)

    def change(self, n: int, cell: Cell, by: int) -> None:
        session = self.devices[n].app.session
        session.change([(*cell, session.get(*cell) + by)])

    def get(self, n: int, cell: Cell) -> int:
        return int(self.devices[n].app.session.get(*cell))

    def equal(self) -> bool:
        first, second = (device.app.session.state.sheets for device in self.devices)
        return bool(first == second)


LIFE = ("player", 0, "v0")
OTHER = ("player", 1, "v0")


def test_changes_on_either_are_on_both() -> None:
    two = Two()
    two.run(1500)
    two.change(0, LIFE, -3)
    two.change(1, OTHER, -5)
    two.run(4000)
    assert [two.get(n, cell) for n in range(2) for cell in (LIFE, OTHER)] == [17, 15, 17, 15]
    assert two.equal() and not two.conflicts
    two.devices[0].app.undo()  # what was done on the follower is a transaction of the leader
    two.run(4000)
    assert two.get(1, OTHER) == 20 and two.equal()


def test_a_conflict_is_told_and_the_leader_counts() -> None:
    two = Two()
    two.run(1500)
    two.change(0, LIFE, -3)
    two.change(1, LIFE, -1)
    two.run(5000)
    assert two.conflicts == [[LIFE]]
    assert two.get(0, LIFE) == two.get(1, LIFE) == 17


@pytest.mark.sweep
def test_pulled_at_every_message() -> None:
    most = 60 if sweep.SHARE else 8
    for pulled in range(1, most):
        two = Two()
        two.pulled = {pulled, pulled + 3}
        two.run(800)
        two.change(0, LIFE, -3)
        two.run(300)
        two.change(1, OTHER, -5)
        two.run(8000)
        assert two.equal(), pulled
        assert two.get(0, LIFE) == 17, pulled
        assert two.get(0, OTHER) == (20 if two.conflicts else 15), pulled


def test_changes_and_cables_at_random() -> None:
    some = random.Random(5)
    two = Two()
    two.run(1000)
    for _ in range(12):
        two.pulled.add(two.messages + some.randint(1, 9))
        two.change(some.randrange(2), some.choice((LIFE, OTHER)), some.choice((-1, 1)))
        two.run(some.choice((100, 400, 900)))
    two.run(8000)
    assert two.equal()
