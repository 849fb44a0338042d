"""Trinités: the natural result of a test, its dice and their exact chances (RULES 3.1, L53-68).

One integer describes the natural result of a side. 0 means that no die was rolled. A negative number, -(13 *
pale + dark), means that a Trinité has rolled two dice and has not chosen one. A multiple of 12 means that the
die shows 12 and is rolled again. Any other number is the natural result, which is never a multiple of 12. By
reading R2 the player chooses one die first, and only that die is rolled again.

The progress of a Procedure with one side is such an integer; with two sides it is a pair of them.
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

    Natural = int  # natural result of one side, as described above

TARGET = 12  # the final result that a success needs
# Outcomes of a confrontation.
NOBODY = 0
ACTOR = 1
OPPOSER = 2
EQUAL = 3
# The two dice of a Trinité.
PALE = 0
DARK = 1
BOTH = (PALE, DARK)


def next_natural(natural: Natural, result: Result) -> Natural:
    """The side after `result`, which is a face or the choice of a die."""
    if isinstance(result, int):
        return dice_of(natural)[result]
    if len(result) == 2:
        return -(13 * result[0] + result[1])
    return natural + result[0]


def dice_of(natural: Natural) -> tuple[int, int]:
    """(pale, dark) before the player has chosen one of them."""
    return -natural // 13, -natural % 13


def better_die(natural: Natural) -> int:
    """The die with the better chance; the pale one if both are equal."""
    pale, dark = dice_of(natural)
    return PALE if pale >= dark else DARK


def next_roll_of_side(
    natural: Natural, adam: int, chooser: int, fold: Fold, die: Name = "die"
) -> Roll | Ask | None:
    """The next need of a side: dice, the choice of one, or None at the natural result.

    adam: whether the side has two dice. fold(values, progress, result) gives the next progress of the
    Procedure, see `next_natural`. The Ask is called `die`.
    """
    if natural < 0:
        return Ask(chooser, die, BOTH, fold, lambda values, progress: better_die(natural))
    if natural % 12:
        return None
    return Roll((12, 12) if adam and natural == 0 else (12,), fold)


def _fold(values: Values, progress: Progress, result: Result) -> Natural:
    return next_natural(progress or 0, result)


def next_roll(values: Values, progress: Progress) -> Roll | Ask | None:
    """`next_roll_of_side` of a Procedure with one side."""
    return next_roll_of_side(progress or 0, values["adam"], ME, _fold)


def is_success(natural: Natural, modifier: int) -> bool:
    """Tell whether a natural result is a success: at least 12 with the modifier, and no natural 1 (L61-64)."""
    return natural > 1 and natural + modifier >= TARGET


def read_sides(path: Path) -> list[tuple[Natural, list[Thrown]]]:
    """List (natural result, [(12, face, mark)...]) of the sides whose dice are in a path.

    The last side may be unfinished. Marks are as in rules/dice.py: the die that was not chosen is dropped,
    and the rolls after a 12 are explosions.
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
    """P(natural >= needed) of one die, as (num, den).

    A 12 is rolled again, so 12 and 13 are equally likely.
    """
    if needed <= 1:
        return 1, 1
    again, faces = (needed - 1) // 12, (needed - 1) % 12
    return 12 - faces, 12 ** (again + 1)


def chance(needed: int, adam: int) -> Chance:
    """The chance of a test that needs `needed`, as (num, den).

    The value is P(natural >= needed, and no natural 1).
    """
    needed = max(needed, 2)
    if not adam:
        return tail(needed)
    if needed <= 12:
        return 144 - (needed - 1) ** 2, 144
    num, den = tail(needed - 12)
    return 23 * num, 144 * den


# Inputs that several Procedures share. Each input takes at least 100 bytes, so there is one of each.

LEVEL = choice("level", LEVEL_NAMES, DELICATE, "roll", LEVEL_VALUES)

_ENCOURAGED = (0, 0, SWAY, 0)
_INTIMIDATED = (0, 0, -SWAY, 0)


def pending_inputs(role: str = "me", end: str = "", lane: str = "roll") -> tuple[Input, ...]:
    """Inputs of an encouragement and an intimidation that change an action (L541, L579)."""
    return (
        number("spurred" + end, 0, 3, lane=lane, mods=_ENCOURAGED, role=role, field="spurred", asked=False),
        number("cowed" + end, 0, 3, lane=lane, mods=_INTIMIDATED, role=role, field="cowed", asked=False),
    )


PENDING = pending_inputs()

# Modifier of each action by the plan of the turn (L412). The first entry is for plan -1, a unique action. The
# next is for 0, no announced plan; the others are for the number of free actions.
PLANNED = (0, 0) + tuple([free_actions_modifier(count) for count in range(1, 10)])


def plan_inputs(lane: str = "roll") -> tuple[Input, ...]:
    """Input of the actor's plan, for a roll that is no action of the table.

    The plan counts only in the actor's own turn.
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
