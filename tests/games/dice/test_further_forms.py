"""Dice that implode, cancel, count three times, are kept before they explode, or count equal faces.

The tests build these dice with the keys, roll them, enter real dice, roll some dice again, and undo.
"""

from __future__ import annotations

import pytest

from gobelet.games.dice.rules.notation import parse, write
from gobelet.games.dice.screens import throw as screens
from gobelet.rules.dice import BEST, IMPLODING, MATCHES, UNLIMITED
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from tests.games.dice.test_screens import hold_in_hand, journal_rolls, make_device, press_keys

RESULTS = [
    ("5d10>=8f1", (9, 1, 3, 8, 1), 0, "9✓ 1✗ 3 8✓ 1✗"),
    ("3d10>=8f<=2", (2, 1, 1), -3, "2✗ 1✗ 1✗"),
    ("d10!1i", (1, 4), -3, "1 −4"),
    ("d10!1i", (10, 1), 11, "10 +1"),
    ("2d10i", (1, 7, 1), 7, "1 −1 7"),
    ("3d6kh2!1", (6, 5, 6, 3, 2), 17, "6 +3 (5) 6 +2"),
    ("3d6kl1!1", (6, 4, 6), 4, "(6) 4 (6)"),
    ("3d6km", (5, 2, 5), 6, "5 (2) 5"),
    ("d%<=60lv", (12,), 3, "12✓"),
    ("4d10>=6>>8>>>10", (10, 9, 6, 5), 6, "10✓ 9✓ 6✓ 5"),
]


@pytest.mark.parametrize(("text", "faces", "total", "line"), RESULTS)
def test_a_roll_and_why(text: str, faces: tuple[int, ...], total: int, line: str) -> None:
    board = make_device()
    hold_in_hand(board, text)
    board.entropy.faces(list(faces))
    press_keys(board, OK)
    assert board.words.has_text(str(total).replace("-", "−"))
    board.hold(OK)
    assert board.words.has_text(line), board.words.text
    (roll,) = journal_rolls(board)
    assert roll[2][0] == total and roll[3] == [faces]


@pytest.mark.parametrize(("text", "faces"), [(text, faces) for text, faces, _, _ in RESULTS])
def test_real_dice_are_asked_as_they_fall(text: str, faces: tuple[int, ...]) -> None:
    board = make_device()
    hold_in_hand(board, text)
    board.context.dice.use_real_dice(True)
    press_keys(board, OK)
    for number, face in enumerate(faces):
        screen = board.context.navigation.top()
        assert screen.index == number
        press_keys(board, *[UP] * ((face - screen.faces[number]) % screen.dice[number]))
        press_keys(board, OK)
    (roll,) = journal_rolls(board)
    assert roll[3] == [faces]


def test_a_die_that_lies_still_keeps_what_it_took_away() -> None:
    board = make_device()
    hold_in_hand(board, "2d10i")
    board.entropy.faces([1, 7, 4])
    press_keys(board, OK)
    assert board.words.has_text("4")
    press_keys(board, DOWN, OK, OK, DOWN, DOWN)
    board.entropy.faces([9])
    press_keys(board, OK)
    assert journal_rolls(board)[0][2][0] == 6


def line_of(board: VirtualBoard, name: str) -> None:
    """Put the cursor on a line of the term."""
    names = [each for each, _ in board.context.navigation.top().lines]
    by = names.index(name) - board.context.navigation.top().cursor
    press_keys(board, *[DOWN if by > 0 else UP] * abs(by))


def in_hand(board: VirtualBoard) -> str:
    return str(write(screens.in_hand(board.context)))


@pytest.mark.parametrize(
    ("before", "name", "keys", "after"),
    [
        ("5d10>=8", "cancel", (OK, UP, OK), "5d10>=8f<=1"),
        ("5d10>=8f<=2", "cancel", (OK, DOWN, DOWN, OK), "5d10>=8"),
        ("5d10>=6>>8", "triple", (OK, UP, UP, OK), "5d10>=6>>8>>>10"),
        ("d100<=60<<30", "triple", (OK, DOWN, OK), "d100<=60<<30<<<29"),
        ("3d6!kh2", "early", (OK,), "3d6kh2!"),
        ("3d6kh2!", "early", (OK,), "3d6!kh2"),
    ],
)
def test_the_composer_sets_it_and_undo_takes_it_back(
    before: str, name: str, keys: tuple[int, ...], after: str
) -> None:
    board = make_device()
    hold_in_hand(board, before)
    board.context.open("dice.build")
    board.context.open("dice.term", 0)
    board.run(50)
    line_of(board, name)
    press_keys(board, *keys)
    assert in_hand(board) == after
    board.hold(BACK)
    assert in_hand(board) == before


@pytest.mark.parametrize(
    ("before", "name", "value", "after"),
    [
        ("3d6", "keep", BEST, "3d6km"),
        ("3d6", "keep", MATCHES, "3d6m"),
        ("3d6km", "keep", -1, "3d6kl1"),
        ("d10", "explode", IMPLODING, "d10i"),
        ("2d10>=8", "explode", IMPLODING + 1, "2d10!1i"),
        ("d10i", "explode", UNLIMITED, "d10!"),
    ],
)
def test_the_composer_has_it_in_a_list(before: str, name: str, value: int, after: str) -> None:
    board = make_device()
    hold_in_hand(board, before)
    board.context.open("dice.build")
    board.context.open("dice.term", 0)
    board.run(50)
    line_of(board, name)
    term = board.context.navigation.top()
    press_keys(board, OK)
    by = term.offered.index(value) - board.context.navigation.top().cursor
    press_keys(board, *[DOWN if by > 0 else UP] * abs(by), OK)
    assert in_hand(board) == after
    board.hold(BACK)
    assert in_hand(board) == before


def test_a_line_that_has_no_place_is_not_offered() -> None:
    board = make_device()
    for text, missing in (
        ("5d10", "cancel"),
        ("5d10>=8", "triple"),
        ("3d6!", "early"),
        ("(d4+d6)!kh1", "early"),
    ):
        hold_in_hand(board, text)
        board.context.open("dice.build")
        board.context.open("dice.term", 0)
        board.run(50)
        assert missing not in [each for each, _ in board.context.navigation.top().lines], text
        press_keys(board, BACK, BACK)


def test_the_presets_of_a_device_hold_them() -> None:
    board = make_device()
    for text in ("5d10>=8f<=1", "d10!1i", "3d6kh2!", "3d6km", "d100<=60<<30<<<12"):
        hold_in_hand(board, text)
        assert screens.in_hand(board.context) == parse(text)
