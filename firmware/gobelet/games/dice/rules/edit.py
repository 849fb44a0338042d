"""Change a pool one step at a time.

A function that changes a pool returns a new pool, in the form that `parse` returns. While the player builds a pool,
the pool may have no dice. A function raises Refused("DICE-MOST") if the new pool would have more than 60 dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import (
    BARS,
    BEST,
    COMPOUND,
    IMPLODING,
    MATCHES,
    PENETRATING,
    PLAIN,
    SIMPLE,
    UNLIMITED,
    UNTIL,
    can_combine,
    more_of,
)
from gobelet.rules.refused import Refused

from .notation import MOST_DICE
from .sheets import runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Pool, Term

SIZES = (2, 3, 4, 6, 8, 10, 12, 20, 100)  # the sizes of common dice

# Indexes of the parts of a term, see notation.py.
SIGN = 0
DICE = 1
EXPLODE = 2
REROLL = 3
KEEP = 4
GOAL = 5
DOUBLE = 6
LEAST = 7
MOST = 8
VALUES = 9
MORE = 10
# TRIPLE and EARLY are indexes in the tuple `more`, which is the part MORE of a term.
TRIPLE = 6
EARLY = 7
ALIKE = [MATCHES, BEST]  # values of the part KEEP that compare the dice of a term with each other


def is_line(pool: Pool) -> bool:
    """Tell whether the screen Line can show a pool: only equal dice and a bonus."""
    terms = pool[1]
    return len(terms) == 1 and terms[0][SIGN] > 0 and terms[0][KEEP] < BARS and len(runs(terms[0][DICE])) == 1


def choices(term: Term, what: int) -> list[int]:
    """Return the values that a modifier of a term may have.

    `what` is KEEP, EXPLODE or REROLL. UP and DOWN step through the values in the order of the list. The value 0 means
    that all dice are kept, or that no die explodes or is rerolled. No value drops dice, because to drop the lowest dice
    is to keep the others.
    """
    n = len(term[DICE])
    if what == KEEP:
        return list(range(-1, -n, -1)) + [0] + list(range(n - 1, 0, -1))
    if term[VALUES]:
        return [0]
    if what == EXPLODE:
        every = [UNLIMITED] + list(range(1, 21))
        special = [IMPLODING + 1, IMPLODING, PENETRATING + UNLIMITED, COMPOUND + UNLIMITED]
        if term[EXPLODE] > COMPOUND and term[EXPLODE] not in special:
            special.insert(0, term[EXPLODE])
        return special + [0] + every
    sides = min(term[DICE])
    return list(range(UNTIL + sides // 2, UNTIL, -1)) + list(range(sides))


def with_constant(pool: Pool, constant: int) -> Pool:
    """Return the pool with another constant (bonus)."""
    return constant, pool[1]


def add_die(pool: Pool, sides: int) -> Pool:
    """Add a die to a pool.

    The die joins the last term whose dice all have this size. If there is no such term, the die becomes a new term. A
    die cannot join a term that is subtracted, has custom faces, has values in `more`, or has a `keep` of BARS or more.
    """
    constant, terms = pool
    for index in range(len(terms) - 1, -1, -1):
        term = terms[index]
        if (
            term[SIGN] > 0
            and term[KEEP] < BARS
            and not term[VALUES]
            and not term[MORE]
            and runs(term[DICE])[0] == [len(term[DICE]), sides]
        ):
            return set_part(pool, index, DICE, term[DICE] + (sides,))
    return _check_count((constant, terms + ((1, (sides,), 0, 0, 0, 0) + PLAIN,)))


def set_part(pool: Pool, index: int, what: int, value: int | Sequence[int]) -> Pool:
    """Set the part `what` of term `index`, such as SIGN or DICE.

    A term without dice is removed. Modifiers that are impossible with the new value are removed too.
    """
    constant, terms = pool
    term = list(terms[index])
    term[what] = value
    fresh: tuple[Term, ...] = ()
    if term[DICE]:
        if value and (what == GOAL or (what in (EXPLODE, REROLL, LEAST, MOST) and term[KEEP] >= BARS)):
            term[KEEP] = 0
        elif value and (what == KEEP or (what == EXPLODE and term[EXPLODE] >= IMPLODING)):
            term[GOAL] = 0
        if what == KEEP and term[MORE]:
            term[MORE] = more_of(*(term[MORE][:1] + (0,) + term[MORE][2:]))
        if what == GOAL and (term[GOAL] < 0) != (term[DOUBLE] < 0):
            term[DOUBLE] = 0
        if value and what == MOST:
            term[EXPLODE] = 0
            term[LEAST] = min([term[LEAST], value])
        fresh = (_make_term(*term),)
    return _check_count((constant, terms[:index] + fresh + terms[index + 1 :]))


def _make_term(
    sign: int,
    dice: Sequence[int],
    explode: int,
    reroll: int,
    keep: int,
    goal: int,
    double: int,
    least: int,
    most: int,
    values: Sequence[int],
    more: Sequence[int],
) -> Term:
    """Return a term without its impossible modifiers.

    A modifier is impossible if the dice do not allow it, or if another modifier excludes it.
    """
    burst, off, times, over, plus, cancel, triple, early = more or SIMPLE
    if min(dice) != len(values) or max(dice) != len(values):
        values = ()
    if keep >= BARS:
        if can_combine(dice, keep):
            return (sign, dice, 0, 0, keep, 0) + PLAIN[:4] + (more_of(0, 0, times, over, plus),)
        keep = 0
    if abs(keep) >= len(dice):
        keep = 0
    if keep <= 0 or off + keep >= len(dice) or explode % COMPOUND == UNLIMITED:
        off = 0
    if not explode % COMPOUND or min(dice) != max(dice) or not dice[0] + 1 < 2 * burst < 2 * dice[0]:
        burst = 0
    if goal and explode >= IMPLODING:
        explode -= IMPLODING
    if not (double >= goal > 0 or 0 > double >= goal):
        double = 0
    if not double or not (triple >= double > 0 or 0 > triple >= double):
        triple = 0
    cancel = max(0, min([cancel, goal - 1] + [(burst or min(dice)) - 1] * (explode > 0)))
    early = int(early and keep and explode % COMPOUND > 0 and can_be_early(dice, explode, reroll, least))
    if values:
        more = more_of(0, off, times, over, plus, cancel, triple)
        return sign, dice, 0, 0, keep, goal, double, 0, 0, values, more
    if explode or most >= max(dice):
        most = 0
    least = min(least, min(dice))
    if most:
        least = min(least, most)
    if least < 2:
        least = 0
    if reroll > UNTIL:
        most_rolled = (burst or min(dice)) - 2 if explode % COMPOUND else min(dice)
        reroll = UNTIL + min(reroll - UNTIL, min(dice) // 2, most_rolled)
        if reroll == UNTIL:
            reroll = 0
    else:
        reroll = min(reroll, min(dice) - 1)
    more = more_of(burst, off, times, over, plus, cancel, triple, early)
    return sign, dice, explode, reroll, keep, goal, double, least, most, values, more


def can_be_early(dice: Sequence[int], explode: int, reroll: int, least: int) -> bool:
    """Tell whether the modifiers of dice allow keeping before exploding.

    If dice are kept first, only the kept dice may explode.
    """
    return min(dice) == max(dice) and explode < IMPLODING and not reroll and not least


def set_more(pool: Pool, index: int, part: int, value: int) -> Pool:
    """Set the value at index `part` in the tuple `more` of term `index`.

    If `burst`, the lowest exploding face, is the highest face, it is stored as 0: only the highest face explodes.
    """
    term = pool[1][index]
    found = list(term[MORE] or SIMPLE)
    found[part] = -value if part == TRIPLE and pool[1][index][GOAL] < 0 else value
    if found[0] >= term[DICE][0]:
        found[0] = 0
    if found[3] == 1:
        found[4] = 0
    return set_part(pool, index, MORE, more_of(*found))


def set_count(pool: Pool, index: int, run: int, n: int) -> Pool:
    """Set the number of dice in a run of term `index`; 0 removes the run.

    A run is a sequence of equal dice; `run` is the index of the run in the term.
    """
    found = runs(pool[1][index][DICE])
    found[run][0] = n
    return set_part(pool, index, DICE, _dice_of(found))


def resize(pool: Pool, index: int, run: int, sides: int) -> Pool:
    """Set the number of sides of the dice in a run of term `index`, see `set_count`."""
    found = runs(pool[1][index][DICE])
    found[run][1] = sides
    return set_part(pool, index, DICE, _dice_of(found))


def _dice_of(found: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the sides of each die, from a list like the result of `runs`."""
    dice: tuple[int, ...] = ()
    for n, sides in found:
        dice += (sides,) * n
    return dice


