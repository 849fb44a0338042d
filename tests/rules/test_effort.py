"""Free dice: the estimate of the work for exact odds must not be far too low."""

from __future__ import annotations

import sys

import pytest

from gobelet.games.dice.rules.notation import parse
from gobelet.rules import pools
from gobelet.rules.effort import AT_ONCE, MOST, odds_steps


def steps_of(pool) -> int:
    """Return the number of executed lines of pools.py, each about as costly as a step."""
    count = 0

    def count_lines(frame, event, arg):
        nonlocal count
        if frame.f_code.co_filename != pools.__file__:
            return None
        count += event == "line"
        return count_lines

    sys.settrace(count_lines)
    try:
        pools.pool_odds(pool)
    finally:
        sys.settrace(None)
    return count


@pytest.mark.parametrize(
    "text",
    [
        "2d6",
        "d100",
        "4d6kh3",
        "d12!",
        "5d10!>=8",
        "20d6",
        "3d100!",
        "5d100",
        "10d100",
        "10d10kh5",
        "4d6!kh3",
        "20d20kh10",
        "5d100+5d20",
        "5d20!3",
        "20d12!>=7",
        "d4+d6+d8+d10+d12+d20",
        "|d100-d100|",
        "5d12!p",
        "3d6!pkh2",
        "10d{-20,0,99}",
        "8d10!!>=8>>10",
        "10d100min50",
        "20d20max10kh5",
    ],
)
def test_the_guess_is_no_worse_than_tenfold_too_low(text):
    pool = parse(text)
    assert steps_of(pool) < 10 * odds_steps(pool) + 2000


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("d6", 13),
        ("3d6", 72),
        ("2d6+d8", 65),
        ("d6+d8+d10", 71),
        ("2d6r1", 36),
        ("4d6min2", 312),
        ("2d{-1,0,3}", 60),
        ("|d4-d6|", 43),
        ("4d6kh3", 315),
        ("(2d6+d8)kh2", 784),
        ("5d10>=8", 40),
        ("5d10!>=8", 1720),
        ("d12!", 168),
        ("3d6!3", 2664),
        ("3d6!kh2", 13200),
        ("4d6!p", 35112),
    ],
)
def test_the_guess(text, steps):
    """The estimate decides which odds are computed without a key, and which are refused.

    So any change of the number must be intended.
    """
    assert odds_steps(parse(text)) == steps


@pytest.mark.parametrize(
    "text", ["2d6", "d20", "4d6kh3", "2d20kh1", "d12!", "5d10>=8", "|d4-d6|", "10d6+3", "3d6!3"]
)
def test_common_pools_are_worked_out_unasked(text):
    assert odds_steps(parse(text)) <= AT_ONCE


@pytest.mark.parametrize("text", ["10d20!20", "20d100kh19", "(5d6+5d8+5d10)kh5", "5d100+10d100!3"])
def test_hopeless_pools_are_refused(text):
    assert odds_steps(parse(text)) > MOST


def test_a_pool_is_worked_out_unasked_up_to_a_tenth_of_a_second_or_two():
    assert (AT_ONCE, MOST) == (10_000, 150_000)


def test_twenty_plain_dice_are_always_possible():
    assert odds_steps(parse("20d100")) <= MOST
