"""One game on two Gobelets, connected by the table page with unreliable cables: a battle of Trireme."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from host_tools.link.shapes import parse_message
from simulator.board import VirtualBoard
from simulator.serial import Serial
from simulator.store import MemoryStore
from tests import node, sweep
from tests.chip import desk

Cell = tuple[str, int, str]  # kind, row, field
HULL: Cell = ("ship", 0, "pv")
MEN: Cell = ("ship", 1, "men")


@cache
def battle_files() -> dict[str, bytes]:
    return desk.state_files("boarding")


@pytest.fixture(scope="module")
def page_process() -> Iterator[subprocess.Popen[str]]:
    """Start the page's part in Node."""
    script = str(Path(__file__).with_name("table_same.mjs"))
    with subprocess.Popen(
        [node.node_path(), script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        yield running
        assert running.stdin is not None
        running.stdin.close()


class Two:
    """Two devices with the same battle, and the page between them.

    pulled: the numbers of the messages at which the cable was disconnected.
    """

    def __init__(self, same: subprocess.Popen[str]) -> None:
        self.same = same
        self._heard(None)
        self.devices = [self._device(), self._device()]
        self.conflicts: list[list[str]] = []
        self.messages = 0
        self.pulled: set[int] = set()
        for n in range(2):
            self.ask(n, {"hello": 1})

    @staticmethod
    def _device() -> VirtualBoard:
        return VirtualBoard(store=MemoryStore(dict(battle_files())), serial=Serial())

    def _heard(self, given: Any) -> dict[str, Any]:
        assert self.same.stdin is not None and self.same.stdout is not None
        self.same.stdin.write(json.dumps(given) + "\n")
        self.same.stdin.flush()
        return dict(json.loads(self.same.stdout.readline()))

    def hear(self, n: int, message: dict[str, Any]) -> None:
        found = self._heard([n, message])
        self.conflicts += found["conflicts"]
        for end, request in found["asked"]:
            self.ask(end, request)

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
                    message = parse_message(line)
                    self.messages += 1
                    if self.messages in self.pulled:
                        device.serial.typed.clear()
                        device.serial.said.clear()
                        self.ask(n, {"hello": 1})
                        break
                    if message is not None:
                        self.hear(n, message)

    def change(self, n: int, cell: Cell, by: int) -> None:
        session = self.devices[n].context.session
        session.change([(*cell, session.get(*cell) + by)])

    def get(self, n: int, cell: Cell) -> int:
        return int(self.devices[n].context.session.get(*cell))

    def equal(self) -> bool:
        first, second = (device.context.session.state.sheets for device in self.devices)
        return bool(first == second)


def test_changes_on_either_are_on_both(page_process: subprocess.Popen[str]) -> None:
    two = Two(page_process)
    two.run(1500)
    two.change(0, HULL, -3)
    two.change(1, MEN, -5)
    two.run(4000)
    assert [two.get(n, cell) for n in range(2) for cell in (HULL, MEN)] == [2, 4, 2, 4]
    assert two.equal() and not two.conflicts
    two.devices[0].context.undo()  # an action on the follower becomes a transaction of the leader
    two.run(4000)
    assert two.get(1, MEN) == 9 and two.equal()


def test_a_conflict_is_told_and_the_leader_counts(page_process: subprocess.Popen[str]) -> None:
    two = Two(page_process)
    two.run(1500)
    two.change(0, HULL, -3)
    two.change(1, HULL, -1)
    two.run(5000)
    assert two.conflicts == [["ship 0 pv"]]
    assert two.get(0, HULL) == two.get(1, HULL) == 2


@pytest.mark.sweep
def test_pulled_at_every_message(page_process: subprocess.Popen[str]) -> None:
    """The cable is disconnected again while the devices reconnect: no message is lost or doubled."""
    two = Two(page_process)
    play_battle(two)
    every = range(1, two.messages + 1)
    assert len(every) > 20 and not two.conflicts
    for pulled in sweep.sample_cases(every, 8):
        two = Two(page_process)
        two.pulled = {pulled, pulled + 3}
        play_battle(two)
        assert two.equal(), pulled
        assert two.get(0, HULL) == 2, pulled
        assert two.get(0, MEN) == (9 if two.conflicts else 4), pulled


def play_battle(two: Two) -> None:
    two.run(800)
    two.change(0, HULL, -3)
    two.run(300)
    two.change(1, MEN, -5)
    two.run(8000)


def test_changes_and_cables_at_random(page_process: subprocess.Popen[str]) -> None:
    some = random.Random(5)
    two = Two(page_process)
    two.run(1000)
    for _ in range(12):
        two.pulled.add(two.messages + some.randint(1, 9))
        cell = some.choice((HULL, MEN))
        n = some.randrange(2)
        two.change(n, cell, -1 if two.get(n, cell) > 2 else 1)
        two.run(some.choice((100, 400, 900)))
    two.run(8000)
    assert two.equal()
