"""Trinités: reactions of a third character (RULES 4.6, 4.7, L428, L626, L659).

A third character is neither actor nor target of an action. In these Procedures the third character has the role
"me", and the actor has the role "target". The reaction wins if it is a success, and its final result is at least
the final result of the action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, choice, lane, number
from gobelet.rules.refused import Refused

from . import combat_tables
from .natural import TARGET, is_success, next_roll
from .sheets import REACTION, SWAY
from .skill_test import ADAM, MORE, SCORE, success_odds

if TYPE_CHECKING:
    from gobelet.rules.odds import Odds
    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Consequence, Progress, Step, Values

# All skills that may oppose an action, collected from the reactions in `combat_tables.ACTIONS`.
SKILLS = ("esquive", "corps", "melee", "force", "vigilance", "tactique", "volonte", "subterfuge")
PREVENTED = 1  # outcome key of a reaction that prevents the action


def _own_modifier(name: str, high: int, modifier: int, at: int = 0) -> Input:
    """Return the input for a field of "me" that modifies the reaction.

    The input adds `modifier` if the field has the value `at`. If `at` is 0, the input adds `modifier` for every
    value of the field except 0.
    """
    mods = tuple([modifier if value and at in (0, value) else 0 for value in range(high + 1)])
    return number(name, 0, high, lane="roll", mods=mods, role="me", field=name, asked=False)


_REACTS = (
    _own_modifier("spurred", 3, SWAY, REACTION),
    _own_modifier("cowed", 3, -SWAY, REACTION),
    _own_modifier("prudence", 9, SWAY),
    _own_modifier("danger", 9, -SWAY),
    number("surprised", 0, 1, role="me", field="surprised", asked=False),
)


def _check_allowed(values: Values) -> None:
    if values["surprised"]:
        raise Refused("TR-E23")


def _is_enough(proc: Procedure, values: Values, natural: int, against: int) -> bool:
    modifier = lane(proc, values, "roll")
    return is_success(natural, modifier) and natural + modifier >= against


def _odds(proc: Procedure, values: Values, against: int) -> Odds:
    return success_odds(lane(proc, values, "roll") - max(0, against - TARGET), values["adam"])


def _clearing_effects(values: Values) -> tuple[Consequence, ...]:
    """Return the effects that clear the modifiers that a reaction has used."""
    found = [("me", field, "=", 0) for field in ("spurred", "cowed") if values[field] == REACTION]
    return tuple(found + [("me", field, "-", 1) for field in ("prudence", "danger") if values[field]])


def _react_step(values: Values, progress: Progress) -> Step:
    return next_roll(values, progress) or Outcome(
        int(_is_enough(react, values, progress, values["result"])), _clearing_effects(values)
    )


def _react_odds(values: Values) -> Odds:
    return _odds(react, values, values["result"])


# The reaction of a third character to an action (L428, L626). "result" is the final result of the action.
# "chained" is 1 if the players have opened this form from the action's result screen, which has not applied the
# effects of the action yet.
react = Procedure(
    "react",
    (choice("skill", SKILLS), SCORE, MORE, ADAM, number("result", 0, 99, start=TARGET))
    + _REACTS
    + (
        number(
            "crowd",
            0,
            19,
            lane="roll",
            mods=lambda values: combat_tables.crowd_modifier(values["crowd"]),
            when=lambda values: values["close"],
            role="me",
            field="engaged",
            asked=False,
        ),
        number("close", 0, 1, asked=False),
        number("pressure", -9, 9, lane="roll", asked=False),
        number("chained", 0, 1, asked=False),
    ),
    _react_step,
    _check_allowed,
    questions=(("prevent", lambda values, key: key == PREVENTED),),
    explain="dodge",
    roles=("me", "target"),
    odds=_react_odds,
)


def _notice_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress)
    if now is not None:
        return now
    seen = _is_enough(notice, values, progress, values["noted"])
    return Outcome(int(seen), ((("target", "hidden", "=", 0),) if seen else ()) + _clearing_effects(values))


def _notice_odds(values: Values) -> Odds:
    return _odds(notice, values, values["noted"])


# A third character's test to notice a hidden actor, whose action can be seen or heard (L659). "noted" is the
# final result of the actor's Discrétion [stealth].
notice = Procedure(
    "notice",
    (SCORE, MORE, ADAM, number("noted", 0, 99, role="target", field="hidden")) + _REACTS,
    _notice_step,
    _check_allowed,
    questions=(("win", lambda values, key: key == 1),),
    explain="action",
    roles=("me", "target"),
    odds=_notice_odds,
)
