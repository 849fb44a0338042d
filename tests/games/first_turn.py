"""The number of presses from the list of games to a game's first turn."""

from __future__ import annotations

from collections.abc import Sequence

from gobelet.games import GAMES
from simulator.board import VirtualBoard
from simulator.store import MemoryStore


def presses_to(screen: str, keys: Sequence[int]) -> int:
    """Return after how many of these keys a screen is on top; the first key is pressed on its game."""
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    board.context.navigation.home()
    board.app.stack.top().cursor = GAMES.index(screen.partition(".")[0])
    board.run(50)
    for count, key in enumerate(keys, 1):
        board.press(key)
        if board.app.stack.ids[-1] == screen:
            return count
    raise AssertionError(f"{screen} was not reached, but {board.app.stack.ids}")
