"""Free dice: changing a pool one step at a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.dice.rules import edit
from gobelet.games.dice.rules.edit import DICE, DOUBLE, EXPLODE, GOAL, KEEP, LEAST, MOST, REROLL, SIGN
from gobelet.games.dice.rules.notation import BARS, UNLIMITED, parse, write
from gobelet.rules.dice import COMPOUND, PENETRATING
from gobelet.rules.procedure import Refused
from tests.games.dice.pools import POOLS, SIDES


def add_dice(text: str, *sizes: int) -> str:
    pool = parse(text) if text else (0, ())
    for sides in sizes:
        pool = edit.add_die(pool, sides)
    return write(pool)


def test_dice_come_together_by_size():
    assert add_dice("", 6) == "d6"
    assert add_dice("", 6, 6, 8, 6) == "3d6+d8"
    assert add_dice("4d6kh3", 6) == "5d6kh3"
    assert add_dice("d6-d8", 8) == "d6-d8+d8"
    assert add_dice("|d6-d6|", 6) == "|d6-d6|+d6"
    assert add_dice("(d6+d8)kh1", 6) == "(d6+d8)kh1+d6"
    assert add_dice("2d{0,1,2}", 3) == "2d{0,1,2}+d3"


@pytest.mark.parametrize(
    ("text", "what", "value", "after"),
    [
        ("4d6", KEEP, 3, "4d6kh3"),
        ("4d6", KEEP, -1, "4d6kl1"),
        ("4d6", KEEP, 4, "4d6"),
        ("4d6kh3", DICE, (6, 6, 6), "3d6"),
        ("4d6kh3", DICE, (6, 6, 6, 6, 6), "5d6kh3"),
        ("d12", EXPLODE, UNLIMITED, "d12!"),
        ("d12!", EXPLODE, 3, "d12!3"),
        ("d6", SIGN, -1, "-d6"),
        ("4d6", REROLL, 2, "4d6r2"),
        ("d8r5", DICE, (4,), "d4r3"),
        ("5d10!", GOAL, 8, "5d10!>=8"),
        ("5d10!>=8", GOAL, 0, "5d10!"),
        ("5d10!>=8", KEEP, 3, "5d10!kh3"),
        ("5d10!>=8", KEEP, 0, "5d10!>=8"),
        ("5d10!kh3", GOAL, 8, "5d10!>=8"),
        ("|d4-d6|", GOAL, 3, "(d4+d6)>=3"),
        ("|d4-d6|", EXPLODE, 1, "(d4+d6)!1"),
        ("|d4-d6|", DICE, (4,), "d4"),
        ("4d6!", EXPLODE, COMPOUND + UNLIMITED, "4d6!!"),
        ("4d6max5", EXPLODE, UNLIMITED, "4d6!"),
        ("4d6!", MOST, 5, "4d6max5"),
        ("4d6min4", MOST, 3, "4d6min3max3"),
        ("4d6min4", MOST, 1, "4d6max1"),
        ("4d6max3", LEAST, 5, "4d6min3max3"),
        ("4d6min5", DICE, (4, 4), "2d4min4"),
        ("4d6max5", DICE, (4, 4), "2d4"),
        ("5d10>=8>>9", GOAL, 10, "5d10>=10"),
        ("5d10>=8", DOUBLE, 10, "5d10>=8>>10"),
        ("5d10>=8", DOUBLE, 7, "5d10>=8"),
        ("5d10>=8", DICE, (10,) * 6, "6d10>=8"),
        ("5d10>=8", SIGN, -1, "-5d10>=8"),
        ("5d10>=8", EXPLODE, UNLIMITED, "5d10!>=8"),
        ("5d10>=8", REROLL, 1, "5d10r1>=8"),
        ("5d10>=8>>9", KEEP, 2, "5d10kh2"),
        ("2d{0,1,2}", DICE, (3, 3, 3), "3d{0,1,2}"),
        ("2d{0,1,2}", DICE, (6, 6), "2d6"),
        ("2d{0,1,2}", EXPLODE, 1, "2d{0,1,2}"),
        ("2d{0,1,2}", KEEP, 1, "2d{0,1,2}kh1"),
        ("2d{0,1,2}", KEEP, BARS, "|d3-d3|"),
    ],
)
def test_modifiers(text, what, value, after):
    assert write(edit.set_part(parse(text), 0, what, value)) == after


def test_a_term_without_dice_goes():
    assert write(edit.set_count(parse("2d6+d8+1"), 0, 0, 0)) == "d8+1"
    assert edit.set_count(parse("2d6+1"), 0, 0, 0) == (1, ())


def test_runs_of_a_group():
    pool = parse("(2d6+d8)kh1")
    assert write(edit.set_count(pool, 0, 1, 3)) == "(2d6+3d8)kh1"
    assert write(edit.resize(pool, 0, 0, 10)) == "(2d10+d8)kh1"
    assert write(edit.set_count(pool, 0, 0, 0)) == "d8"
    assert write(edit.resize(pool, 0, 1, 6)) == "3d6kh1"


def test_groups_join_and_split():
    pool = parse("d6+d8-1")
    assert edit.can_join(pool, 0)
    assert not edit.can_join(pool, 1)
    group = edit.set_part(edit.join_terms(pool, 0), 0, KEEP, 1)
    assert write(group) == "(d6+d8)kh1-1"
    assert write(edit.split_term(group, 0)) == "d6+d8-1"
    assert not edit.can_join(parse("|d4-d6|+d8"), 0)


def test_difference():
    pool = parse("d4+d6")
    assert edit.can_differ(pool, 0)
    apart = edit.make_difference(pool, 0)
    assert write(apart) == "|d4-d6|"
    assert write(edit.split_term(apart, 0)) == "d4+d6"
    assert write(edit.make_difference(parse("2d6kh1"), 0)) == "|d6-d6|"
    assert not edit.can_differ(parse("d4+2d6"), 0)
    assert not edit.can_differ(parse("3d6"), 0)


def test_sixty_dice_at_most():
    pool = parse("60d6")
    for change in (
        lambda: edit.add_die(pool, 6),
        lambda: edit.add_die(pool, 8),
        lambda: edit.set_count(pool, 0, 0, 61),
    ):
        with pytest.raises(Refused) as raised:
            change()
        assert raised.value.code == "DICE-MOST"


def test_bonus():
    assert write(edit.with_constant(parse("d6"), -2)) == "d6-2"


def check_pool(pool) -> None:
    """Check that the notation can express the pool."""
    if pool[1]:
        assert parse(write(pool)) == pool


@given(POOLS, st.data())
def test_no_edit_leaves_the_notation(pool, data):
    at = data.draw(st.integers(0, len(pool[1]) - 1))
    term = pool[1][at]
    check_pool(edit.add_die(pool, data.draw(SIDES)))
    n = len(term[DICE])
    values = {
        SIGN: st.sampled_from([1, -1]),
        EXPLODE: st.sampled_from([0, 1, 20, UNLIMITED, COMPOUND + 2, PENETRATING + UNLIMITED]),
        REROLL: st.integers(0, min(term[DICE]) - 1),
        KEEP: st.integers(-n, n),
        GOAL: st.integers(0, 200),
        DOUBLE: st.integers(0, 200),
        LEAST: st.integers(0, min(term[DICE])),
        MOST: st.integers(0, max(term[DICE]) - 1),
    }
    what = data.draw(st.sampled_from(sorted(values)))
    check_pool(edit.set_part(pool, at, what, data.draw(values[what])))
    run = data.draw(st.integers(0, len(edit.runs(term[DICE])) - 1))
    check_pool(edit.set_count(pool, at, run, data.draw(st.integers(0, 5))))
    check_pool(edit.resize(pool, at, run, data.draw(SIDES)))
    if edit.can_join(pool, at):
        check_pool(edit.join_terms(pool, at))
    if edit.can_differ(pool, at):
        assert edit.make_difference(pool, at)[1][at][KEEP] == BARS
        check_pool(edit.make_difference(pool, at))
    check_pool(edit.split_term(pool, at))


@pytest.mark.parametrize("text", ["d6", "d6!", "d6!20", "d6!!", "d6!!3", "d6!p", "d6!p3"])
def test_how_a_die_explodes_is_among_what_can_be_chosen(text):
    _, (term,) = parse(text)
    found = edit.choices(term, EXPLODE)
    assert found.count(term[EXPLODE]) == 1
    assert len(found) == (27 if text in ("d6!!3", "d6!p3") else 26)
