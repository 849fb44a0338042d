"""Trinités: the natural result of a test, its dice and their exact chances (RULES 3.1, L53-68).

A side of a test is one integer, its natural result so far: 0 before the dice; below 0 while a Trinité has two dice and
has chosen none, -(13 * pale + dark); a multiple of 12 while the 12 rolls again; anything else is the natural result.
That is never a multiple of 12, so one number says it all. Reading R2: one die is chosen first, only that one rolls on.

A Procedure with one side has such an integer for its progress, one with two sides a pair of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import DROPPED, EXPLODED, KEPT
from gobelet.rules.procedure import ME, Ask, Roll, choice, number

from .combat_tables import several
from .sheets import SWAY
from .tables import DELICATE, LEVEL_NAMES, LEVEL_VALUES

if TYPE_CHECKING:
    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Chance, Fold, Name, Path, Progress, Result, Thrown, Values

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
    """The next need of a side: its dice, the choice of one of them, or None if its natural result is there.

    adam: whether it has two dice. fold(values, progress, result) gives the next progress of the Procedure, see
    `taken`. The Ask is called `die`.
    """
    if natural < 0:
        return Ask(chooser, die, BOTH, fold, lambda values, progress: best(natural))
    if natural % 12:
        return None
    return Roll((12, 12) if adam and natural == 0 else (12,), fold)


def _fold(values: Values, progress: Progress, result: Result) -> Natural:
    return taken(progress or 0, result)


def needs(values: Values, progress: Progress) -> Roll | Ask | None:
    """`wanted` of a Procedure with one side."""
    return wanted(progress or 0, values["adam"], ME, _fold)


def succeeds(natural: Natural, modifier: int) -> bool:
    """Whether a natural result is a success: 12 at least, and no natural 1 (L61-64)."""
    return natural > 1 and natural + modifier >= TARGET


def read(path: Path) -> list[tuple[Natural, list[Thrown]]]:
    """[(natural result, [(12, face, mark)...])...] of the sides whose dice are in a path, the last perhaps not at its
    end; marks as in rules/dice.py: the die that was not chosen is dropped, what a 12 rolls on to is an explosion.
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


# Inputs of more than one Procedure. Inputs are made once: each takes 100 bytes and more.

LEVEL = choice("level", LEVEL_NAMES, DELICATE, "roll", LEVEL_VALUES)

_ENCOURAGED = (0, 0, SWAY, 0)
_INTIMIDATED = (0, 0, -SWAY, 0)


def pending(role: str = "me", end: str = "", lane: str = "roll") -> tuple[Input, ...]:
    """Encouragement and intimidation that fall on an action (L541, L579)."""
    return (
        number("spurred" + end, 0, 3, lane=lane, mods=_ENCOURAGED, role=role, field="spurred", asked=False),
        number("cowed" + end, 0, 3, lane=lane, mods=_INTIMIDATED, role=role, field="cowed", asked=False),
    )


PENDING = pending()

# Modifier of each action by the plan of the turn, from -1: a unique one, none announced, so many free ones (L412).
PLANNED = (0, 0) + tuple([several(count) for count in range(1, 10)])


def planned(lane: str = "roll") -> tuple[Input, ...]:
    """The plan of who acts, for what is no action of the table: it counts in the own turn only."""
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


PLAN = planned()
