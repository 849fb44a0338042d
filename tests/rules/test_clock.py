"""Seconds in the fields of Sheets."""

from __future__ import annotations

import pytest

from gobelet.rules.clock import FIELDS, MOST, seconds, time_changes
from gobelet.rules.sheet import Kind, State


@pytest.mark.parametrize("value", [0, 59, 60, 3599, 400_000, MOST])
def test_seconds_are_kept_as_they_are(value):
    state = State((Kind("player", 2, FIELDS),))
    state.apply(state.effects(time_changes("player", 1, value)))
    assert [seconds(state, "player", row) for row in (0, 1)] == [0, value]


def test_what_is_too_long_is_the_most_that_a_sheet_holds():
    assert time_changes("player", 0, MOST + 1) == time_changes("player", 0, MOST)
    assert MOST > 500 * 3600
