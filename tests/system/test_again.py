"""The repeat of the last roll of the last game, by one press in the list of games."""

import pytest

from simulator import paths
from simulator.board import VirtualBoard

paths.install()
from gobelet.device.keys import BACK, DOWN, OK, UP  # noqa: E402


@pytest.fixture
def board():
    board = VirtualBoard()
    board.app.device.settings.choose("taught", 1)
    board.context.navigation.home()
    board.run(100)
    yield board
    assert not board.faults


def press_keys(board, *keys):
    for key in keys:
        board.press(key)
    board.run(1500)


def roll_dice(board, *faces):
    """Roll 2d6 with free dice, and return to the list of games."""
    board.context.open("dice.home")
    board.run(100)
    board.entropy.faces(list(faces))
    press_keys(board, OK)
    press_keys(board, BACK, BACK)
    assert board.app.stack.ids == ["system.home"]


def play_attack(board):
    """Play a blow of Tri'Nytia without characters up to its result."""
    board.context.open("trinytia.home")
    board.context.open("trinytia.form", board.context.session.procedure_index("attack"), -1, -1)
    board.run(100)
    press_keys(board, OK)
    assert board.app.stack.ids[-1] == "trinytia.result"


def test_nothing_to_repeat_leaves_the_list_as_it_is(board):
    before = list(board.app.stack.top().list)
    press_keys(board, OK, BACK)
    assert board.app.stack.top().list == before


def test_free_dice_are_rolled_again_by_one_press(board):
    roll_dice(board, 1, 2)
    assert board.words.has_text("↷ Encore")
    board.entropy.faces([5, 6])
    press_keys(board, OK)
    assert board.app.stack.ids == ["system.home", "dice.home", "dice.result"]
    assert board.words.has_text("11")


def test_a_roll_with_a_form_goes_through_it(board):
    play_attack(board)
    values = board.context.session.last_roll().values
    press_keys(board, BACK, BACK, BACK)
    assert board.app.stack.ids == ["system.home"]
    press_keys(board, OK)
    assert board.app.stack.ids == ["system.home", "trinytia.home", "trinytia.form", "trinytia.result"]
    again = board.context.session.last_roll()
    assert (again.proc.name, again.values) == ("attack", values)
    board.hold(BACK)
    board.run(100)
    assert board.app.stack.ids[-1] == "trinytia.form", "an undo takes it back"


def test_the_game_stands_below_its_line(board):
    roll_dice(board, 1, 2)
    press_keys(board, DOWN, OK)
    assert board.app.stack.ids == ["system.home", "dice.home"]
    press_keys(board, BACK)
    press_keys(board, UP, OK)
    assert board.app.stack.ids[-1] != "dice.home"


def test_it_stays_with_the_game_in_which_something_was_rolled(board):
    roll_dice(board, 1, 2)
    board.context.open("mystria.home")
    board.run(100)
    press_keys(board, BACK)
    assert board.words.has_text("↷ Encore")
    board.entropy.faces([3, 6])
    press_keys(board, OK)
    assert board.app.stack.ids[-1] == "dice.result"


def test_to_ask_for_an_earlier_roll_moves_it_to_no_other_game(board):
    """A form reads the last roll, and so does a listener; neither rolls."""
    play_attack(board)
    press_keys(board, BACK, BACK, BACK)
    roll_dice(board, 1, 2)
    board.context.open("trinytia.home")
    board.run(100)
    assert board.context.session.last_roll() is not None
    press_keys(board, BACK)
    names = board.app.stack.top().names()
    assert names[names.index("again") + 1] == "dice"


def test_a_restart_keeps_it(board):
    roll_dice(board, 1, 2)
    board.run(500)
    board.boot()
    board.run(1000)
    assert board.words.has_text("↷ Encore")
    board.entropy.faces([4, 4])
    press_keys(board, OK)
    assert board.words.has_text("8")


def test_a_restart_after_the_press_shows_the_roll(board):
    roll_dice(board, 1, 2)
    board.entropy.faces([4, 4])
    press_keys(board, OK)
    board.boot()
    board.run(1000)
    assert board.app.stack.ids[-1] == "dice.result"
    assert board.words.has_text("8")


def test_a_roll_that_was_taken_back_is_none(board):
    play_attack(board)
    board.hold(BACK)
    press_keys(board, BACK, BACK)
    assert board.app.stack.ids == ["system.home"]
    press_keys(board, OK)
    assert board.words.has_text("Lancez d’abord")


def test_one_that_may_not_be_made_now_says_why(board, monkeypatch):
    play_attack(board)
    press_keys(board, BACK, BACK, BACK)
    from gobelet.games.trinytia.screens.forms import Form

    monkeypatch.setattr(Form, "is_valid", lambda self: False)
    press_keys(board, OK)
    assert board.words.has_text("Ce joueur est parti")
    press_keys(board, OK)
    assert board.app.stack.ids == ["system.home", "trinytia.home"]


def test_real_dice_are_asked_for(board):
    roll_dice(board, 1, 2)
    board.context.dice.use_real_dice(True)
    press_keys(board, OK)
    assert board.app.stack.ids[-1] is None
    assert board.words.has_text("1/2")


def test_a_roll_of_a_turn_that_is_over_is_not_offered_again(board):
    """Yellow has defended. In the next player's turn no list offers the roll, which the game would refuse."""
    app = board.app
    app.context.open("trinytia.home")
    app.context.change([("game", 0, "players", 3), ("game", 0, "part", 1), ("game", 0, "turn", 1)])
    app.context.change([("char", row, "seat", 1) for row in range(3)] + [("game", 0, "active", 0)])
    app.context.open("trinytia.form", app.context.session.procedure_index("defend"), 0)
    board.run(100)
    press_keys(board, OK)
    assert app.context.session.has_thrown()
    app.context.open("trinytia.home")
    assert "again" in app.stack.top().lines()
    app.context.change([("game", 0, "active", 1)])
    assert "again" not in app.stack.top().lines()
    app.context.navigation.home()
    board.run(100)
    assert not board.words.has_text("↷ Encore")
    press_keys(board, OK)
    assert app.stack.ids == ["system.home", "trinytia.home"]
