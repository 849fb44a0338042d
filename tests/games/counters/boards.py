"""A virtual device with the counters open."""

from __future__ import annotations

from simulator.board import VirtualBoard
from simulator.clock import VirtualClock

UP, DOWN, OK, BACK = 1, 2, 4, 8


def device(*, ticks: int = 0, **table: int) -> VirtualBoard:
    """The game's home screen, with these fields of the table."""
    board = VirtualBoard(clock=VirtualClock(ticks))
    board.app.settings.choose("taught", 1)
    board.app.home()
    board.app.open("counters.home")
    for field, value in table.items():
        assert board.app.change([("table", 0, field, value)])
    board.run(100)
    return board


def opened(name: str, *arguments: int, **options: int) -> VirtualBoard:
    """A screen of the game."""
    board = device(**options)
    board.app.open("counters." + name, *arguments)
    board.run(100)
    return board


def value(board: VirtualBoard, row: int = 0, counter: int = 0) -> int:
    return board.app.session.get("player", row, f"v{counter}")


def steps(board: VirtualBoard) -> int:
    """How many transactions can be taken back."""
    return len(board.app.session.journal.done)
