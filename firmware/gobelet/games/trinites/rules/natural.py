"""Trinités: the natural result of a test, its dice and their chances (L53-68).

A side is the character who makes a test, or one of the two opponents in a confrontation. One integer
describes the natural result of a side:

- 0 means that the side has not rolled yet;
- -(13 * pale + dark) means that a Trinité has rolled a pale and a dark die, and has not chosen one of them yet;
- a positive multiple of 12 means that the last die shows 12, so it is rolled again and added;
- any other positive number is the final natural result.

The player of a Trinité chooses one die first, and only that die is rolled again (reading R2 of RULES 3.1).

The progress of a Procedure with one side is this integer. The progress of a Procedure with two sides is a pair
of such integers.
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

TARGET = 12  # lowest final result of a success
# The winner of a confrontation: no side, the acting side, the opposing side, or both sides in a tie.
NOBODY = 0
ACTOR = 1
OPPOSER = 2
EQUAL = 3
# The two dice of a Trinité, as options of the player's choice.
PALE = 0
DARK = 1
BOTH = (PALE, DARK)


def next_natural(natural: Natural, result: Result) -> Natural:
    """Return the natural result of a side after one more roll or choice.

    `result` is the tuple of the faces rolled, or the die that the player has chosen: PALE or DARK.
    """
    if isinstance(result, int):
        return dice_of(natural)[result]
    if len(result) == 2:
        return -(13 * result[0] + result[1])
    return natural + result[0]


def dice_of(natural: Natural) -> tuple[int, int]:
    """Return the faces (pale, dark) that a negative `natural` stands for."""
    return -natural // 13, -natural % 13


def better_die(natural: Natural) -> int:
    """Return the die with the higher face, or PALE if both faces are equal."""
    pale, dark = dice_of(natural)
    return PALE if pale >= dark else DARK


def next_roll_of_side(
    natural: Natural, adam: int, chooser: int, fold: Fold, die: Name = "die"
) -> Roll | Ask | None:
    """Return the next Roll or Ask of a side, or None if the natural result is known.

    - adam     whether the side is a Trinité and rolls two dice;
    - chooser  the player who chooses one of the two dice, ME or OPPONENT;
    - fold     a function of (values, progress, result) that returns the next progress, see `next_natural`;
    - die      the name of the Ask for the choice of a die.
    """
    if natural < 0:
        return Ask(chooser, die, BOTH, fold, lambda values, progress: better_die(natural))
    if natural % 12:
        return None
    return Roll((12, 12) if adam and natural == 0 else (12,), fold)


def _fold(values: Values, progress: Progress, result: Result) -> Natural:
    return next_natural(progress or 0, result)


def next_roll(values: Values, progress: Progress) -> Roll | Ask | None:
    """Return the next Roll or Ask of a Procedure with one side.

    The result is None if the natural result is known.
    """
    return next_roll_of_side(progress or 0, values["adam"], ME, _fold)


def is_success(natural: Natural, modifier: int) -> bool:
    """Tell whether a test succeeds.

    A test with a natural 1 fails. Any other test succeeds with a final result of 12 or more (L61-64).
    """
    return natural > 1 and natural + modifier >= TARGET


def read_sides(path: Path) -> list[tuple[Natural, list[Thrown]]]:
    """List (natural result, [(12, face, mark)...]) for each side in a path.

    The 12 stands for a d12. The last side may still have dice to roll. The marks are those of
    gobelet/rules/dice.py: DROPPED for the die that was not chosen, EXPLODED for a roll after a 12.
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
    """Return the chance that one die has a natural result of `needed` or more.

    The chance is (numerator, denominator). After a 12 the die is rolled again and adds at least 1. So the chance
    of 12 or more is equal to the chance of 13 or more.
    """
    if needed <= 1:
        return 1, 1
    again, faces = (needed - 1) // 12, (needed - 1) % 12
    return 12 - faces, 12 ** (again + 1)


def chance(needed: int, adam: int) -> Chance:
    """Return the chance that a test reaches the natural result `needed`.

    The chance is (numerator, denominator). A natural 1 fails, even if `needed` is 1 or less. If `adam` is true,
    the character rolls two dice and chooses the higher face.
    """
    needed = max(needed, 2)
    if not adam:
        return tail(needed)
    if needed <= 12:
        return 144 - (needed - 1) ** 2, 144
    num, den = tail(needed - 12)
    return 23 * num, 144 * den


# Several Procedures share these inputs, because each input takes at least 100 bytes of memory.

LEVEL = choice("level", LEVEL_NAMES, DELICATE, "roll", LEVEL_VALUES)

_ENCOURAGED = (0, 0, SWAY, 0)
_INTIMIDATED = (0, 0, -SWAY, 0)


def pending_inputs(role: str = "me", end: str = "", lane: str = "roll") -> tuple[Input, ...]:
    """Return the inputs for a character's encouragement and intimidation.

    The inputs modify the roll only if the encouragement (L541) or intimidation (L579) is for an action. `end` is
    appended to the names of the inputs. The modifiers are added to the lane `lane`.
    """
    return (
        number("spurred" + end, 0, 3, lane=lane, mods=_ENCOURAGED, role=role, field="spurred", asked=False),
        number("cowed" + end, 0, 3, lane=lane, mods=_INTIMIDATED, role=role, field="cowed", asked=False),
    )


PENDING = pending_inputs()

# The modifiers that the plans from -1 to 9 add to each action of the turn (L412). The plan is -1 for a unique
# action, and 0 if the player has announced no plan. A plan above 0 is the number of free actions.
PLANNED = (0, 0) + tuple([free_actions_modifier(count) for count in range(1, 10)])


def plan_inputs(lane: str = "roll") -> tuple[Input, ...]:
    """Return the inputs for the plan of the turn, for an unlisted roll.

    An unlisted roll is a roll outside the table of actions. The plan modifies the roll only in the actor's own
    turn.
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
