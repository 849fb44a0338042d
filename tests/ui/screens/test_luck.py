"""Rolls compared with the expected values: counted by hand, by player, in words, as a picture."""

import pytest

from simulator import paths
from simulator.board import VirtualBoard

paths.install()
from gobelet.device.keys import BACK, DOWN, OK, UP  # noqa: E402


def open_luck(board, game):
    board.context.open(game + ".luck")
    board.run(500)
    return board.app.stack.top()


@pytest.fixture
def board():
    board = VirtualBoard()
    board.app.device.settings.choose("taught", 1)
    yield board
    assert not board.faults


def roll_dice(board, *rolls):
    from gobelet.games.dice.rules.notation import parse
    from gobelet.games.dice.screens import throw

    board.context.open("dice.home")
    for text, faces in rolls:
        board.entropy.faces(list(faces))
        throw.roll_pool(board.context, parse(text))
        board.run(100)


def test_nothing_rolled_says_so(board):
    board.context.open("dice.home")
    top = open_luck(board, "dice")
    assert top.list == [("Tous", "?")]
    board.press(OK)
    board.run(100)
    assert board.words.has_text("Trop peu de dés")


def test_the_sum_beside_the_expected_in_exact_standard_deviations(board):
    roll_dice(board, ("6d6", (6, 6, 6, 5, 4, 3)), ("6d6", (6, 5, 5, 4, 4, 3)))
    top = open_luck(board, "dice")
    one = top.counts[0]
    assert (one.dice, one.sum, one.twice, one.variance) == (12, 57, 84, 12 * 35)
    # 15 above 42; the standard deviation is sqrt(12 * 35 / 12) = 5.92
    assert top.list == [("Tous", "+2,5")]
    board.press(OK)
    board.run(100)
    assert board.words.has_text("Bien plus haut")


@pytest.mark.parametrize(
    ("faces", "written", "word"),
    [
        ((1,) * 12, "−5,1", "Bien plus bas"),
        ((3, 4) * 6, "0,0", "Comme attendu"),
        ((4,) * 12, "+1,0", "Un peu plus haut"),
        ((3,) * 12, "−1,0", "Un peu plus bas"),
    ],
)
def test_in_words(board, faces, written, word):
    roll_dice(board, ("12d6", faces))
    top = open_luck(board, "dice")
    assert top.list == [("Tous", written)]
    board.press(OK)
    board.run(100)
    assert board.words.has_text(word)


def test_a_few_dice_are_called_so_and_have_an_open_bar(board):
    roll_dice(board, ("11d6", (6,) * 11))
    assert open_luck(board, "dice").list == [("Tous", "?")]


def test_explosions_and_dice_rolled_again_count_as_dice_of_their_own(board):
    roll_dice(board, ("2d6!", (6, 2, 4)), ("d6r1", (1, 5)))
    one = open_luck(board, "dice").counts[0]
    assert (one.dice, one.sum) == (5, 18)


def test_dice_left_lying_are_not_counted_again(board):
    roll_dice(board, ("3d6", (6, 6, 1)))
    board.entropy.faces([2])
    board.app.stack.top().on_result(0b011)
    board.run(100)
    assert open_luck(board, "dice").counts[0].dice == 3


def test_a_roll_is_counted_once_however_many_records_it_has_and_by_player(board):
    app = board.app
    app.context.open("trinytia.home")
    number = app.context.session.procedure_index("attack")
    for row in (0, 0, 1):
        app.context.open("trinytia.form", number, row, -1)
        board.run(100)
        board.press(OK)
        board.run(1500)
        board.press_until(OK, lambda: app.stack.ids[-1] != "trinytia.result" or not app.stack.top().ask)
        app.context.navigation.back_to("trinytia.home")
    dice = [len(app.context.session.last_roll().thrown_dice())]
    top = open_luck(board, "trinytia")
    assert [count.name for count in top.counts] == ["Tous", "Bleu", "Rouge"]
    assert top.counts[0].dice == 3 * dice[0]
    assert [count.dice for count in top.counts[1:]] == [dice[0], 2 * dice[0]]


def test_a_roll_that_was_taken_back_stays_rolled(board):
    roll_dice(board, ("2d6", (1, 2)))
    board.hold(BACK)
    assert open_luck(board, "dice").counts[0].dice == 2


def test_it_is_reached_behind_the_oldest_line_of_the_history(board):
    roll_dice(board, ("2d6", (1, 2)))
    board.context.open("dice.history")
    board.run(100)
    assert board.words.has_text("OK fermer")
    board.press(UP)
    board.run(100)
    assert board.words.has_text("OK ouvrir")
    board.hold(OK)
    assert board.words.has_text("Deux fois sur trois")
    board.press(BACK)
    board.press(OK)
    board.run(500)
    assert board.app.stack.ids[-1] == "dice.luck"
    board.press(BACK)
    board.run(100)
    assert board.app.stack.ids[-1] == "dice.history"
    board.press(OK)
    board.run(500)
    board.boot()
    board.run(1500)
    assert board.app.stack.ids[-1] == "dice.luck"
    assert board.words.has_text("Dés : 2")


def test_keys_while_it_reads(board):
    roll_dice(board, *[("2d6", (1, 2))] * 30)
    board.context.open("dice.luck")
    for key in (DOWN, OK, BACK, UP, BACK):
        board.press(key)
    board.run(500)
    assert board.app.stack.ids[-1] != "dice.luck"


def test_it_can_be_drawn_while_the_dice_are_being_counted(board):
    app = board.app
    app.context.open("trinytia.home")
    number = app.context.session.procedure_index("defend")
    proc = app.context.session.procedure(number)
    for row in (0, 1, 2, 3) * 3:
        given = [row, *(each.start for each in proc.inputs)]
        app.context.session.journal.write_roll(number, given, ((1, 2),))
    app.context.open("trinytia.luck")
    top = app.stack.top()
    seen = []
    while top.rolls is not None:
        top.on_tick(app.context.now())
        app.draw()  # as after a key, a message or a clock tick
        seen.append(len(top.counts) - len(top.list))
    assert max(seen) > 0, "there were more than the list had"
