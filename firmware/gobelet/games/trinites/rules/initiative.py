"""Trinités: the rolls for initiative and surprise (RULES 3.5, 4.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import Odds
from gobelet.rules.procedure import Outcome, Procedure, ask_first, choice, flag, lane, number
from gobelet.rules.refused import Refused

from .combat_rounds import MOST_INITIATIVE, fluctuate
from .natural import LEVEL, TARGET, chance, is_success, next_roll
from .sheets import GARDE, RETRAIT
from .skill_test import SUCCESS, success_odds
from .tables import MOST

if TYPE_CHECKING:
    from gobelet.rules.types import Chance, Progress, Step, Values

# Conditions of a character before a combat, each with the difficulty of the test of initiative (L361-374).
CONDITIONS = (
    "drunk     -6",
    "mistaken  -6",  # a character on guard who expects the attack from the wrong side
    "asleep    -3",
    "unready    0",
    "alert     +3",  # a character on guard who expects the attack from the right side
    "expecting +3",
    "attacking +6",
)


def score(final: int) -> int:
    """Return the score of initiative for the final result of a test.

    The score is half of the final result, rounded up, and at most 12 (L354).
    """
    return min(-(-final // 2), MOST_INITIATIVE)


def starting_die(final: int, surprised: int = False) -> tuple[int, int]:
    """Return (zone, score of initiative) at the start of a combat (L354-358).

    `final` is the final result of the test of initiative.
    """
    return fluctuate(RETRAIT if surprised else GARDE, score(final))


def condition_difficulty(index: int) -> int:
    """Return the difficulty of a condition, by its index in CONDITIONS.

    Raise TR-E22 for an index outside the table.
    """
    if not 0 <= index < len(CONDITIONS):
        raise Refused("TR-E22")
    return int(CONDITIONS[index].split()[1])


# The test of initiative. The outcome key is 20 times the value of the zone, plus the score of initiative.


def _initiative_key(values: Values, final: int) -> int:
    zone, init = starting_die(final, values["caught"])
    return 20 * zone + init


def _initiative_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress)
    if now is not None:
        return now
    key = _initiative_key(values, progress + lane(initiative, values, "roll"))
    return Outcome(key, (("me", "zone", "=", key // 20), ("me", "init", "=", key % 20)))


def _reach_chance(needed: int, adam: int) -> Chance:
    """Return the chance of a natural result of `needed` or more.

    A natural 1 does not fail in the test of initiative [A-TR17].
    """
    return chance(needed, adam) if needed > 1 else (1, 1)


def _initiative_odds(values: Values) -> Odds:
    mod = lane(initiative, values, "roll")
    unit = 144
    finals = list(range(min(1 + mod, 23), 24))  # the score is 12 for all final results from 23 on
    shares = [_reach_chance(final - mod, values["adam"]) for final in finals]
    for _, den in shares:
        unit = max(unit, den)
    weights: dict[int, int] = {}
    for index in range(len(finals)):
        weight = shares[index][0] * unit // shares[index][1]
        if index + 1 < len(finals):
            weight -= shares[index + 1][0] * unit // shares[index + 1][1]
        key = _initiative_key(values, finals[index])
        if weight:
            weights[key] = weights.get(key, 0) + weight
    return Odds(weights, unit, 0, 0, 0)


initiative = Procedure(
    "initiative",
    (
        ask_first(
            choice(
                "condition",
                tuple([row.split()[0] for row in CONDITIONS]),
                3,
                "roll",
                tuple([int(row.split()[1]) for row in CONDITIONS]),
            )
        ),
        number("score", 0, MOST, lane="roll"),
        number("more", -30, 30, lane="roll"),
        flag("caught"),
        number("adam", 0, 1, role="me", field="adam"),
    ),
    _initiative_step,
    explain="initiative",
    roles=("me",),
    label=lambda key: str(key % 20),
    odds=_initiative_odds,
)


# Surprise is a test of Vigilance; a character who fails may not react (L433-435). If another character has
# caused the surprise (L434), the final result of the test must also be at least the input "noted". This input
# is the final result of the character who has caused the surprise.


def _alert_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress)
    if now is not None:
        return now
    modifier = lane(alert, values, "roll")
    key = int(is_success(progress, modifier) and progress + modifier >= values["noted"])
    return Outcome(key, (("me", "surprised", "=", 1 - key),))


def _alert_odds(values: Values) -> Odds:
    return success_odds(lane(alert, values, "roll") - max(0, values["noted"] - TARGET), values["adam"])


alert = Procedure(
    "alert",
    (
        number("score", 0, MOST, lane="roll"),
        LEVEL,
        number("more", -30, 30, lane="roll"),
        number("adam", 0, 1, role="me", field="adam"),
        number("noted", 0, 99),
    ),
    _alert_step,
    questions=(("win", SUCCESS[0][1]),),
    explain="action",
    roles=("me",),
    odds=_alert_odds,
)
