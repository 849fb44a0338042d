"""Hardware that fails under a whole game: the flash, the keys, a program that fails again at each start.

Other files test other faults. The panel is in tests/device/test_panel.py and tests/device/test_device.py;
stuck keys and the clock's wrap are in tests/shell/test_app.py. A full store and a full memory are in
tests/shell/test_full.py and tests/shell/test_recovery.py. An exhausted heap is in
tests/micropython/test_out_of_heap.py, entropy in tests/faults/test_dice.py.
"""

from __future__ import annotations

import contextlib
import random

import pytest

from gobelet.games import GAMES
from gobelet.games.counters.screens.play import Play
from gobelet.ui.screens.result import Result
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import OK, UP
from simulator.store import MemoryStore
from tests.device.littlefs import Flash, mount_store
from tests.faults.hardware import (
    TAUGHT,
    PatientMonkey,
    bad_entropy,
    bad_flash,
    bad_wires,
    sheet_values,
    two_keys,
)
from tests.sweep import case_count, sample_cases


@pytest.mark.sweep
@pytest.mark.parametrize("game", sample_cases(GAMES, 3))
def test_a_flash_whose_operations_fail_now_and_then(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Operations of the flash fail: the player gets messages, and no change is lost."""
    counts = bad_flash(game, 3, monkeypatch)
    assert counts["read"] + counts["write"] > 20
    assert counts["told"] > 0


@pytest.mark.sweep
@pytest.mark.parametrize("game", sample_cases(GAMES, 3))
def test_entropy_that_fails_every_other_time(game: str) -> None:
    """The player gets a message for each failure.

    A roll on the screen is the one in the journal.
    """
    least = 6 if game in ("dice", "trinytia", "trireme", "trinites") else 0
    counts = bad_entropy(game, 6, case_count(600, 1500), least)
    assert counts["failed"] == counts["told"] >= least


@pytest.mark.sweep
@pytest.mark.parametrize("game", sample_cases(GAMES, 3))
def test_a_panel_with_loose_wires(game: str) -> None:
    counts = bad_wires(game, 5, 400)
    assert min(counts["transfers"], counts["replugged"], counts["pictures"]) > 10


def test_a_flash_that_is_full_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log grows in place up to its end.

    Then the player is told, and play continues once the flash has room.
    """
    store = mount_store(monkeypatch, flash := Flash(), True)
    player = PatientMonkey("trinytia", 11, store)
    player.play(100)
    for size in (65536, 4096, 1024):
        with contextlib.suppress(OSError):
            for n in range(99):
                store.replace(f"game/{size}.{n}", bytes(size))
    player.play(1000)
    assert player.fault_screens > 0
    player.enter()
    for name in store.names():
        if name.startswith("game/"):
            store.remove(name)
    told = player.fault_screens
    player.play(1100)
    assert player.fault_screens == told
    player.enter()
    kept = sheet_values(player.board)
    player.board.store = mount_store(monkeypatch, flash)
    player.board.boot()
    player.board.run(BOOT_MS)
    player.enter()
    assert sheet_values(player.board) == kept
    assert not player.board.context.session.journal.has_new_damage


@pytest.mark.parametrize("where", ["__init__", "on_show", "draw", "on_tick", "is_valid", "arguments"])
def test_a_program_that_fails_at_each_start(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The failing screen is closed and reported.

    The next start opens the other screens, and the game is intact.
    """

    def raise_fault(self: object, *args: object) -> None:
        raise ZeroDivisionError

    board = VirtualBoard(store=MemoryStore({"settings": TAUGHT}))
    board.run(BOOT_MS)
    board.context.open("counters.home")
    board.run(50)
    for key in (OK, OK, OK, OK):
        board.press(key)
    board.context.open("counters.play")
    board.run(50)
    board.press(UP)
    board.run(5000)
    kept = sheet_values(board)
    assert any(any(values) for values in kept)
    monkeypatch.setattr(Play, where, raise_fault)
    for start in range(3):
        board.boot()
        board.run(3000)
        faults = len(board.faults)
        board.faults.clear()
        assert board.words.strings, start
        assert "counters.play" not in board.app.stack.ids
        if start == 0:
            assert faults
        if start == 2:
            assert not faults, "the same fault is not met again"
    monkeypatch.undo()
    board.context.navigation.home()
    board.context.open("counters.home")
    board.run(50)
    assert sheet_values(board) == kept


@pytest.mark.parametrize("seed", range(4))
def test_contacts_that_bounce_at_every_edge_roll_once(seed: int) -> None:
    """Contacts bounce for up to 18 ms, and each edge is stored."""
    chance = random.Random(seed)
    board = VirtualBoard(store=MemoryStore({"settings": TAUGHT}))
    board.run(BOOT_MS)
    board.context.open("dice.home")
    board.run(50)

    def press_edge(down: bool) -> None:
        left = chance.randrange(18)
        while left > 0:
            (board.keys.down if chance.random() < 0.5 else board.keys.up)(OK)
            wait = min(left, chance.randrange(1, 4))
            board.run(wait)
            left -= wait
        (board.keys.down if down else board.keys.up)(OK)

    for presses in range(1, 13):
        before = board.app.stack.ids[:], board.context.session.journal.position
        press_edge(True)
        board.run(60)
        press_edge(False)
        board.run(120)
        assert not board.faults
        rolls = sum(kind == 1 for _, kind, _ in board.context.session.journal.newest_first())
        assert rolls <= presses, before
    assert rolls >= 5
    assert isinstance(board.app.stack.top(), Result) or board.app.stack.ids[-1] is not None


@pytest.mark.sweep
@pytest.mark.parametrize("game", sample_cases(GAMES, 3))
def test_two_keys_at_once(game: str) -> None:
    assert two_keys(game, 0, 60) == 60
