"""The report on whole games on the chip. `make chip ARGS=--games` plays the games themselves."""

from __future__ import annotations

import pytest

from tests.chip import __main__ as command
from tests.chip import games
from tests.chip.games import Difference, Outcome

LATER = Outcome("trinites_evening", 547, 3, 1, 60.0, [])
FIRST = Outcome("dice_roll", 50, 3, 0, 36.4, [Difference("dice_roll.txt:7: press OK", b"\0", b"\1")])
OTHER = Outcome("welcome", 4, 1, 0, 2.0, [])


def test_the_table_has_the_order_of_the_games_and_counts_what_differs() -> None:
    *_, first, later, other = games.format_table([OTHER, LATER, FIRST]).splitlines()
    assert first == "| dice_roll | 50 | 49 | 3 | 0 |"
    assert later == "| trinites_evening | 547 | 547 | 3 | 1 |"
    assert other == "| welcome | 4 | 4 | 1 | 0 |"


def test_a_picture_that_differs_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    kept = command.collect_outcomes([FIRST, LATER])
    assert kept == [FIRST, LATER]
    assert command.exit_code(kept) == 1
    said = capsys.readouterr().out
    assert "dice_roll: 49 of 50 pictures are the desk's" in said
    assert "\n    dice_roll.txt:7: press OK\n" in said
    assert command.exit_code(command.collect_outcomes([LATER])) == 0
