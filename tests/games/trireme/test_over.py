"""Trirème: a side without ships: its message, the count, undo, and the next battle."""

from __future__ import annotations

from gobelet.games.trireme.rules.sheets import FLEET, SIDE
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.watched import too_small
from tests.games.trireme.test_ships import make_device, press_keys


def at_turn(first: int = 2, second: int = 1) -> VirtualBoard:
    """The Fleet game at its first step, on the screen of the turn."""
    board = make_device(FLEET, first, second)
    board.context.open("trireme.turn")
    board.run(50)
    return board


def test_the_turn_leads_to_the_end_once_a_side_has_no_ship_and_not_before() -> None:
    board = at_turn()
    assert not board.words.has_text("Fin de la bataille")
    board.context.change([("ship", SIDE, "fate", 1)])
    board.app.stack.top().on_show()
    board.run(50)
    assert board.words.has_text("Jaunes : aucun navire") and board.words.has_text("▶ Fin de la bataille")
    press_keys(board, DOWN)
    board.boot()
    board.run(BOOT_MS)
    assert board.words.has_text("▶ Suite"), "only when it has come to that"
    press_keys(board, UP, OK)
    assert board.app.stack.ids[-1] == "trireme.over"
    assert board.words.has_text("Navires à flot") and too_small(board) == []
    assert board.app.stack.top().ships_afloat() == [2, 0]


def test_a_prize_counts_for_its_captor() -> None:
    board = at_turn(1, 1)
    board.context.change([("ship", SIDE, "captured", 1)])
    board.context.open("trireme.over")
    board.run(50)
    assert board.app.stack.top().ships_afloat() == [2, 0]


def test_its_reason_may_be_taken_back() -> None:
    board = at_turn()
    board.context.change([("ship", SIDE, "fate", 1)])
    board.context.open("trireme.over")
    board.run(50)
    board.hold(BACK)
    assert board.app.stack.ids[-1] != "trireme.over"
    press_keys(board, BACK, BACK)


def test_a_no_goes_on_and_a_yes_sets_the_next_battle_up_above_the_home_alone() -> None:
    board = at_turn()
    board.context.change([("ship", SIDE, "fate", 1)])
    board.context.open("trireme.over")
    board.run(50)
    press_keys(board, OK, OK)
    assert board.app.stack.ids[-1] == "trireme.over"
    press_keys(board, OK, DOWN, OK)
    assert board.app.stack.ids == ["system.home", "trireme.home", "trireme.new"]
    assert board.context.session.get("game", 0, "game") == FLEET, "until the next one begins"
