"""Trinités: the natural result of a test, its dice and their chances (L53-68).

One integer describes the natural result of a side. 0 means that no die was rolled. A negative number, -(13 *
pale + dark), means that a Trinité has rolled two dice and its player has not chosen one. A positive multiple
of 12 means that the die shows 12 and is rolled again. Any other positive number is the natural result.

The player of a Trinité chooses one die first, and only that die is rolled again (reading R2 of RULES 3.1).

The progress of a Procedure with one side is such an integer. A Procedure for two sides has a pair of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import DROPPED, EXPLODED, KEPT
from gobelet.rules.procedure import ME, Ask, Roll, choice, number

from .combat_tables import free_actions_modifier
from .sheets import SWAY
from .tables import DELICATE, LEVEL_NAMES, LEVEL_VALUES

if TYPE_CHECKING:
    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Chance, Fold, Name, Path, Progress, Result, Thrown, Values

    Natural = int  # natural result of one side, see the docstring of this module

TARGET = 12  # the final result that a success needs
# The winner of a confrontation is nobody, the acting side, the opposing side, or both sides equally.
NOBODY = 0
ACTOR = 1
OPPOSER = 2
EQUAL = 3
# The two dice of a Trinité.
PALE = 0
DARK = 1
BOTH = (PALE, DARK)


def next_natural(natural: Natural, result: Result) -> Natural:
    """Return the natural result of a side after `result`.

    `result` is the faces of a roll, or the die that the player has chosen.
    """
    if isinstance(result, int):
        return dice_of(natural)[result]
    if len(result) == 2:
        return -(13 * result[0] + result[1])
    return natural + result[0]


def dice_of(natural: Natural) -> tuple[int, int]:
    """Return the faces (pale, dark) before the player has chosen a die."""
    return -natural // 13, -natural % 13


def better_die(natural: Natural) -> int:
    """Return the die with the better chance, or PALE if both are equal."""
    pale, dark = dice_of(natural)
    return PALE if pale >= dark else DARK


def next_roll_of_side(
    natural: Natural, adam: int, chooser: int, fold: Fold, die: Name = "die"
) -> Roll | Ask | None:
    """Return the next Roll or Ask of a side, or None once its result is known.

    - adam  whether the side has two dice;
    - fold  a function of (values, progress, result) that returns the next progress, see `next_natural`;
    - die   the name of the Ask.
    """
    if natural < 0:
        return Ask(chooser, die, BOTH, fold, lambda values, progress: better_die(natural))
    if natural % 12:
        return None
    return Roll((12, 12) if adam and natural == 0 else (12,), fold)


def _fold(values: Values, progress: Progress, result: Result) -> Natural:
    return next_natural(progress or 0, result)


def next_roll(values: Values, progress: Progress) -> Roll | Ask | None:
    """Return the next Roll or Ask of a Procedure with one side, or None."""
    return next_roll_of_side(progress or 0, values["adam"], ME, _fold)


def is_success(natural: Natural, modifier: int) -> bool:
    """Tell whether a test succeeds.

    A success has no natural 1, and a final result of 12 or more (L61-64).
    """
    return natural > 1 and natural + modifier >= TARGET


def read_sides(path: Path) -> list[tuple[Natural, list[Thrown]]]:
    """List (natural result, [(12, face, mark)...]) for each side in a path.

    The dice of the last side may be incomplete. The marks are those of rules/dice.py: DROPPED for the die
    that was not chosen, EXPLODED for a roll after a 12.
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
        natural = next_natural(natural, result)
        found[-1] = (natural, dice)
    return found


# Chances


def tail(needed: int) -> Chance:
    """Return P(natural >= needed) for one die, as (numerator, denominator).

    A 12 is rolled again, so the natural results 12 and 13 are reached equally often.
    """
    if needed <= 1:
        return 1, 1
    again, faces = (needed - 1) // 12, (needed - 1) % 12
    return 12 - faces, 12 ** (again + 1)


def chance(needed: int, adam: int) -> Chance:
    """Return the chance of a test that needs the natural result `needed`.

    The chance is (numerator, denominator) of P(natural >= needed, and no natural 1). If `adam` is true, the
    side has two dice.
    """
    needed = max(needed, 2)
    if not adam:
        return tail(needed)
    if needed <= 12:
        return 144 - (needed - 1) ** 2, 144
    num, den = tail(needed - 12)
    return 23 * num, 144 * den


# Inputs that several Procedures share, because each input takes at least 100 bytes.

LEVEL = choice("level", LEVEL_NAMES, DELICATE, "roll", LEVEL_VALUES)

_ENCOURAGED = (0, 0, SWAY, 0)
_INTIMIDATED = (0, 0, -SWAY, 0)


def pending_inputs(role: str = "me", end: str = "", lane: str = "roll") -> tuple[Input, ...]:
    """Return the inputs of an encouragement and an intimidation (L541, L579).

    These inputs change the roll only if the encouragement or intimidation is for an action.
    """
    return (
        number("spurred" + end, 0, 3, lane=lane, mods=_ENCOURAGED, role=role, field="spurred", asked=False),
        number("cowed" + end, 0, 3, lane=lane, mods=_INTIMIDATED, role=role, field="cowed", asked=False),
    )


PENDING = pending_inputs()

# The modifier of each action by the plan of the turn (L412). The plan is -1 for a unique action, 0 without a
# plan, else the number of free actions.
PLANNED = (0, 0) + tuple([free_actions_modifier(count) for count in range(1, 10)])


def plan_inputs(lane: str = "roll") -> tuple[Input, ...]:
    """Return the inputs of the plan, for a roll that is no action of the table.

    The plan changes the roll only in the actor's own turn.
    """
    return (
        number("acting", 0, 1, role="me", field="acting", asked=False),
        number(
            "plan",
            -1,
            9,
            lane=lane,
            mods=PLANNED,
            when=lambda values: values["acting"],
            role="me",
            field="plan",
            asked=False,
        ),
    )


PLAN = plan_inputs()
