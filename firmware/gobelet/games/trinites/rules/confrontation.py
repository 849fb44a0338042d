"""Trinités: confrontations, direct, deferred and multiple (RULES 3.4, L79-99).

The module `opposed_dice` has the dice of both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import Odds
from gobelet.rules.procedure import Outcome, Procedure, ask_first, choice, lane, number
from gobelet.rules.refused import Refused

from .natural import (
    ACTOR,
    EQUAL,
    NOBODY,
    OPPOSER,
    PENDING,
    PLAN,
    TARGET,
    chance,
    is_success,
    next_roll,
    pending_inputs,
    plan_inputs,
)
from .opposed_dice import next_roll_of_two, odds, winner
from .primes import MARTIAL, check_choices, failure_key, martial_inputs, pressure
from .sheets import FAILED, WAITS
from .skill_test import ABILITY, SUCCESS, clearing_effects, success_odds, unlisted_roll_effects
from .tables import DELICATE, LEVEL_NAMES, LEVEL_VALUES, MOST, OPTIONS

if TYPE_CHECKING:
    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Progress, Step, Values


def _side_inputs(end: str, role: str, lane: str) -> tuple[Input, ...]:
    return (
        choice("level" + end, LEVEL_NAMES, DELICATE, lane, LEVEL_VALUES),
        number("more" + end, -30, 30, lane=lane),
        ask_first(choice("skill" + end, OPTIONS)),
        number("score" + end, 0, MOST, lane=lane),
        number("adam" + end, 0, 1, role=role, field="adam"),
    )


def _duel_step(values: Values, progress: Progress) -> Step:
    now = next_roll_of_two(values, progress)
    if now is not None:
        return now
    final_a = progress[0] + lane(duel, values, "a")
    final_b = progress[1] + lane(duel, values, "b")
    key = winner(final_a, final_b, progress[0] == 1, progress[1] == 1, values["aim"])
    return Outcome(
        key, unlisted_roll_effects(values, key == ACTOR, "_a") + clearing_effects(values, "other", "_b")
    )


def _duel_odds(values: Values) -> Odds:
    return odds(
        lane(duel, values, "a"), lane(duel, values, "b"), values["adam_a"], values["adam_b"], values["aim"]
    )


duel = Procedure(
    "duel",
    _side_inputs("_a", "me", "a")
    + _side_inputs("_b", "other", "b")
    + (choice("aim", ("prevent", "same")),)
    + pending_inputs("me", "_a", "a")
    + pending_inputs("other", "_b", "b")
    + plan_inputs("a")
    + martial_inputs("a")
    + (number("pressure", 0, 0, lane="b", mods=pressure, asked=False),),
    _duel_step,
    lambda values: check_choices(values, "duel", True),
    questions=(
        ("a", lambda values, key: key == ACTOR),
        ("b", lambda values, key: key == OPPOSER),
        ("nobody", lambda values, key: key == NOBODY),
        ("equal", lambda values, key: key == EQUAL),
    ),
    explain="duel",
    roles=("me", "other"),
    odds=_duel_odds,
)


# The first roll of a deferred confrontation (L92). The sheet of the character who rolls stores the final
# result until an opponent rolls against it.


def _note_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress)
    if now is not None:
        return now
    modifier = lane(note, values, "roll")
    effects = (
        ("me", "pending", "=", FAILED if progress == 1 else WAITS),
        ("me", "result", "=", progress + modifier),
        ("me", "pending_skill", "=", values["skill"] + 1),
    )
    success = is_success(progress, modifier)
    return Outcome(1 if success else failure_key(values), effects + unlisted_roll_effects(values, success))


def _note_odds(values: Values) -> Odds:
    return success_odds(lane(note, values, "roll"), values["adam"], failure_key(values))


note = Procedure(
    "note",
    ABILITY + PENDING + PLAN + MARTIAL,
    _note_step,
    lambda values: check_choices(values, "note", False),
    questions=SUCCESS,
    explain="test",
    roles=("me",),
    odds=_note_odds,
)


def _check_pending(values: Values) -> None:
    if not values["pending"]:
        raise Refused("TR-N01")
    check_choices(values, "oppose", False)


def _oppose_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress)
    if now is not None:
        return now
    key = winner(
        values["result"], progress + lane(oppose, values, "roll"), values["pending"] == FAILED, progress == 1
    )
    return Outcome(key, unlisted_roll_effects(values, key == OPPOSER))


def _oppose_odds(values: Values) -> Odds:
    modifier = lane(oppose, values, "roll")
    stands = winner(values["result"], 0, values["pending"] == FAILED, True)
    target = max(TARGET, values["result"]) if stands else TARGET
    num, den = chance(target - modifier, values["adam"])
    return Odds(
        {key: weight for key, weight in ((stands, den - num), (OPPOSER, num)) if weight}, den, 0, 0, 0
    )


# The second roll of a deferred confrontation. The role "me" is the character who rolls now. The role "other" is
# the character whose sheet has the stored result of the first roll.
oppose = Procedure(
    "oppose",
    ABILITY
    + (
        number("pending", 0, 2, WAITS, role="other", field="pending", asked=False),
        number("result", -99, 999, TARGET, role="other", field="result"),
    )
    + PENDING
    + PLAN
    + MARTIAL,
    _oppose_step,
    _check_pending,
    questions=(
        ("b", lambda values, key: key == OPPOSER),
        ("a", lambda values, key: key == ACTOR),
        ("nobody", lambda values, key: key == NOBODY),
    ),
    explain="oppose",
    roles=("me", "other"),
    odds=_oppose_odds,
)
