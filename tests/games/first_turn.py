"""The number of presses from the list of games to the first turn of a game."""

from __future__ import annotations

from collections.abc import Sequence

from gobelet.games import GAMES
from simulator.board import VirtualBoard
from simulator.store import MemoryStore


def presses_to(screen: str, keys: Sequence[int]) -> int:
    """Return the number of these keys after which a screen is on top.

    The first key is pressed in the list of games, on the line of the game.
    """
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    board.context.navigation.home()
    board.app.stack.top().cursor = GAMES.index(screen.partition(".")[0])
    board.run(50)
    for count, key in enumerate(keys, 1):
        board.press(key)
        if board.app.stack.ids[-1] == screen:
            return count
    raise AssertionError(f"{screen} was not reached, but {board.app.stack.ids}")
