"""Dice on one line: number of presses, repeated rolls, values that stay."""

from __future__ import annotations

import pytest

from gobelet.games.dice.rules import edit
from gobelet.games.dice.rules.notation import parse, write
from gobelet.games.dice.screens import throw
from gobelet.journal.journal import ROLL, unpack_roll
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore


class Player:
    """A player who counts presses, from the list of games of a new device.

    A held key counts as one press.
    """

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.board = VirtualBoard(store=store or MemoryStore({"settings": b"taught=yes\n"}))
        self.app = self.board.app
        self.context = self.board.context
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
        """The notation of the last roll, if its result is on the screen."""
        assert self.app.stack.ids[-1] == "dice.result"
        for _, kind, payload in self.context.session.journal.newest_first():
            if kind == ROLL:
                return str(unpack_roll(payload)[4], "utf-8")
        raise AssertionError("no roll")

    def in_hand(self) -> str:
        return write(throw.in_hand(self.context))

    def lines(self) -> list[str]:
        return [label for label, _ in self.app.stack.top().list]


@pytest.fixture
def player() -> Player:
    return Player()


def test_three_eights_and_two_in_thirteen_presses(player):
    player.press(OK, DOWN, OK)
    player.press(UP, OK, UP, OK, OK, OK, OK, UP, UP, OK)
    assert player.rolled() == "3d8+2"
    assert player.presses == 13


def test_four_sixes_of_which_three_count_in_twelve_presses(player):
    player.press(OK, DOWN, OK, UP, UP, OK, OK, UP)
    assert player.board.words.has_text("3 plus hauts") and player.board.words.has_text("k3")
    player.press(OK, OK, OK, OK)
    assert player.rolled() == "4d6kh3"
    assert player.presses == 12
    assert player.board.words.has_text("4d6 garder 3")


def test_four_exploding_sixes_and_two_in_fourteen_presses(player):
    player.press(OK, DOWN, OK, UP, UP, OK, OK, OK, UP)
    assert player.board.words.has_text("sans fin")
    player.press(OK, OK, UP, UP, OK)
    assert player.rolled() == "4d6!+2"
    assert player.presses == 14


@pytest.mark.parametrize(
    ("presses", "after"),
    [
        ((OK, OK, UP), "4d6kh3"),
        ((OK, OK, UP, UP, UP, UP), "4d6kh1"),
        ((OK, OK, DOWN), "4d6kl3"),
        ((OK, OK, DOWN, DOWN, DOWN, DOWN), "4d6kl1"),
        ((OK, OK, OK, UP), "4d6!"),
        ((OK, OK, OK, UP, UP, UP), "4d6!2"),
        ((OK, OK, OK, DOWN), "4d6!!"),
        ((OK, OK, OK, DOWN, DOWN), "4d6!p"),
        ((OK, OK, OK, DOWN, DOWN, DOWN), "4d6i"),
        ((OK, OK, OK, DOWN, DOWN, DOWN, DOWN, DOWN), "4d6!1i"),
        ((OK, OK, OK, OK, UP, UP), "4d6r2"),
        ((OK, OK, OK, OK, UP, UP, UP, UP, UP, UP), "4d6r5"),
        ((OK, OK, OK, OK, OK, DOWN), "4d6-1"),
    ],
)
def test_every_field_turns_both_ways_and_stops_at_its_ends(player, presses, after):
    player.press(OK)
    throw.set_pool(player.context, parse("4d6"))
    player.press(DOWN, OK, *presses)
    assert player.in_hand() == after


@pytest.mark.parametrize(
    ("text", "presses", "after", "said"),
    [
        ("4d6kh3", (DOWN,), "3d6", "3 plus hauts : il faut 4 dés"),
        ("2d6kl1", (DOWN,), "d6", "Le plus bas : il faut 2 dés"),
        ("4d6kh3", (UP,), "5d6kh3", ""),
        ("3d6r5", (OK, DOWN), "3d4r3", "Relance ≤3"),
        ("5d10>=8", (OK, OK, UP), "5d10kh4", "Succès ôté"),
        ("d6", (OK, OK, UP), "d6", "il faut deux dés"),
    ],
)
def test_what_cannot_stand_with_a_change_is_told(player, text, presses, after, said):
    player.press(OK)
    throw.set_pool(player.context, parse(text))
    player.press(DOWN, OK, *presses)
    assert player.in_hand() == after
    assert (player.context.dialogs.message is not None) == bool(said)
    if said:
        player.board.run(100)
        assert said in player.context.dialogs.message.replace("\u00a0", " ")


