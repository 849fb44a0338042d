"""Memory on a heap of 32-bit words, with the firmware built for the device.

Figures are bytes in use after a collection, as `gc.mem_alloc()` counts them. `make chip` measures those of
the UF2; here they must not grow.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from simulator import paths
from simulator.keys import BACK, DOWN, OK, UP
from tests.micropython import heap_device
from tests.micropython.wasm import Call, Wasm
from tests.sweep import case_count

paths.install()
from gobelet.device.settings import entries  # noqa: E402
from gobelet.games import GAMES  # noqa: E402

# Bytes of heap that the App assumes. All modules are copies here, unlike in a UF2, so the number is larger
# than on a Pico. The number is small enough that modules are evicted.
HEAP = 300_000

BROUGHT = 8_000  # the least number of bytes that the first screens of a game load, without names

FILLERS = (16, 3000)  # sizes in bytes

CHUNK = 160  # the first drawing of a character interns it, and the room for names grows by 128 bytes
# Random heap contents move the least of four marks by a few hundred bytes, up and down, for up to 45 000
# presses.
#
# A leak of 32 bytes at each press shows in `make test ARGS=--all`, of 3 in `make survive`.
CHANCE = 2_000

MONKEY = case_count(250, 20_000)  # presses
ROUNDS = 10
SETTLE = 3000  # ms until the last message has disappeared and the screens are saved
CHOICES = {name: default for name, _, default in entries()} | {"taught": 1}
TAUGHT = b"taught=yes\n".hex()


@pytest.fixture
def device(firmware: Path) -> Iterator[Device]:
    with heap_device.heap_device_of(firmware) as python:
        yield Device(python)


class Device:
    """The firmware, and the bytes that it uses besides those of the test's own parts."""

    def __init__(self, python: Wasm) -> None:
        self.python = python
        self.own = heap_device.used_bytes(python)
        python.call("begin")
        python.call("room", HEAP)
        self.now = 0

    def used(self) -> int:
        return heap_device.used_bytes(self.python) - self.own

    def start(self) -> None:
        """Power on; the lessons are done."""
        self.python.calls([["file", "settings", TAUGHT], ["boot", 0]])
        self.passes(300)

    def passes(self, ms: int, mask: int = 0) -> None:
        every = 10 if mask or ms < SETTLE else 50
        self.python.calls([["step", self.now + at, mask] for at in range(0, ms, every)])
        self.now += ms

    def press(self, key: int, ms: int = 40) -> None:
        self.passes(ms, key)
        self.passes(60)

    def visit(self, game: str) -> int:
        """Open a game, open its first lines, and leave it.

        The result is the number of bytes in use inside the game.
        """
        self.python.calls([["home"], ["open_screen", f"{game}.home"]])
        for key in (OK, BACK, DOWN, OK, BACK):
            self.press(key)
        inside = self.used()
        self.python.call("home")
        self.passes(100)
        return inside


def laid_out(firmware: Path) -> Iterator[Device]:
    """Devices whose heaps have all objects at other addresses.

    On one device a number may look like a pointer to a dropped module, and keep the module for a while. So
    the lower figure of both devices counts.
    """
    for filler in FILLERS:
        with heap_device.heap_device_of(firmware) as python:
            python.run(f"filler = bytearray({filler})")
            yield Device(python)


def bytes_of_visits(device: Device, count: int) -> list[list[int]]:
    """Return the bytes in use inside each game and after all of them, for `count` rounds."""
    device.start()
    rounds = []
    for _ in range(count):
        inside = [device.visit(game) for game in GAMES]
        device.press(UP)  # below the games, so that the modules of the last game are evicted
        device.passes(300)
        rounds.append([*inside, device.used()])
    return rounds


@pytest.mark.slow
def test_games_are_dropped_and_the_tenth_visit_is_like_those_before(firmware: Path) -> None:
    rounds: list[list[int]] = []
    for device in laid_out(firmware):
        found = bytes_of_visits(device, 10)
        rounds = [list(map(min, *both)) for both in zip(rounds or found, found, strict=True)]
        kept = what_stayed(rounds)
        if not kept:
            break
    assert not kept, kept


