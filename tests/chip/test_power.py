"""The hours of a battery, computed from shares of time that the test defines."""

from __future__ import annotations

import pytest

from tests.chip import power
from tests.chip.power import AWAKE_MA, EVENING, LIGHT_MA, PAUSE_MA, PowerFigures, State


def test_a_chip_that_never_sleeps() -> None:
    states = [State(name, 0.0, 0.0, 0.0) for name in EVENING]
    assert power.battery_hours(states, 240) == pytest.approx(240 / AWAKE_MA)


def test_a_state_has_its_share_of_each_current() -> None:
    assert State("", 5.0, 0.9, 0.5).milliamperes == pytest.approx(
        0.1 * AWAKE_MA + 0.4 * PAUSE_MA + 0.5 * LIGHT_MA + 5
    )


def test_each_state_of_an_evening_is_measured() -> None:
    made, states = power.measured_steps()
    assert {name for name, _, _ in states} == set(EVENING)
    assert all("wait" in made[number] or "press" in made[number] for _, _, each in states for number in each)


def test_a_press_that_is_lost_or_late_is_told() -> None:
    assert PowerFigures([], [5.0, 6.0], 2).find_faults() == []
    assert PowerFigures([], [5.0], 2).find_faults() == ["1 presses on battery were not answered"]
    assert PowerFigures([], [5.0, 60.0], 2).find_faults() == ["the first byte on battery"]