@pytest.mark.parametrize("title", ["Nombre de dés", "Faces", "Garder", "Explose", "Relance", "Bonus"])
def test_ok_held_explains_each_field(player, title):
    fields = ["Nombre de dés", "Faces", "Garder", "Explose", "Relance", "Bonus"]
    player.press(OK, DOWN, OK, *[OK] * fields.index(title))
    player.hold(OK)
    assert player.app.stack.top().title == title
    player.press(BACK)
    assert player.app.stack.ids[-1] == "dice.line"
    assert player.app.stack.top().field == fields.index(title)


def test_the_same_again_in_two_and_the_one_before_in_two(player):
    player.press(OK, DOWN, OK, UP, *[OK] * 6)
    assert player.rolled() == "3d6"
    player.press(BACK, UP, OK)
    assert player.rolled() == "3d6"
    player.press(BACK, DOWN, DOWN)
    # the list has no line for 2d6, which was never rolled
    assert player.app.stack.top().name(player.app.stack.top().cursor) == "presets"
    player.press(UP, OK, DOWN, *[OK] * 6)
    assert player.rolled() == "2d6"
    player.press(BACK, DOWN, OK)
    assert player.rolled() == "3d6"
    # the cursor is on the roll before the last, each time
    for wanted in ("2d6", "3d6", "2d6"):
        player.press(BACK, OK)
        assert player.rolled() == wanted


def test_what_was_rolled_lately_is_there_after_a_restart_without_doubles():
    store = MemoryStore({"settings": b"taught=yes\n"})
    player = Player(store)
    player.press(OK)
    for text in ("d4", "d6", "d4", "d8", "d10", "d12", "d20"):
        throw.roll_pool(player.context, parse(text))
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
    player.context.navigation.back_to("dice.home")
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
    player.press(OK, DOWN, *[OK] * 6)
    for field in (4, 3, 2, 1, 0):
        player.press(BACK)
        assert player.app.stack.top().field == field
    player.press(BACK)
    assert player.app.stack.ids[-1] == "dice.home"


@pytest.mark.parametrize("text", ["d4+d6", "|d4-d6|", "(2d6+d8)kh1", "-2d6"])
def test_a_pool_that_is_no_line_stays_until_something_is_changed(player, text):
    player.press(OK)
    throw.set_pool(player.context, parse(text))
    assert not edit.is_line(parse(text))
    player.press(DOWN, OK, BACK)
    assert player.in_hand() == text
    player.press(OK, UP)
    assert player.in_hand() == "3d6"


@pytest.mark.parametrize("text", ["d8", "20d100!20r99kh19+999", "3d6!kl1-2", "5d10>=8", "d37"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_any_line_fits_and_keeps_what_else_its_dice_have(player, text, language):
    player.board.choose_language(language)
    player.press(OK)
    throw.set_pool(player.context, parse(text))
    player.press(DOWN, OK)
    for _ in range(5):
        player.press(OK)
        player.hold(OK)
        player.press(BACK)
    canvas = player.app.canvas
    assert (player.context.t.missing, canvas.missing, canvas.clipped) == (0, 0, 0)
    player.press(OK)
    assert player.rolled() == text


def test_counts_and_bonus_stop_at_their_ends(player):
    player.press(OK, DOWN, OK)
    player.board.press(DOWN, 4000)
    assert player.in_hand() == "d6"
    player.board.press(UP, 4000)
    assert player.in_hand() == "60d6"
    player.press(OK)
    player.board.press(UP, 4000)
    assert player.in_hand() == "60d100"
    player.board.press(DOWN, 4000)
    assert player.in_hand() == "60d2"
