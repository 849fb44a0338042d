"""A test of a skill: the winner of a race, and the modifiers."""

from __future__ import annotations

import pytest

from gobelet.games.trinites.rules import skill_test
from gobelet.games.trinites.rules.confrontation import duel, note, oppose
from gobelet.games.trinites.rules.natural import TARGET
from gobelet.games.trinites.rules.sheets import ACTION, SWAY
from gobelet.games.trinites.rules.skill_test import ranked_groups
from gobelet.rules.procedure import lane, values


def test_who_reaches_the_target_is_in_the_race_equal_ones_together() -> None:
    assert ranked_groups([TARGET, TARGET - 1, None, TARGET + 3, TARGET]) == [[3], [0, 4]]
    assert ranked_groups([TARGET - 1, None]) == []


def test_each_further_action_costs_three() -> None:
    alone, *others = (
        lane(skill_test.test, values(skill_test.test, {"extra": extra}), "roll") for extra in range(4)
    )
    assert [modifier - alone for modifier in others] == [-3, -6, -9]


@pytest.mark.parametrize("proc, end", [(skill_test.test, ""), (note, ""), (oppose, ""), (duel, "_a")])
def test_the_plan_of_the_own_turn_costs_three_for_each_further_action(proc, end) -> None:
    """L412: the plan does not count outside his turn, or while he waits with actions left."""
    where = "a" if end else "roll"
    for acting in (0, 1):
        found = [
            lane(proc, values(proc, {"acting": acting, "plan": plan, "score" + end: 5}), where)
            for plan in (-1, 0, 1, 2, 3)
        ]
        assert found == [5, 5, 5, 5 - 3 * acting, 5 - 6 * acting]


def test_what_was_said_of_further_actions_counts_only_without_a_plan() -> None:
    given = {"extra": 2, "acting": 1, "plan": 1}
    assert lane(skill_test.test, values(skill_test.test, given), "roll") == 0


def test_only_what_falls_on_an_action_counts_in_one() -> None:
    for name, sign in (("spurred", 1), ("cowed", -1)):
        swayed = [lane(skill_test.test, values(skill_test.test, {name: falls}), "roll") for falls in range(4)]
        assert swayed == [sign * SWAY * (falls == ACTION) for falls in range(4)]