def can_join(pool: Pool, index: int) -> bool:
    """Tell whether term `index` and the next term can become one group."""
    terms = pool[1]
    if index + 1 >= len(terms):
        return False
    for term in terms[index : index + 2]:
        if term[KEEP] >= BARS or term[VALUES]:
            return False
    return True


def join_terms(pool: Pool, index: int) -> Pool:
    """Join term `index` and the next term to one group.

    The group has the modifiers of term `index`.
    """
    constant, terms = pool
    dice = terms[index][DICE] + terms[index + 1][DICE]
    return set_part((constant, terms[: index + 1] + terms[index + 2 :]), index, DICE, dice)


def split_term(pool: Pool, index: int) -> Pool:
    """Split a group, or a difference, into one term for each run of equal dice."""
    constant, terms = pool
    term = terms[index]
    parts = []
    for n, sides in runs(term[DICE]):
        parts.append(_make_term(term[SIGN], (sides,) * n, *(term[EXPLODE:KEEP] + (0,) + term[GOAL:])))
    return constant, terms[:index] + tuple(parts) + terms[index + 1 :]


def can_differ(pool: Pool, index: int) -> bool:
    """Tell whether the dice of term `index` can become the difference |a-b|.

    This is possible if the term has two dice, or if this term and the next term have one die each.
    """
    terms = pool[1]
    n = len(terms[index][DICE])
    if terms[index][VALUES]:
        return False
    return n == 2 or (n == 1 and can_join(pool, index) and len(terms[index + 1][DICE]) == 1)


def make_difference(pool: Pool, index: int) -> Pool:
    """Turn the dice of term `index` into the difference |a-b|.

    If the term has only one die, the single die of the next term is the second die of the difference.
    """
    if len(pool[1][index][DICE]) == 1:
        pool = join_terms(pool, index)
    return set_part(pool, index, KEEP, BARS)


def _check_count(
    pool: Pool,
) -> Pool:
    """Return the pool, or raise Refused if it has too many dice."""
    if sum([len(term[DICE]) for term in pool[1]]) > MOST_DICE:
        raise Refused("DICE-MOST")
    return pool
