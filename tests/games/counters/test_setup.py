"""Setting up what is counted."""

from __future__ import annotations

from simulator.board import VirtualBoard
from tests.games.counters.boards import BACK, DOWN, OK, device


def test_the_list_comes_back_when_the_power_goes_right_behind_the_undo_of_a_new_counter() -> None:
    board = device(counters=1)
    board.app.open("counters.counters")
    board.press(DOWN)
    board.press(OK)
    board.press(BACK)  # its name is not chosen
    board.run(500)
    assert board.app.stack.ids[-2:] == ["counters.counters", "counters.counter"]
    assert board.app.session.undo()  # and the screens are not noted any more
    again = VirtualBoard(store=board.store)
    again.run(500)
    assert again.app.stack.ids == ["system.home", "counters.home", "counters.counters"]
    assert again.words.has("Compteurs")
    assert not again.faults
