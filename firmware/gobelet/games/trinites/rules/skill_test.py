"""Trinités: a test of a skill (RULES 3.1, L53-68).

The module `natural` has the dice of a test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import Odds
from gobelet.rules.procedure import Outcome, Procedure, ask_first, choice, lane, number
from gobelet.rules.refused import Refused

from .combat_tables import free_actions_modifier
from .natural import LEVEL, PENDING, PLAN, TARGET, chance, is_success, next_roll
from .primes import MARTIAL, actor_effects, check_choices, failure_key
from .sheets import ACTION
from .tables import (
    ATTEMPTS,
    AUTOMATIC,
    MOST,
    NEAR,
    NEIGHBOUR,
    OPTIONS,
    RETRY,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Consequence, Progress, Step, Values

    from .party import Skill


def ranked_groups(results: Sequence[int | None]) -> list[list[int]]:
    """Return groups of indexes of `results`, the best result first.

    Equal results form one group. Results below 12 are left out (L95). None stands for a natural 1, and is left
    out too.
    """
    left = [
        (result, index) for index, result in enumerate(results) if result is not None and result >= TARGET
    ]
    groups = []
    while left:
        best = max(left)[0]
        groups.append([index for result, index in left if result == best])
        left = [each for each in left if each[0] < best]
    return groups


# Chances


def success_odds(modifier: int, adam: int, failed: int = 0) -> Odds:
    """Return the odds of a test with the sum of modifiers `modifier`.

    The outcome key is 1 for a success, and `failed` for a failure.
    """
    num, den = chance(TARGET - modifier, adam)
    return Odds({key: weight for key, weight in ((failed, den - num), (1, num)) if weight}, den, 0, 0, 0)


# Several Procedures share these inputs of a test, because each input takes at least 100 bytes of memory.

MORE = number("more", -30, 30, lane="roll")
SCORE = number("score", 0, MOST, lane="roll")
ADAM = number("adam", 0, 1, role="me", field="adam")
FIXED = (MORE, SCORE, ADAM)  # the inputs of a test whose skill and difficulty are printed
ABILITY = (LEVEL, MORE, ask_first(choice("skill", OPTIONS)), SCORE, ADAM)

SUCCESS = (("success", lambda values, key: key == 1),)


def clearing_effects(values: Values, role: str = "me", end: str = "") -> tuple[Consequence, ...]:
    """Return the effects that clear an encouragement or intimidation after its use.

    `end` is the ending that the Procedure appends to the names of the inputs "spurred" and "cowed".
    """
    fields = [field for field in ("spurred", "cowed") if values[field + end] == ACTION]
    return tuple([(role, field, "=", 0) for field in fields])


def unlisted_roll_effects(values: Values, success: bool, end: str = "") -> tuple[Consequence, ...]:
    """Return the effects that a roll outside the table of actions has on its actor.

    The roll counts as an action if the actor has the turn and has announced a plan.
    """
    return (
        tuple(actor_effects(values, success, end)) if values["plan"] else clearing_effects(values, "me", end)
    )


def failure_effects(values: Values, skill: Skill, level: int, tries: int) -> tuple[Consequence, ...]:
    """Return the effects of a failed test.

    `tries` is the number of failed attempts at the task, with this one. The effects store the skill, the
    difficulty and the score on the actor's sheet. The form of the next test reads these values, because the test
    may be a further attempt at the same task (L147).
    """
    return (
        ("me", "task_skill", "=", skill + 1),
        ("me", "task_level", "=", level),
        ("me", "task_score", "=", values["score"]),
        ("me", "tries", "=", tries),
    )


def _test_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress)
    if now is not None:
        return now
    modifier = lane(test, values, "roll")
    success = is_success(progress, modifier)
    effects = unlisted_roll_effects(values, success)
    if not success:
        attempt = values["attempt"]
        effects += failure_effects(
            values, values["skill"], modifier - values["score"] - RETRY[attempt], attempt + 1
        )
    elif values["task"] == values["skill"] + 1:
        effects += (("me", "task_skill", "=", 0), ("me", "tries", "=", 0))
    return Outcome(1 if success else failure_key(values), effects)


def _check_allowed(values: Values) -> None:
    check_choices(values, "test", False)
    if values["attempt"] == AUTOMATIC:
        raise Refused("TR-E28")


def _is_unplanned(values: Values) -> bool:
    return not (values["acting"] and values["plan"])


def _further_modifier(values: Values) -> int:
    """Return the modifier for the input "extra", the number of further actions."""
    return free_actions_modifier(values["extra"] + 1)


def _test_odds(values: Values) -> Odds:
    return success_odds(lane(test, values, "roll"), values["adam"], failure_key(values))


test = Procedure(
    "test",
    ABILITY
    + (
        choice("near", NEAR, 0, "roll", NEIGHBOUR),
        choice("attempt", ATTEMPTS, 0, "roll", RETRY),
        # number of further actions in the turn; asked only if the player has announced no plan
        number("extra", 0, 9, lane="roll", mods=_further_modifier, when=_is_unplanned),
    )
    + PENDING
    + (number("task", 0, 99, role="me", field="task_skill", asked=False),)
    + PLAN
    + MARTIAL,
    _test_step,
    _check_allowed,
    questions=SUCCESS,
    explain="test",
    roles=("me",),
    odds=_test_odds,
)
