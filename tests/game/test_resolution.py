"""A Procedure that is being resolved: each of its steps is computed once."""

from __future__ import annotations

import pytest

from gobelet.game.resolution import Resolution
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Ask, Outcome, Procedure, Roll, advance, number


@pytest.fixture
def steps():
    """The states at which `step` was called."""
    return []


@pytest.fixture
def proc(steps):
    def step(v, s):
        steps.append(s)
        if s is None:
            return Roll((6, 4), lambda v, s, faces: faces[0] - faces[1])
        if s > 0:
            return Ask(0, "double", (1, 2), lambda v, s, option: -s * option, lambda v, s: 2)
        return Outcome(v["more"] - s)

    return Procedure("hit", (number("more", 0, 9),), step)


def test_a_whole_roll(proc, steps):
    r = Resolution(3, proc, [0, 1], {"more": 2})
    assert isinstance(r.now, Roll)
    r.add_result((6, 1))
    assert isinstance(r.now, Ask)
    r.add_result(2)
    assert (r.path, r.progress, r.now.key) == ([(6, 1), 2], -10, 12)
    assert r.rolls == [[(6, 6), (4, 1)]]
    assert r.thrown_dice() == [(6, 6), (4, 1)]
    assert steps == [None, 5, -10], "once each"
    assert advance(proc, {"more": 2}, r.path).key == 12


def test_back_to_where_it_was(proc):
    r = Resolution(3, proc, [], {"more": 2})
    begin = r.savepoint()
    r.add_result((6, 1))
    middle = r.savepoint()
    r.add_result(2)
    r.restore(middle)
    assert (r.path, r.progress) == ([(6, 1)], 5)
    r.add_result(1)
    assert r.now.key == 7
    r.restore(begin)
    assert (r.path, r.rolls, r.progress) == ([], [], None)
    r.add_result((1, 1))
    assert r.now.key == 2


def test_its_odds_are_those_before_the_first_roll(proc, steps):
    want = procedure_odds(proc, {"more": 1})
    r = Resolution(3, proc, [], {"more": 1})
    r.add_result((6, 1))
    steps.clear()
    found = r.odds()
    assert (found.keys, found.weights, found.total) == (want.keys, want.weights, want.total)
    assert None not in steps, "the first step was worked out before"
    count = len(steps)
    assert r.odds() is found
    assert len(steps) == count


def test_first_step_and_odds_serve_again_for_the_same_values(proc, steps):
    first = Resolution(3, proc, [], {"more": 1})
    odds = first.odds()
    first.add_result((6, 1))
    steps.clear()
    again = Resolution(3, proc, [], {"more": 1}, like=first)
    assert isinstance(again.now, Roll)
    assert again.odds() is odds
    assert steps == []
    other = Resolution(3, proc, [], {"more": 2}, like=first)
    assert other.odds().keys != odds.keys
    assert steps[0] is None
