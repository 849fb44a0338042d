"""Hardware that fails under a whole game: the flash, the keys, a program that fails again at each start.

The panel is in tests/device/test_panel.py and in TestPanel of tests/test_app.py, which has stuck keys, the clock's
wrap, a full store and a full memory, too; a heap that is really exhausted in tests/micropython/test_out_of_heap.py;
entropy in tests/faults/test_dice.py.
"""

from __future__ import annotations

import contextlib
import errno
import random
from typing import Any

import pytest

from gobelet.games import GAMES
from gobelet.games.counters.screens.play import Play
from gobelet.ui.result import Result
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore
from tests.device.littlefs import Flash, mounted
from tests.faults.monkey import Monkey

TAUGHT = b"taught=yes\n"


class Failing(Flash):
    """What is done past the file system may fail, one in so many. What is programmed may also arrive in part, without
    an error; and so may calls of the store (see `failing`): littlefs does not outlive here what it would there.
    """

    def __init__(self) -> None:
        super().__init__()
        self.chance = random.Random(3)
        self.one_in = 0
        self.failed = 0

    def fails(self) -> bool:
        failing = self.one_in > 0 and self.chance.randrange(self.one_in) == 0
        self.failed += failing
        return failing

    def trouble(self) -> None:
        if self.fails():
            raise OSError(errno.EIO)

    def readblocks(self, block: int, data: bytearray, off: int) -> None:
        if len(data) > 18:  # not each of the blocks that are looked through for a strip
            self.trouble()
        super().readblocks(block, data, off)

    def writeblocks(self, block: int, data: bytes, off: int) -> None:
        if not self.fails():
            super().writeblocks(block, data, off)
        elif self.chance.random() < 0.5:
            raise OSError(errno.EIO)
        else:
            super().writeblocks(block, bytes([byte | 0x0F for byte in data]), off)


def failing(store: Any, flash: Failing) -> Any:
    for name in ("read", "_write"):

        def act(*args: Any, real: Any = getattr(store, name)) -> Any:
            flash.trouble()
            return real(*args)

        setattr(store, name, act)
    return store


class Patient(Monkey):
    """Goes on where the store has failed, which the player is told."""

    told = 0

    def enter(self) -> None:
        while self.board.app.session is None or self.board.app.session.name != self.game:
            try:
                super().enter()
            except OSError as error:
                self.board.app._trouble(error)
                self.board.run(50)

    def check(self) -> None:
        faults = [fault for fault in self.board.faults if not isinstance(fault, OSError)]
        self.told += len(self.board.faults) - len(faults)
        self.board.faults[:] = faults
        super().check()


def sheets(board: VirtualBoard) -> list[bytes]:
    return [bytes(values) for values in board.app.session.state.sheets]