def what_stayed(rounds: list[list[int]]) -> dict[str, list[int]]:
    """Return the bytes of each round, outside or inside a game, for each place where they grew."""
    outside = [figures[-1] for figures in rounds]
    kept = {"outside": outside} if outside[9] > outside[1] + CHUNK else {}
    for at, game in enumerate(GAMES):
        inside = [figures[at] for figures in rounds]
        # In the second round, fewer modules may be loaded ahead of a key.
        grew = inside[9] > max(inside[1:3]) + CHUNK
        # Interned names stay, and all other bytes are freed.
        if grew or outside[9] >= inside[9] - BROUGHT:
            kept[game] = inside
    return kept


def test_idle_passes_allocate_nothing(device: Device) -> None:
    device.start()
    for screen in ("system.home", *(f"{game}.home" for game in GAMES)):
        device.python.call("open_screen", screen)
        device.passes(2000)  # the screens are saved, and all is drawn
        assert device.python.call("idle", device.now, 1000) <= 64, screen
        device.now += 10_000
        device.python.call("home")
        device.passes(100, UP)
        device.passes(100)


def random_keys() -> Iterator[tuple[int, int]]:
    """Yield random keys, and how long each is held."""
    source = random.Random(1)
    keys = (OK, OK, OK, DOWN, DOWN, DOWN, UP, UP, BACK, BACK)
    while True:
        yield source.choice(keys), 700 if source.random() < 0.15 else 40


def left_behind(device: Device, rounds: int, presses: int, games: Sequence[str] = GAMES) -> list[int]:
    """Return the bytes in use at the list of games after each round through these games.

    The App is not restarted between the rounds, because a restart would free its leaks.
    """
    keys = random_keys()
    marks = []
    for _ in range(rounds):
        calls: list[Call] = []
        for game in games:
            calls += [["home"], ["open_screen", f"{game}.home"]]
            for key, held in itertools.islice(keys, presses):
                for after, mask in ((0, key), (held, key), (10, key), (30, 0), (10, 0), (10, 0)):
                    device.now += after
                    calls.append(["step", device.now, mask])
                device.now += 30
        # The keys changed settings too; restore the settings, so that only leaked bytes count.
        calls += [["choose", name, choice] for name, choice in CHOICES.items()]
        calls += [["apply_settings"], ["home"]]
        printed = [line for _, lines in device.python.calls(calls) for line in lines]
        assert not any(line.startswith("fault") for line in printed), printed
        device.press(UP)  # below the games, where no game is loaded ahead
        device.passes(SETTLE)
        marks.append(device.used())
    return marks


def check_nothing_left(marks: list[int]) -> None:
    assert len(marks) >= 10
    # The least of several marks counts, because a stale number can look like a pointer and keep a module for
    # one round. A leak is in all marks.
    assert min(marks[-4:]) <= min(marks[1:5]) + CHANCE, marks


def start_knowing_all_names(device: Device) -> None:
    """Import all modules first, because interned names stay for ever.

    The start then removes the modules themselves.
    """
    for module in heap_device.modules():
        if module.startswith(
            ("gobelet.games.", "gobelet.ui.", "gobelet.rules.", "gobelet.journal.", "gobelet.system.")
        ):
            device.python.call("load", module)
    device.start()
    # Modules outside the games stay after their import, and so do fonts.
    device.python.run("for size in (17, 24, 32, 48): session.world.app.canvas.width('0', size)")
    for module in heap_device.modules():
        if not module.startswith("gobelet.games."):
            device.python.call("load", module)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.sweep
def test_many_presses_leave_nothing_behind(device: Device) -> None:
    start_knowing_all_names(device)
    marks = left_behind(device, ROUNDS, MONKEY // (ROUNDS * len(GAMES)))
    check_nothing_left(marks)
    # The test finds a planted leak.
    device.python.call("plant", CHANCE // 2)
    marks = left_behind(device, ROUNDS, 5, GAMES[:1])
    with pytest.raises(AssertionError):
        check_nothing_left(marks)
