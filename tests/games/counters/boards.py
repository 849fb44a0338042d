"""A virtual device with the game Counters open."""

from __future__ import annotations

from simulator.board import VirtualBoard
from simulator.clock import VirtualClock

UP, DOWN, OK, BACK = 1, 2, 4, 8


def make_device(*, ticks: int = 0, **table: int) -> VirtualBoard:
    """Return a device at the game's home screen, with these values in the table's fields."""
    board = VirtualBoard(clock=VirtualClock(ticks))
    board.app.device.settings.choose("taught", 1)
    board.context.navigation.home()
    board.context.open("counters.home")
    for field, value in table.items():
        assert board.context.change([("table", 0, field, value)])
    board.run(100)
    return board


def open_screen(name: str, *arguments: int, **options: int) -> VirtualBoard:
    """Return a device with a screen of the game open."""
    board = make_device(**options)
    board.context.open("counters." + name, *arguments)
    board.run(100)
    return board


def value_of(board: VirtualBoard, row: int = 0, counter: int = 0) -> int:
    return board.context.session.get("player", row, f"v{counter}")


def undo_steps(board: VirtualBoard) -> int:
    """Return how many transactions can be undone."""
    return len(board.context.session.journal.done)
