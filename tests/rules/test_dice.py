from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.dice.rules.again import rethrow
from gobelet.games.dice.rules.notation import BARS, parse
from gobelet.rules.dice import (
    DROPPED,
    EXPLODED,
    FIRST,
    HIT,
    KEPT,
    MINUS,
    REROLLED,
    Missing,
    by_hand,
    dice_needed,
    throw,
)
from gobelet.rules.shaker import Shaker


def test_faces_entered_by_hand():
    assert throw(parse("2d6+1"), by_hand([4, 5])).total == 10
    assert throw(parse("d12!"), by_hand([12, 12, 3])).total == 27
    with pytest.raises(Missing) as caught:
        throw(parse("d6+d12!"), by_hand([1, 12]))
    assert caught.value.args == (12,)
    for wrong in (0, 7):
        with pytest.raises(ValueError, match="face"):
            throw(parse("d6"), by_hand([wrong]))


def test_the_difference_of_two_dice_is_as_files_of_games_have_it():
    """Compiled game files contain this number, so later versions must read it."""
    assert BARS == 100
    assert parse("|d10-d12|")[1][0][4] == BARS


def test_dice_needed_are_the_first_dice_in_order():
    assert dice_needed(parse("2d6!+(d4+d8)kh1-|d10-d12|+3")) == [6, 6, 4, 8, 10, 12]


@pytest.mark.parametrize(
    ("text", "faces", "total", "dice"),
    [
        ("2d6+3", [2, 6], 11, [(6, 2, KEPT | FIRST), (6, 6, KEPT | FIRST)]),
        ("10-d4", [3], 7, [(4, 3, KEPT | FIRST | MINUS)]),
        ("|d4-d6|", [2, 6], 4, [(4, 2, KEPT | FIRST), (6, 6, KEPT | FIRST)]),
        ("10-|d4-d6|", [4, 1], 7, [(4, 4, KEPT | FIRST | MINUS), (6, 1, KEPT | FIRST | MINUS)]),
        ("3d6kh2", [2, 5, 2], 7, [(6, 2, KEPT | FIRST), (6, 5, KEPT | FIRST), (6, 2, DROPPED | FIRST)]),
        ("3d6kl2", [5, 2, 5], 7, [(6, 5, KEPT | FIRST), (6, 2, KEPT | FIRST), (6, 5, DROPPED | FIRST)]),
        ("(d4+d8)kh1", [4, 4], 4, [(4, 4, KEPT | FIRST), (8, 4, DROPPED | FIRST)]),
        ("d6!", [6, 6, 1], 13, [(6, 6, KEPT | FIRST), (6, 6, KEPT | EXPLODED), (6, 1, KEPT | EXPLODED)]),
        ("d6!1", [6, 6], 12, [(6, 6, KEPT | FIRST), (6, 6, KEPT | EXPLODED)]),
        # first both dice are thrown, then the explosion of the first
        ("2d6!", [6, 2, 3], 11, [(6, 6, KEPT | FIRST), (6, 3, KEPT | EXPLODED), (6, 2, KEPT | FIRST)]),
        ("2d6r2", [2, 3, 1], 4, [(6, 2, REROLLED | FIRST), (6, 1, KEPT), (6, 3, KEPT | FIRST)]),
        (
            "d6!r1",
            [1, 6, 1, 1],
            7,
            [(6, 1, REROLLED | FIRST), (6, 6, KEPT), (6, 1, REROLLED | EXPLODED), (6, 1, KEPT | EXPLODED)],
        ),
        (
            "2d6!kl1",
            [6, 5, 1],
            5,
            [(6, 6, DROPPED | FIRST), (6, 1, DROPPED | EXPLODED), (6, 5, KEPT | FIRST)],
        ),
        ("3d10>=8", [7, 8, 10], 2, [(10, 7, KEPT | FIRST)] + [(10, f, KEPT | FIRST | HIT) for f in (8, 10)]),
        ("d10!>=8-1", [10, 9], 1, [(10, 10, KEPT | FIRST | HIT), (10, 9, KEPT | EXPLODED | HIT)]),
        # the goal is above the sides, so the sum of the throws counts, once
        ("d6!>=8", [6, 2], 1, [(6, 6, KEPT | FIRST | HIT), (6, 2, KEPT | EXPLODED | HIT)]),
        ("d6!>=9", [6, 2], 0, [(6, 6, KEPT | FIRST), (6, 2, KEPT | EXPLODED)]),
        ("d6>=7", [6], 0, [(6, 6, KEPT | FIRST)]),
        # a die with faces of its own; the marks depend on the face, not on its value
        ("2d{-1,0,4}kh1", [1, 3], 4, [(3, 1, DROPPED | FIRST), (3, 3, KEPT | FIRST)]),
        ("2d6min3max5", [1, 6], 8, [(6, 1, KEPT | FIRST), (6, 6, KEPT | FIRST)]),
        ("d6!p", [6, 6, 1], 11, [(6, 6, KEPT | FIRST), (6, 6, KEPT | EXPLODED), (6, 1, KEPT | EXPLODED)]),
        (
            "d6!p>=6",
            [6, 6, 1],
            1,
            [(6, 6, KEPT | FIRST | HIT), (6, 6, KEPT | EXPLODED), (6, 1, KEPT | EXPLODED)],
        ),
        (
            "d6!!>=5",
            [6, 6, 1],
            1,
            [(6, 6, KEPT | FIRST | HIT)] + [(6, f, KEPT | EXPLODED | HIT) for f in (6, 1)],
        ),
        (
            "3d10>=8>>10",
            [7, 8, 10],
            3,
            [(10, 7, KEPT | FIRST)] + [(10, f, KEPT | FIRST | HIT) for f in (8, 10)],
        ),
        (
            "d6!!>=5>>13",
            [6, 6, 1],
            2,
            [(6, 6, KEPT | FIRST | HIT)] + [(6, f, KEPT | EXPLODED | HIT) for f in (6, 1)],
        ),
    ],
)
def test_a_throw_and_its_marks(text, faces, total, dice):
    roll = by_hand(faces)
    thrown = throw(parse(text), roll)
    assert (thrown.total, thrown.dice) == (total, dice)
    with pytest.raises(Missing):
        roll(6)  # all faces were used