@pytest.mark.parametrize("game", GAMES)
def test_a_flash_whose_operations_fail_now_and_then(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads, erases and programs: it is told, nothing else happens, and what was played is there in the end."""
    store = failing(mounted(monkeypatch, flash := Failing(), True), flash)
    player = Patient(game, 7, store)
    for part in range(1, 7):
        flash.one_in = (0, 15, 5)[part % 3]
        player.play(80 * part)
    flash.one_in = 0
    player.play(520)
    player.enter()
    kept, steps = sheets(player.board), len(player.board.app.session.journal.done)
    player.board.store = mounted(monkeypatch, flash)
    player.board.boot()
    player.board.run(BOOT_MS)
    player.enter()
    assert sheets(player.board) == kept
    assert len(player.board.app.session.journal.done) == steps
    player.undo_all()
    assert flash.failed > 20
    assert player.told > 0


def test_a_flash_that_is_full_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log goes on to its end where it lies; then it is told, and all goes on once there is room."""
    store = mounted(monkeypatch, flash := Flash(), True)
    player = Patient("trinytia", 11, store)
    player.play(100)
    for size in (65536, 4096, 1024):
        with contextlib.suppress(OSError):
            for n in range(99):
                store.replace(f"game/{size}.{n}", bytes(size))
    player.play(1500)
    assert player.told > 0
    player.enter()
    for name in store.names():
        if name.startswith("game/"):
            store.remove(name)
    told = player.told
    player.play(1600)
    assert player.told == told
    player.enter()
    kept = sheets(player.board)
    player.board.store = mounted(monkeypatch, flash)
    player.board.boot()
    player.board.run(BOOT_MS)
    player.enter()
    assert sheets(player.board) == kept
    assert not player.board.app.session.journal.damaged


@pytest.mark.parametrize("where", ["__init__", "shown", "draw", "tick", "stands", "place"])
def test_a_program_that_fails_at_each_start(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen that was open is left, and told of: the next start opens what works, with the game kept."""

    def broken(self: object, *args: object) -> None:
        raise ZeroDivisionError

    board = VirtualBoard(store=MemoryStore({"settings": TAUGHT}))
    board.run(BOOT_MS)
    board.app.open("counters.home")
    board.run(50)
    for key in (OK, OK, OK, OK):
        board.press(key)
    board.app.open("counters.play")
    board.run(50)
    board.press(UP)
    board.run(5000)
    kept = sheets(board)
    assert any(any(values) for values in kept)
    monkeypatch.setattr(Play, where, broken)
    for start in range(3):
        board.boot()
        board.run(3000)
        faults = len(board.faults)
        board.faults.clear()
        assert board.words.drawn, start
        assert "counters.play" not in board.app.stack.ids
        if start == 0:
            assert faults
        if start == 2:
            assert not faults, "the same fault is not met again"
    monkeypatch.undo()
    board.app.home()
    board.app.open("counters.home")
    board.run(50)
    assert sheets(board) == kept


@pytest.mark.parametrize("seed", range(4))
def test_contacts_that_bounce_at_every_edge_roll_once(seed: int) -> None:
    """Up to 18 ms of chatter, each edge noted."""
    chance = random.Random(seed)
    board = VirtualBoard(store=MemoryStore({"settings": TAUGHT}))
    board.run(BOOT_MS)
    board.app.open("dice.home")
    board.run(50)

    def edge(down: bool) -> None:
        left = chance.randrange(18)
        while left > 0:
            (board.keys.down if chance.random() < 0.5 else board.keys.up)(OK)
            wait = min(left, chance.randrange(1, 4))
            board.run(wait)
            left -= wait
        (board.keys.down if down else board.keys.up)(OK)

    for presses in range(1, 13):
        before = board.app.stack.ids[:], board.app.session.journal.position
        edge(True)
        board.run(60)
        edge(False)
        board.run(120)
        assert not board.faults
        rolls = sum(kind == 1 for _, kind, _ in board.app.session.journal.newest_first())
        assert rolls <= presses, before
    assert rolls >= 5
    assert isinstance(board.app.stack.top(), Result) or board.app.stack.ids[-1] is not None


@pytest.mark.parametrize("game", GAMES)
def test_two_keys_at_once(game: str) -> None:
    """Whatever they do: nothing is raised, and the sheets are those of some one key after the other."""
    board = VirtualBoard(store=MemoryStore({"settings": TAUGHT}))
    board.run(BOOT_MS)
    board.app.open(f"{game}.home")
    board.run(50)
    chance = random.Random(game)
    for _ in range(150):
        pair = chance.sample((UP, DOWN, OK, BACK), 2)
        for act in (board.keys.down, board.keys.up):
            for key in pair:
                act(key)
                board.run(chance.choice((0, 0, 5, 30)))
            board.run(chance.choice((30, 30, 800)))
        board.run(60)
        assert not board.faults
        assert board.app.keys.down == board.app.keys.stuck == 0
        if board.app.session is None:
            board.app.open(f"{game}.home")
            board.run(50)
