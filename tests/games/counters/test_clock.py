"""The clocks in the Sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.counters.rules import clock
from gobelet.games.counters.rules.sheets import KINDS, LIMITS, PLAYERS
from gobelet.rules.clock import MOST, clock_text
from gobelet.rules.sheet import State


def apply_time(state, *arguments):
    state.apply(state.effects(clock.add_time(state, *arguments)))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (7, "0:07"),
        (754, "12:34"),
        (3599, "59:59"),
        (3600, "1:00:00"),
        (9 * 3600 + 62, "9:01:02"),
        (-12, "−0:12"),
        (-3600, "−1:00:00"),
    ],
)
def test_written(seconds, text):
    assert clock_text(seconds) == text


@given(st.lists(st.tuples(st.integers(0, 50000), st.none() | st.integers(0, PLAYERS - 1)), max_size=20))
def test_every_second_belongs_to_one_player(turns):
    state = State(KINDS)
    expected = [0] * PLAYERS
    turn = now = 0
    for more, following in turns:
        expected[now] += more
        turn += more
        apply_time(state, more, following)
        if following is not None:
            now, turn = following, 0
        assert state.get("table", 0, "turn") == now
        assert clock.seconds(state, "table", 0) == turn
    assert [clock.seconds(state, "player", row) for row in range(PLAYERS)] == expected
    assert clock.game_seconds(state) == sum(expected)


def test_a_clock_stops_at_its_end_instead_of_breaking():
    state = State(KINDS)
    apply_time(state, MOST - 5)
    apply_time(state, 100)
    assert clock.seconds(state, "player", 0) == MOST
    assert MOST > 9 * 3600


def test_limits_grow_from_none():
    assert LIMITS[0] == 0
    assert list(LIMITS) == sorted(set(LIMITS))
