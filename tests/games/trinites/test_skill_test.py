"""A test of a skill: who wins a race, and what its modifiers are."""

from __future__ import annotations

from gobelet.core.procedure import lane, values
from gobelet.games.trinites.rules import skill_test
from gobelet.games.trinites.rules.natural import TARGET
from gobelet.games.trinites.rules.sheets import ACTION, SWAY
from gobelet.games.trinites.rules.skill_test import race


def test_who_reaches_the_target_is_in_the_race_equal_ones_together() -> None:
    assert race([TARGET, TARGET - 1, None, TARGET + 3, TARGET]) == [[3], [0, 4]]
    assert race([TARGET - 1, None]) == []


def test_each_further_action_costs_three() -> None:
    alone, *others = (
        lane(skill_test.test, values(skill_test.test, {"extra": extra}), "roll") for extra in range(4)
    )
    assert [modifier - alone for modifier in others] == [-3, -6, -9]


def test_only_what_falls_on_an_action_counts_in_one() -> None:
    for name, sign in (("spurred", 1), ("cowed", -1)):
        swayed = [lane(skill_test.test, values(skill_test.test, {name: falls}), "roll") for falls in range(4)]
        assert swayed == [sign * SWAY * (falls == ACTION) for falls in range(4)]
