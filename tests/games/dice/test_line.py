"""Dice on one line: how few presses they take, what is rolled again, and what stays as it is."""

from __future__ import annotations

import pytest

from gobelet.core.journal import ROLL, unpack_roll
from gobelet.games.dice.rules import edit
from gobelet.games.dice.rules.notation import parse, write
from gobelet.games.dice.screens import throw
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore


class Player:
    """A player who counts presses, from the list of games of a new device; a held key is one."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.board = VirtualBoard(store=store or MemoryStore({"settings": b"taught=yes\n"}))
        self.app = self.board.app
        self.board.run(50)
        self.presses = 0

    def press(self, *keys: int) -> None:
        for key in keys:
            self.board.press(key)
            self.presses += 1
        assert not self.board.faults, self.board.faults

    def hold(self, key: int) -> None:
        self.board.hold(key)
        self.presses += 1

    def rolled(self) -> str:
        """The notation that was rolled last, if the result is shown."""
        assert self.app.stack.ids[-1] == "dice.result"
        for _, kind, payload in self.app.session.journal.newest_first():
            if kind == ROLL:
                return str(unpack_roll(payload)[4], "utf-8")
        raise AssertionError("no roll")

    def in_hand(self) -> str:
        return write(throw.in_hand(self.app))

    def lines(self) -> list[str]:
        return [label for label, _ in self.app.stack.top().list]


@pytest.fixture
def player() -> Player:
    return Player()


def test_three_eights_and_two_in_ten_presses(player):
    player.press(OK, DOWN, OK)
    player.press(UP, OK, UP, OK, UP, UP, OK)
    assert player.rolled() == "3d8+2"
    assert player.presses == 10


def test_four_sixes_of_which_three_count_in_ten_presses(player):
    player.press(OK, DOWN, OK, UP, UP)
    player.hold(OK)
    assert player.board.words.has("3 plus hauts")
    player.press(OK, OK, OK, OK)
    assert player.rolled() == "4d6kh3"
    assert player.presses == 10
    assert player.board.words.has("4d6 garder 3")


def test_the_same_again_in_two_and_the_one_before_in_two(player):
    player.press(OK, DOWN, OK, UP, OK, OK, OK)
    assert player.rolled() == "3d6"
    player.press(BACK, UP, OK)
    assert player.rolled() == "3d6"
    player.press(BACK, DOWN, DOWN)
    assert player.app.stack.top().name(player.app.stack.top().cursor) == "presets"  # 2d6 was never rolled
    player.press(UP, OK, DOWN, OK, OK, OK)
    assert player.rolled() == "2d6"
    player.press(BACK, DOWN, OK)
    assert player.rolled() == "3d6"
    # the pointer is on the one before, each time
    for wanted in ("2d6", "3d6", "2d6"):
        player.press(BACK, OK)
        assert player.rolled() == wanted


def test_what_was_rolled_lately_is_there_after_a_restart_without_doubles():
    store = MemoryStore({"settings": b"taught=yes\n"})
    player = Player(store)
    player.press(OK)
    for text in ("d4", "d6", "d4", "d8", "d10", "d12", "d20"):
        throw.roll(player.app, parse(text))
        player.board.run(50)
    player = Player(store)
    player.press(BACK)
    assert player.app.stack.ids[-1] == "dice.home"
    assert player.lines()[:7] == ["2d6", "Autres dés", "d20", "d12", "d10", "d8", "Préréglages"]


def test_the_pointer_stays_on_its_line_while_the_list_grows(player):
    player.press(OK, UP, UP, UP, UP, UP, UP, UP)
    assert player.lines()[player.app.stack.top().cursor] == "Préréglages"
    player.press(OK, OK)
    assert player.rolled() == "d20"
    player.press(DOWN, OK)
    player.app.back_to("dice.home")
    player.board.run(50)
    assert player.lines()[player.app.stack.top().cursor] == "Préréglages"


def test_each_field_is_one_undo(player):
    player.press(OK, DOWN, OK, UP, UP, UP, OK, UP)
    assert player.in_hand() == "5d8"
    player.hold(BACK)
    assert player.in_hand() == "5d6"
    player.hold(BACK)
    assert player.in_hand() == "2d6"
    assert player.app.stack.ids[-1] == "dice.line"


def test_back_goes_to_the_field_before_and_leaves_from_the_first(player):
    player.press(OK, DOWN, OK, OK, OK)
    for field in (1, 0):
        player.press(BACK)
        assert player.app.stack.top().field == field
    player.press(BACK)
    assert player.app.stack.ids[-1] == "dice.home"


@pytest.mark.parametrize("text", ["d4+d6", "|d4-d6|", "(2d6+d8)kh1", "-2d6"])
def test_a_pool_that_is_no_line_stays_until_something_is_changed(player, text):
    player.press(OK)
    throw.take(player.app, parse(text))
    assert not edit.in_a_line(parse(text))
    player.press(DOWN, OK, BACK)
    assert player.in_hand() == text
    player.press(OK, UP)
    assert player.in_hand() == "3d6"


@pytest.mark.parametrize("text", ["d8", "20d100!20r99kh19+999", "3d6!kl1-2", "5d10>=8", "d37"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_any_line_fits_and_keeps_what_else_its_dice_have(player, text, language):
    player.board.choose_language(language)
    player.press(OK)
    throw.take(player.app, parse(text))
    player.press(DOWN, OK, OK, OK)
    player.hold(OK)
    player.press(BACK)
    canvas = player.app.canvas
    assert (player.app.texts.missing, canvas.missing, canvas.clipped) == (0, 0, 0)
    player.press(OK)
    assert player.rolled() == text


def test_counts_and_bonus_stop_at_their_ends(player):
    player.press(OK, DOWN, OK)
    player.board.press(DOWN, 4000)
    assert player.in_hand() == "d6"
    player.board.press(UP, 4000)
    assert player.in_hand() == "20d6"
    player.press(OK)
    player.board.press(UP, 4000)
    assert player.in_hand() == "20d100"
    player.board.press(DOWN, 4000)
    assert player.in_hand() == "20d2"
