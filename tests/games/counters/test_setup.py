"""Setting up the counters."""

from __future__ import annotations

import pytest

from simulator.board import VirtualBoard
from tests.games.counters.boards import BACK, DOWN, OK, UP, make_device


def test_the_list_comes_back_when_the_power_goes_right_behind_the_undo_of_a_new_counter() -> None:
    board = make_device(counters=1)
    board.context.open("counters.counters")
    board.press(DOWN)
    board.press(OK)
    board.press(OK)  # opens the choice of the name
    board.run(500)
    assert board.app.stack.ids[-2:] == ["counters.counters", "counters.counter"]
    assert board.context.session.undo()  # no new snapshot is written
    again = VirtualBoard(store=board.store)
    again.run(500)
    assert again.app.stack.ids == ["system.home", "counters.home", "counters.counters"]
    assert again.words.has_text("Compteurs")
    assert not again.faults


def add_second_counter() -> VirtualBoard:
    """A device that asks for the name of a second counter."""
    board = make_device(counters=1)
    board.context.open("counters.counters")
    board.press(DOWN)
    board.press(OK)
    return board


def kept_names(board: VirtualBoard) -> list[int]:
    """The names of the counters, as indexes in the list of usual names."""
    get = board.context.session.get
    return [get("counter", row, "word") for row in range(get("table", 0, "counters"))]


@pytest.mark.parametrize("keys", [[BACK], [UP, OK, BACK]])
def test_no_counter_is_written_before_it_has_a_name(keys: list[int]) -> None:
    board = add_second_counter()
    done = len(board.context.session.journal.done)
    for key in keys:
        board.press(key)
    assert (kept_names(board), len(board.context.session.journal.done)) == ([1], done)
    assert board.app.stack.ids[-1] == "counters.counters"


def open_naming() -> VirtualBoard:
    """A device on which a player is writing the name; the first letter is A."""
    board = add_second_counter()
    board.press(UP)
    board.press(OK)
    board.press(OK)
    board.run(500)
    assert board.app.stack.ids[-2:] == ["counters.counters", "system.wheel"]
    return board


def test_a_name_that_is_kept_when_the_power_goes_is_not_asked_again() -> None:
    board = open_naming()
    board.context.close("A")  # no new snapshot is written
    assert kept_names(board) == [1, 0]
    again = VirtualBoard(store=board.store)
    again.run(500)
    assert kept_names(again) == [1, 0]
    assert again.app.stack.ids == ["system.home", "counters.home", "counters.counters"]
    assert not again.faults


def test_a_game_that_does_not_open_any_more_takes_the_name_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = open_naming()
    monkeypatch.setattr("gobelet.game.session.package", lambda game: "gobelet.games.nowhere")
    again = VirtualBoard(store=board.store)
    again.run(500)
    assert again.app.stack.ids == ["system.home"]
    assert len(again.faults) == 1


def test_a_change_over_the_link_does_not_lead_back_to_the_wheel() -> None:
    board = open_naming()
    board.context.session.change([("counter", 0, "start", 7)])
    # the first takes back the letter, the second closes the wheel, the third undoes the change
    for _ in range(3):
        board.hold(BACK)
    assert board.context.session.get("counter", 0, "start") != 7
    assert board.app.stack.ids == ["system.home", "counters.home", "counters.counters"]


def test_a_new_counter_is_one_transaction_with_its_name() -> None:
    board = add_second_counter()
    board.press(OK)
    assert kept_names(board) == [1, 2]
    assert board.app.stack.ids[-1] == "counters.counter"
    board.hold(BACK)
    assert kept_names(board) == [1]


def test_a_name_that_another_counter_has_is_not_offered() -> None:
    board = add_second_counter()
    assert 1 not in board.app.stack.top().indexes and 0 in board.app.stack.top().indexes
    board.press(OK)
    board.press(OK)  # the list offers the name of the second counter again, with the cursor on it
    top = board.app.stack.top()
    assert top.indexes[top.cursor] == 2 and 1 not in top.indexes
