"""Trinités: a test of a skill, its dice and their exact chances (dossier 3.1, seed L53-68).

A side of a test is one integer, its natural result so far: 0 before the dice; below 0 while a Trinité has two dice and
has chosen none, -(13 * pale + dark); a multiple of 12 while the 12 rolls again; anything else is the natural result.
That is never a multiple of 12, so one number says it all. Reading R2: one die is chosen first, only that one rolls on.

A Procedure with one side has such an integer for its progress, one with two sides a pair of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.dice import DROPPED, EXPLODED, KEPT
from gobelet.core.odds import Odds
from gobelet.core.procedure import ME, Ask, Outcome, Procedure, Roll, choice, lane, number
from gobelet.core.refused import Refused

from .sheets import ACTION, SWAY
from .tables import (
    ATTEMPTS,
    AUTOMATIC,
    DELICATE,
    LEVEL_NAMES,
    LEVEL_VALUES,
    MOST,
    NEAR,
    NEIGHBOUR,
    OPTIONS,
    RETRY,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.core.procedure import Input
    from gobelet.core.types import (
        Chance,
        Consequence,
        Fold,
        Name,
        Path,
        Progress,
        Result,
        Step,
        Thrown,
        Values,
    )

    from .party import Skill

    Natural = int  # a side of a test, as above

TARGET = 12  # of a final result
# Outcomes of a confrontation.
NOBODY = 0
ACTOR = 1
OPPOSER = 2
EQUAL = 3
# The two dice of a Trinité.
PALE = 0
DARK = 1
BOTH = (PALE, DARK)


def taken(natural: Natural, result: Result) -> Natural:
    """The side after `result`: the faces that fell, or the die that was chosen."""
    if isinstance(result, int):
        return dice_of(natural)[result]
    if len(result) == 2:
        return -(13 * result[0] + result[1])
    return natural + result[0]


def dice_of(natural: Natural) -> tuple[int, int]:
    """(pale, dark) while none of them is chosen."""
    return -natural // 13, -natural % 13


def best(natural: Natural) -> int:
    """The die that gives the better chance, the pale one of two equal ones."""
    pale, dark = dice_of(natural)
    return PALE if pale >= dark else DARK


def wanted(natural: Natural, adam: int, chooser: int, fold: Fold, die: Name = "die") -> Roll | Ask | None:
    """What a side needs next: its dice, the choice of one of them, or None if its natural result is there.

    adam: whether it has two dice. fold(values, progress, result) gives the next progress of the Procedure, see
    `taken`. The Ask is called `die`.
    """
    if natural < 0:
        return Ask(chooser, die, BOTH, fold, lambda values, progress: best(natural))
    if natural % 12:
        return None
    return Roll((12, 12) if adam and natural == 0 else (12,), fold)


def succeeds(natural: Natural, modifier: int) -> bool:
    """Whether a natural result is a success: 12 at least, and no natural 1 (L61-64)."""
    return natural > 1 and natural + modifier >= TARGET


def read(path: Path) -> list[tuple[Natural, list[Thrown]]]:
    """[(natural result, [(12, face, mark)...])...] of the sides whose dice are in a path, the last perhaps not at its
    end; marks as in core/dice.py: the die that was not chosen is dropped, what a 12 rolls on to is an explosion.
    """
    found: list[tuple[Natural, list[Thrown]]] = []
    dice: list[Thrown] = []
    natural = 1
    for result in path:
        if natural > 0 and natural % 12:
            natural = 0
            dice = []
            found.append((natural, dice))
        if isinstance(result, int):
            dice[1 - result] = dice[1 - result][:2] + (DROPPED,)
        else:
            dice += [(12, face, EXPLODED if natural else KEPT) for face in result]
        natural = taken(natural, result)
        found[-1] = (natural, dice)
    return found


def race(results: Sequence[int | None]) -> list[list[int]]:
    """Groups of indices of `results`, the best first: those of 12 and more (L95). None stands for a natural 1."""
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


def tail(needed: int) -> Chance:
    """P(natural >= needed) of one die, as (num, den): 12s roll again, so 12 and 13 are equally likely."""
    if needed <= 1:
        return 1, 1
    again, faces = (needed - 1) // 12, (needed - 1) % 12
    return 12 - faces, 12 ** (again + 1)


def chance(needed: int, adam: int) -> Chance:
    """P(natural >= needed, and no natural 1), as (num, den): the chance of a test that needs `needed`."""
    needed = max(needed, 2)
    if not adam:
        return tail(needed)
    if needed <= 12:
        return 144 - (needed - 1) ** 2, 144
    num, den = tail(needed - 12)
    return 23 * num, 144 * den


def odds_of(modifier: int, adam: int) -> Odds:
    """Odds of a test: key 1 success, 0 failure."""
    num, den = chance(TARGET - modifier, adam)
    return Odds({key: weight for key, weight in ((0, den - num), (1, num)) if weight}, den, 0, 0, 0)


# What a side asks for. In a Procedure with two sides the names and the lane end in "_a" and "_b". Inputs are made once:
# each takes 100 bytes and more.

LEVEL = choice("level", LEVEL_NAMES, DELICATE, "roll", LEVEL_VALUES)
MORE = number("more", -30, 30, lane="roll")
SCORE = number("score", 0, MOST, lane="roll")
ADAM = number("adam", 0, 1, role="me", field="adam")
FIXED = (MORE, SCORE, ADAM)  # where the rules say skill and difficulty
ABILITY = (LEVEL, MORE, choice("skill", OPTIONS), SCORE, ADAM)

_ENCOURAGED = (0, 0, SWAY, 0)
_INTIMIDATED = (0, 0, -SWAY, 0)


def pending(role: str = "me", end: str = "", lane: str = "roll") -> tuple[Input, ...]:
    """Encouragement and intimidation that fall on an action (L541, L579)."""
    return (
        number("spurred" + end, 0, 3, lane=lane, mods=_ENCOURAGED, role=role, field="spurred", asked=False),
        number("cowed" + end, 0, 3, lane=lane, mods=_INTIMIDATED, role=role, field="cowed", asked=False),
    )


PENDING = pending()
SUCCESS = (("success", lambda values, key: key == 1),)


def used(values: Values, role: str = "me", end: str = "") -> tuple[Consequence, ...]:
    """Effects of an action on what was pending."""
    fields = [field for field in ("spurred", "cowed") if values[field + end] == ACTION]
    return tuple([(role, field, "=", 0) for field in fields])


def _fold(values: Values, progress: Progress, result: Result) -> Natural:
    return taken(progress or 0, result)


def needs(values: Values, progress: Progress) -> Roll | Ask | None:
    """`wanted` of a Procedure with one side."""
    return wanted(progress or 0, values["adam"], ME, _fold)


def failed(values: Values, skill: Skill, level: int, tries: int) -> tuple[Consequence, ...]:
    """Effects of a test that has failed for the time `tries`: the next one of its skill may be the same task (L147)."""
    return (
        ("me", "task_skill", "=", skill + 1),
        ("me", "task_level", "=", level),
        ("me", "task_score", "=", values["score"]),
        ("me", "tries", "=", tries),
    )


def _test(values: Values, progress: Progress) -> Step:
    now = needs(values, progress)
    if now is not None:
        return now
    modifier = lane(test, values, "roll")
    success = succeeds(progress, modifier)
    effects = used(values)
    if not success:
        attempt = values["attempt"]
        effects += failed(values, values["skill"], modifier - values["score"] - RETRY[attempt], attempt + 1)
    elif values["task"] == values["skill"] + 1:
        effects += (("me", "task_skill", "=", 0), ("me", "tries", "=", 0))
    return Outcome(int(success), effects)


def _allowed(values: Values) -> None:
    if values["attempt"] == AUTOMATIC:
        raise Refused("TR-E28")


def _test_odds(values: Values) -> Odds:
    return odds_of(lane(test, values, "roll"), values["adam"])


test = Procedure(
    "test",
    ABILITY
    + (
        choice("near", NEAR, 0, "roll", NEIGHBOUR),
        choice("attempt", ATTEMPTS, 0, "roll", RETRY),
        number("extra", 0, 9, lane="roll", mods=lambda values: -3 * values["extra"]),
    )
    + PENDING
    + (number("task", 0, 99, role="me", field="task_skill", asked=False),),
    _test,
    _allowed,
    questions=SUCCESS,
    explain="test",
    roles=("me",),
    odds=_test_odds,
)
