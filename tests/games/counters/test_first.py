"""The choice of the first player: fair, written before it is shown, with a short animation."""

from __future__ import annotations

import pytest

from gobelet.games.counters.rules.first import first
from gobelet.rules.odds import procedure_odds
from simulator.board import VirtualBoard
from tests.games.counters.boards import BACK, DOWN, OK, UP, make_device


def draw_first(board, key_ms=60):
    """Press the keys from the game's home screen to the draw."""
    board.press(DOWN)
    board.press(DOWN)
    board.press(OK, key_ms)


@pytest.mark.parametrize("players", range(2, 9))
def test_each_has_the_same_chance(players):
    odds = procedure_odds(first, {"players": players})
    assert odds.keys == list(range(1, players + 1))
    assert all(odds.exactly(key) == (1, players) for key in odds.keys)


@pytest.mark.parametrize("face", range(1, 6))
def test_the_face_is_the_seat(face):
    board = make_device(players=5)
    board.entropy.faces([face])
    draw_first(board)
    board.run(500)
    assert board.words.has_text(board.context.messages.colour(face - 1))
    assert board.words.has_text("commence")
    board.press(OK)
    assert board.context.session.get("table", 0, "turn") == face - 1
    assert board.app.stack.top().arguments() == (0, face - 1, 0)


def test_it_is_in_the_journal_before_it_is_shown():
    board = make_device(players=4)
    seen = []
    show = board.app.device.panel.show
    board.app.device.panel.show = lambda: (
        seen.append((board.app.stack.ids[-1], board.context.session.pending_roll())),
        show(),
    )[1]
    draw_first(board)
    board.run(500)
    shown = [pending for name, pending in seen if name == "counters.result"]
    assert shown
    assert all(pending is not None for pending in shown)
    assert len({tuple(pending.path) for pending in shown}) == 1


def test_the_animation_ends_in_time_and_any_key_ends_it():
    board = make_device(players=8)
    board.entropy.faces([8])
    draw_first(board)
    assert not board.words.has_text("OK d’accord")
    board.run(400)
    assert board.words.has_text("OK d’accord")
    for key in (UP, DOWN, OK, BACK):
        board.context.open("counters.result", 1)
        board.run(10)
        assert not board.words.has_text("OK d’accord")
        board.press(key, 30)
        assert board.app.stack.ids[-1] == "counters.result"
        assert board.words.has_text("OK d’accord")
        board.context.close()


def test_without_animation():
    board = make_device(players=8)
    board.choose_setting("animation", "no")
    draw_first(board)
    board.run(20)
    assert board.words.has_text("OK d’accord")


def test_drawn_again_is_another_roll_and_takes_the_place_of_the_screen():
    board = make_device(players=4)
    board.entropy.faces([2])
    draw_first(board)
    board.run(500)
    board.press(DOWN)
    assert board.words.has_text("OK relancer")
    board.entropy.faces([4])
    board.press(OK)
    board.run(500)
    assert board.words.has_text("Jaune")
    assert board.app.stack.ids == ["system.home", "counters.home", "counters.result"]
    board.press(BACK)
    board.context.open("counters.history")
    board.run(50)
    assert [line[1:] for line in board.app.stack.top().list.lines[:2]] == [("↷ ", "Jaune"), ("", "Bleu")]
    assert board.words.has_text("Jaune ↷"), "the second one is marked as rolled again"


def test_a_draw_that_a_change_has_followed_is_not_shown_again():
    board = make_device(players=4)
    draw_first(board)
    board.run(500)
    assert board.app.stack.ids[-1] == "counters.result"
    board.context.session.change([("player", 0, "v0", 1)])  # the power is cut before the next snapshot
    again = VirtualBoard(store=board.store)
    again.run(500)
    assert again.app.stack.ids == ["system.home", "counters.home"]
    assert not again.faults
