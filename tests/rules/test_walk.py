"""Walks: the next printed step, and the previous one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.rules import walk
from gobelet.rules.sheet import Kind, State

TURN = (
    ("upkeep", None),
    ("storm", lambda state: state.get("table", 0, "storm") > 0),
    ("move", None),
    ("fight", lambda state: state.get("table", 0, "foes")),
    ("end", None),
)


def table_state(storm: int, foes: int) -> State:
    state = State((Kind("table", 1, (("storm", 0, 9, 0), ("foes", 0, 9, 0))),))
    state.apply(state.effects([("table", 0, "storm", storm), ("table", 0, "foes", foes)]))
    return state


@pytest.mark.parametrize(
    ("storm", "foes", "names"),
    [
        (0, 0, ["upkeep", "move", "end"]),
        (2, 0, ["upkeep", "storm", "move", "end"]),
        (1, 7, ["upkeep", "storm", "move", "fight", "end"]),
    ],
)
def test_forth_and_back_through_the_steps_that_apply(storm, foes, names):
    state = table_state(storm, foes)
    seen = []
    at = walk.next_index(TURN, -1, state)
    while at >= 0:
        seen.append(TURN[at][0])
        at = walk.next_index(TURN, at, state)
    assert seen == names
    at = len(TURN)
    back = []
    while (at := walk.previous_index(TURN, at, state)) >= 0:
        back.append(TURN[at][0])
    assert back == names[::-1]


def test_a_condition_may_be_any_number():
    assert walk.is_applicable(TURN[3], table_state(0, 4)) is True
    assert walk.is_applicable(TURN[3], table_state(0, 0)) is False


def test_places():
    assert [walk.index(TURN, step[0]) for step in TURN] == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError):
        walk.index(TURN, "rest")


def test_nothing_applies():
    never = (("a", lambda state: 0),) * 3
    assert walk.next_index(never, -1, None) == -1
    assert walk.previous_index(never, 3, None) == -1
    assert walk.next_index((), -1, None) == walk.previous_index((), 0, None) == -1


@given(st.lists(st.booleans(), max_size=8), st.integers(-1, 14))
def test_the_next_is_the_nearest_that_applies(pattern, at):
    """The start may be an index of a longer walk, which another version stored."""
    steps = tuple((str(n), None if yes else (lambda state: False)) for n, yes in enumerate(pattern))
    good = [n for n, yes in enumerate(pattern) if yes]
    assert walk.next_index(steps, at, None) == min([n for n in good if n > at], default=-1)
    assert walk.previous_index(steps, at, None) == max([n for n in good if n < at], default=-1)
