"""Tri'Nytia: the Procedure in which Corsaires (pirates) bet gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, number
from gobelet.rules.refused import Refused

from . import rolls
from .inputs import BOTH

if TYPE_CHECKING:
    from gobelet.rules.types import Faces, Progress, Step, Values


def stakes(values: Values) -> list[int]:
    """Return the gold that each of the three Corsaires stakes."""
    return [values["stake1"], values["stake2"], values["stake3"]]


def rolling_rows(values: Values) -> list[int]:
    """Return the rows of the Corsaires who roll for the bet.

    In the first bet these are all Corsaires with a stake. After a tie only the tied Corsaires roll.
    """
    return [index for index in range(3) if stakes(values)[index] and values["rolling"] >> index & 1]


def _check_bet(values: Values) -> None:
    rolls.bettors(stakes(values))
    if len(rolling_rows(values)) < 2:
        raise Refused("TN-E20")


def _bet_fold(values: Values, progress: Progress, faces: Faces) -> tuple[int, int, int]:
    """Add a roll to the progress of a bet.

    The progress is (number of rolls, best sum, mask of the rows that rolled the best sum).
    """
    count, best, mask = progress or (0, 0, 0)
    bit = 1 << rolling_rows(values)[count]
    total = sum(faces)
    if total > best:
        return count + 1, total, bit
    return count + 1, best, mask | bit if total == best else mask


_BET = Roll(BOTH, _bet_fold)


def _bet_step(values: Values, progress: Progress) -> Step:
    """Return the next step of a bet.

    The Corsaire with the highest roll wins all stakes, and tied Corsaires roll again [A-TN11].
    """
    if progress is None or progress[0] < len(rolling_rows(values)):
        return _BET
    staked = stakes(values)
    if progress[2] & progress[2] - 1:
        known = {"stake1": staked[0], "stake2": staked[1], "stake3": staked[2], "rolling": progress[2]}
        return Outcome(0, (), (("bet", known),), "tie")
    effects = []
    winner = 0
    for index in range(3):
        role = "bettor%d" % (index + 1)
        if progress[2] >> index & 1:
            winner = index + 1
            effects.append((role, "gold", "+", sum(staked) - staked[index]))
        elif staked[index]:
            effects.append((role, "gold", "-", staked[index]))
        if staked[index]:
            effects.append((role, "stake", "=", 0))
    return Outcome(winner, tuple(effects))


bet = Procedure(
    "bet",
    (
        number("stake1", 0, 999, role="bettor1", field="stake"),
        number("stake2", 0, 999, role="bettor2", field="stake"),
        number("stake3", 0, 999, role="bettor3", field="stake"),
        # mask of the Corsaires who may roll, with bit n for row n; a bet after a tie has only the tied rows
        number("rolling", 0, 7, start=7, asked=False),
    ),
    _bet_step,
    check=_check_bet,
    explain="bet",
    roles=("bettor1", "bettor2", "bettor3"),
)