def test_an_endless_explosion_ends_even_with_a_stuck_die():
    assert throw(parse("d6!"), lambda sides: sides).total == 600


SMALL_TEXTS = st.sampled_from(
    """
    d6 3d6 2d6+d8-1 4d6kh3 4d6kl1 5d4dl2 (d4+2d6+d8)kh2 d6! 3d4!2kh2 4d6r2 3d4!r1 5d10>=8 4d4!>=3 3d4!>=6
    |d4-d6| 12-|d6-d6|+d4 20-2d6!kl1 (2d4+d6)r1!2kl2
    4d{-1,0,1}kh3 3d6min2max4 3d4!p 3d4!p2kh2 4d4!!>=3 5d6>=4>>6 3d4!!>=5>>9 3d{0,1,3}>=1>>3
    """.split()  # noqa: SIM905
)


def recount_total(pool, thrown):
    """Compute the total from the marked dice alone."""
    total, terms = pool
    dice = [(sides, worth, mark) for (sides, _, mark), worth in zip(thrown.dice, thrown.worth, strict=True)]
    for sign, sides, explode, _, keep, goal, double, *_ in terms:
        mine = []
        for _ in sides:
            mine.append([dice.pop(0)])
            while dice and not dice[0][2] & FIRST:
                mine[-1].append(dice.pop(0))
        sums = [sum(face for _, face, mark in die if mark & KEPT) for die in mine]
        if keep == BARS:
            total += sign * abs(sums[0] - sums[1])
        elif not goal:
            total += sign * sum(sums)
        else:
            for die, total_of_die, s in zip(mine, sums, sides, strict=True):
                hits = [worth for _, worth, mark in die if mark & HIT]
                if hits and (goal > s or 100 <= explode < 200):
                    hits = [total_of_die]
                total += sign * sum(2 if 0 < double <= worth else 1 for worth in hits)
    assert dice == []
    return total


@given(SMALL_TEXTS, st.integers(0, 2**32))
def test_the_marks_tell_the_total(text, seed):
    pool = parse(text)
    thrown = throw(pool, Shaker(Random(seed).randbytes).roll)
    assert recount_total(pool, thrown) == thrown.total
    for _, _, mark in thrown.dice:
        assert bool(mark & KEPT) + bool(mark & DROPPED) + bool(mark & REROLLED) in (1, 2)
        assert not mark & KEPT or not mark & (DROPPED | REROLLED)
        assert not mark & HIT or mark & KEPT
    assert sum(1 for _, _, mark in thrown.dice if mark & FIRST) == len(dice_needed(pool))


@given(SMALL_TEXTS, st.integers(0, 2**32), st.integers(0, 31))
def test_locked_dice_lie_still(text, seed, locked):
    pool = parse(text)
    shaker = Shaker(Random(seed).randbytes)
    before = throw(pool, shaker.roll)
    after = rethrow(pool, before, locked, shaker.roll)

    def explosion_chains(thrown):
        found = []
        for sides, face, mark in thrown.dice:
            if mark & FIRST:
                found.append([])
            found[-1].append((sides, face, mark & (FIRST | EXPLODED | REROLLED)))
        return found

    for i, (old, new) in enumerate(zip(explosion_chains(before), explosion_chains(after), strict=True)):
        if locked >> i & 1:
            assert old == new
    assert recount_total(pool, after) == after.total
    # If all dice are locked, no die is rolled, and the marks are the same.
    again = rethrow(pool, before, (1 << len(dice_needed(pool))) - 1, by_hand([]))
    assert (again.total, again.dice) == (before.total, before.dice)


def test_rethrow_rolls_just_the_free_dice():
    pool = parse("3d6kh2")
    before = throw(pool, by_hand([5, 1, 2]))
    after = rethrow(pool, before, 0b001, by_hand([6, 4]))
    assert [face for _, face, _ in after.dice] == [5, 6, 4]
    assert after.total == 11
    assert [bool(mark & KEPT) for _, _, mark in after.dice] == [True, True, False]
