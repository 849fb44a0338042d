"""Failing hardware during whole games: flash, entropy, the panel and its wires, two keys at once."""

from __future__ import annotations

import errno
import random
from collections import Counter
from typing import Any

import pytest

from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.script import SETTLE_MS
from simulator.store import MemoryStore
from tests.device.littlefs import Flash, mount_store
from tests.faults.monkey import Monkey

TAUGHT = b"taught=yes\n"


class FailingFlash(Flash):
    """A flash whose operations fail with a chance of one in `one_in`, without littlefs noticing.

    A program operation may also write only part of the bits, without an error. Calls of the store may fail
    too, see `make_store_fail`: littlefs itself survives fewer faults here than on the device.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.one_in = 0
        self.failed: Counter[str] = Counter()

    def has_failed(self, what: str) -> bool:
        failing = self.one_in > 0 and self.chance.randrange(self.one_in) == 0
        self.failed[what] += failing
        return failing

    def raise_at_random(self, what: str) -> None:
        if self.has_failed(what):
            raise OSError(errno.EIO)

    def readblocks(self, block: int, data: bytearray, off: int) -> None:
        if len(data) > 18:  # the short reads that search for a strip do not count
            self.raise_at_random("read")
        super().readblocks(block, data, off)

    def writeblocks(self, block: int, data: bytes, off: int) -> None:
        if not self.has_failed("write"):
            super().writeblocks(block, data, off)
        elif self.chance.random() < 0.5:
            raise OSError(errno.EIO)
        else:
            super().writeblocks(block, bytes([byte | 0x0F for byte in data]), off)


def make_store_fail(store: Any, flash: FailingFlash) -> Any:
    for name, what in (("read", "read"), ("_write", "write")):

        def call_or_fail(*args: Any, real: Any = getattr(store, name), what: str = what) -> Any:
            flash.raise_at_random(what)
            return real(*args)

        setattr(store, name, call_or_fail)
    return store


class PatientMonkey(Monkey):
    """A random player who continues after a failure of the store, and counts the error screens."""

    fault_screens = 0

    def enter(self) -> None:
        while (session := self.board.context.session) is None or session.name != self.game:
            context = self.board.context
            if session is not None:
                context.defer(context.navigation.home)
            self.lines.append(f"open {self.game}.home")
            # A pass of the App opens the game, and handles an error of the store.
            context.defer(context.open, f"{self.game}.home")
            self.board.run(SETTLE_MS)

    def check(self) -> None:
        faults = [fault for fault in self.board.faults if not isinstance(fault, OSError)]
        self.fault_screens += len(self.board.faults) - len(faults)
        self.board.faults[:] = faults
        super().check()


def sheet_values(board: VirtualBoard) -> list[bytes]:
    return [bytes(values) for values in board.context.session.state.sheets]


def bad_flash(game: str, seed: int, patch: pytest.MonkeyPatch) -> Counter[str]:
    """Play a game on a failing flash; at the end all changes exist and can be undone.

    Returns the number of failed reads and writes, and of messages to the player.
    """
    store = make_store_fail(mount_store(patch, flash := FailingFlash(seed), True), flash)
    player = PatientMonkey(game, seed + 4, store)
    for part in range(1, 7):
        flash.one_in = (0, 15, 5)[part % 3]
        player.play(80 * part)
    flash.one_in = 0
    player.play(520)
    player.enter()
    kept, steps = sheet_values(player.board), len(player.board.context.session.journal.done)
    player.board.store = mount_store(patch, flash)
    player.board.boot()
    player.board.run(BOOT_MS)
    player.enter()
    assert sheet_values(player.board) == kept
    assert len(player.board.context.session.journal.done) == steps
    player.undo_all()
    return flash.failed + Counter(told=player.fault_screens)


def bad_entropy(game: str, seed: int, keys: int, least: int = 0) -> Counter[str]:
    """Play a game with an entropy source that fails half of the time.

    Returns the number of failures and of messages. Up to ten times the keys are pressed until `least`
    failures have happened.
    """
    player = PatientMonkey(game, seed)
    chance = random.Random(seed)
    counts: Counter[str] = Counter()
    real = player.board.entropy.read

    def read(n: int) -> bytes:
        if chance.random() < 0.5:
            return real(n)
        counts["failed"] += 1
        return b""

    player.board.entropy.read = read  # type: ignore[method-assign]
    player.board.boot()
    player.play(keys)
    while counts["failed"] < least and player.keys < 10 * keys:
        player.play(player.keys + 200)
    player.undo_all()
    return counts + Counter(told=player.fault_screens)


class LooseWiresMonkey(Monkey):
    """A player whose panel has loose wires: transfers fail within frames, and the panel loses power."""

    def __init__(self, game: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()
        super().__init__(game, seed)

    def do(self, kind: str, key: int) -> None:
        board, bus = self.board, self.board.bus  # a restart replaces the App and its panel
        before = bus.lost
        chance = self.chance.randrange(12)
        if chance < 4:
            bus.fail_at(self.chance.randrange(1, 25), self.chance.randrange(1, 4))
        elif chance == 4:
            bus.detach(board.definition.ADDRESS)
        elif chance == 5:  # the panel has lost power and started again
            board.panel = type(board.panel)(turned=bool(board.definition.FLIP))
            self.counts["replugged"] += 1
        elif chance == 6:
            self.check_mended_picture()
        super().do(kind, key)
        if chance == 4 or chance == 5:
            board.bus.attach(board.definition.ADDRESS, board.panel)
        self.counts["transfers"] += bus.lost - before

    def check_mended_picture(self) -> None:
        """Check the picture after the wires are mended and no key was pressed for a while."""
        self.board.bus.mend()
        self.board.run(31_000)  # until the panel dims
        assert self.board.panel.picture() == bytes(self.board.app.device.panel.buffer), "another picture"
        assert not self.board.panel.is_dark
        self.counts["pictures"] += 1


def bad_wires(game: str, seed: int, keys: int) -> Counter[str]:
    """Play a game with such a panel.

    No exception is raised, and the picture reappears.
    """
    player = LooseWiresMonkey(game, seed)
    player.play(keys)
    player.check_mended_picture()
    return player.counts


def two_keys(game: str, seed: int, pairs: int) -> int:
    """Press and release pairs of keys in any order.

    No exception is raised, and no key stays down.
    """
    board = VirtualBoard(store=MemoryStore({"settings": TAUGHT}))
    board.run(BOOT_MS)
    board.context.open(f"{game}.home")
    board.run(50)
    chance = random.Random(f"{game} {seed}")
    for _ in range(pairs):
        pair = chance.sample((UP, DOWN, OK, BACK), 2)
        for act in (board.keys.down, board.keys.up):
            for key in pair:
                act(key)
                board.run(chance.choice((0, 0, 5, 30)))
            board.run(chance.choice((30, 30, 800)))
        board.run(60)
        assert not board.faults
        assert board.app.device.keys.down == board.app.device.keys.stuck == 0
        if board.context.session is None:
            board.context.open(f"{game}.home")
            board.run(50)
    return pairs
