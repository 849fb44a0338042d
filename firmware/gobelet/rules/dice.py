"""Dice: throws a pool of dice.

The faces come from the dice cup (shaker.py) or from real dice.

A pool is a constant and some terms, such as those of "3d6+2"; see games/dice/rules/notation.py. It is thrown
with a function roll(sides) that returns a face: `Shaker.roll`, or the function that `by_hand(faces)` returns.
First all dice are thrown, in written order. Then each die in turn is rerolled or explodes: it causes an extra
throw. Players throw real dice in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .types import Face, Marks, Pool, Sides, Term, ThrowDie, Thrown

# Values of `keep` for a term that combines its dice in another way than by a sum. The constants are here and
# not in notation.py, so that a throw does not need that module in memory.
BARS = 100  # the difference of two dice
DIGITS = 101  # two dice as decimal digits
DIGITS3 = 102  # three dice as decimal digits
MATCHES = 103  # the size of the largest set of equal dice
BEST = 104  # the highest die, plus 1 for each other die with the same face
UNLIMITED = 99  # no die makes this many extra throws; the limit ends a loop on a broken source
# values of the fields double, least, most, values and more in a term that uses none of them
PLAIN: tuple[int, int, int, tuple[int, ...], tuple[int, ...]] = (0, 0, 0, (), ())
# defaults of the numbers in `more`, the last field of a term: burst, off, times, over, plus, cancel, triple, early
SIMPLE = (0, 0, 1, 1, 0, 0, 0, 0)
# values of the fields goal, double, least, most and values in a term whose faces count unchanged
_AS_SHOWN = (0, 0, 0, 0, ())
UNTIL = 100  # added to `reroll` of a term: reroll until the face is higher, not only once
# Added to `explode` of a term:
COMPOUND = 100  # extra throws are added to their die before it is compared with the goal
PENETRATING = 200  # each extra throw counts 1 less
IMPLODING = 300  # a first throw of 1 causes one more throw, which is subtracted

# Marks of a thrown face (bit flags)
KEPT = 1  # part of the result
DROPPED = 2  # the die is not kept
EXPLODED = 4  # an extra throw caused by the previous face
REROLLED = 8  # not part of the result, because the next face replaces it
HIT = 16  # the face, or its whole die, counts as a success
MINUS = 32  # subtracted
FIRST = 64  # first throw of its die
IMPLODED = 128  # an extra throw that is subtracted, caused by a previous face of 1
CANCELS = 256  # cancels a success


def more_of(*more: int) -> tuple[int, ...]:
    """Return the field `more` of a term from its first numbers, completed from SIMPLE.

    The result is () if all numbers equal SIMPLE.
    """
    more += SIMPLE[len(more) :]
    return () if more == SIMPLE else more


class Missing(Exception):
    """The error that one more face must be entered, of a die with args[0] sides."""


def by_hand(faces: Iterable[Face]) -> ThrowDie:
    """Return a function roll(sides) that returns the faces of a list in turn.

    After the last face the function raises Missing. The screen then asks for the face of that die, adds it and
    throws again. The function raises ValueError for a face that the die does not have.
    """
    left = list(faces)

    def roll(sides: Sides) -> Face:
        if not left:
            raise Missing(sides)
        if not 1 <= left[0] <= sides:
            raise ValueError("face")
        return left.pop(0)

    return roll


class Throw:
    """The result of throwing a pool.

    total  the result: a sum, a number of successes, or both added.
    dice   list of (sides, face, marks) in written order. The extra throws of a die follow it.
    worth  the value of each of these faces, in the same order.
    """

    def __init__(self, total: int, dice: list[Thrown], worth: Sequence[int] = ()) -> None:
        self.total = total
        self.dice = dice
        self.worth = worth


def counts_as(term: Term, face: Face, marks: Marks) -> int:
    """Return the value that a face counts as, for a die of this term."""
    _, _, explode, _, _, _, _, least, most, values, _ = term
    if values:
        return int(values[face - 1])
    if face < least:  # not max() and a slice of the term: these took a sixth of the time of a throw
        face = least
    if most and face > most:
        face = most
    if marks & IMPLODED:
        return -face
    return face - 1 if marks & EXPLODED and PENETRATING <= explode < IMPLODING else face


def can_combine(dice: Sequence[Sides], keep: int) -> bool:
    """Tell whether these dice can be combined in the way `keep`.

    `keep` is BARS or more.
    """
    if keep == BARS:
        return len(dice) == 2
    if keep >= MATCHES:
        return keep <= BEST and len(dice) > 1
    return dice == (6,) * len(dice) and not len(dice) % (keep - DIGITS + 2)


def combine_dice(worth: Sequence[int], keep: int) -> int:
    """Return the value of several dice, combined in the way `keep`.

    `worth` has the value of each die. `keep` is BARS or more.
    """
    if keep == BARS:
        return abs(worth[0] - worth[1])
    if keep == MATCHES:
        return max([worth.count(value) for value in worth])
    if keep == BEST:
        return max(worth) + worth.count(max(worth)) - 1
    size = keep - DIGITS + 2
    value = 0
    for die in range(len(worth)):
        value += worth[die] * 10 ** (size - 1 - die % size)
    return value


def scale_value(term: Term, value: int) -> int:
    """Return the value, multiplied and divided by the numbers of the term.

    The result is rounded down.
    """
    more = term[10]
    return (value * more[2] + more[4]) // more[3] if more else value


def successes(term: Term, value: int) -> int:
    """Return the number of successes for a value, 0 to 3, or -1.

    -1 means that the value cancels a success. A goal below 0, such as -12, means 12 or less.
    """
    goal, double, more = term[5], term[6], term[10]
    triple = more[6] if more else 0
    if goal < 0:
        value = -value  # with a goal below 0, `double` and `triple` are negative too
    elif more and value <= more[5]:
        return -1
    if value < goal:
        return 0
    if not double or value < double:
        return 1
    return 3 if triple and value >= triple else 2


def dice_needed(pool: Pool) -> list[Sides]:
    """Return the sides of the dice that are thrown first.

    Rerolls and explosions may follow.
    """
    needed: list[Sides] = []
    for term in pool[1]:
        needed += term[1]
    return needed


def throw(pool: Pool, roll: ThrowDie, held: Sequence[list[tuple[Face, Marks]] | None] = ()) -> Throw:
    """Throw a pool.

    `held` has an entry for each die. It is None for a die to throw, or the list of (face, marks) of a die that
    stays on the table.
    """
    total, terms = pool
    needed = dice_needed(pool)
    first: list[Any]  # for each die its face; for a die that stays on the table, all its throws
    if held:
        first = [held[die] or roll(needed[die]) for die in range(len(needed))]
    else:
        first = [roll(sides) for sides in needed]
    shown: list[Thrown] = []
    counted: list[int] = []
    for term in terms:
        sign, dice, _, _, keep, goal = term[:6]
        chains = []
        worth = []
        fallen = first[: len(dice)]
        del first[: len(dice)]
        if not held and term[2:4] == (0, 0) and term[5:10] == _AS_SHOWN:
            total += _sum_plain(term, fallen, shown)
            counted += fallen
            continue
        live = None
        if term[10] and term[10][7]:
            live = exploding_dice(
                term, [chain if isinstance(chain, int) else chain[0][0] for chain in fallen]
            )
        for die in range(len(dice)):
            chain = fallen[die]
            if isinstance(chain, int):
                chain = (
                    throw_chain(term, dice[die], roll, chain)
                    if live is None or die in live
                    else [(chain, FIRST)]
                )
            chains.append(chain)
            worth.append(sum([counts_as(term, face, marks) for face, marks in chain if not marks & REROLLED]))
        kept_dice = _kept_dice(worth, keep, term[10]) if live is None else live
        value = combine_dice(worth, keep) if keep >= BARS else 0
        for die in range(len(dice)):
            kept = die in kept_dice
            hits = _count_hits(term, dice[die], chains[die], worth[die] if kept else None, shown, counted)
            if goal:
                value += hits
            elif kept and keep < BARS:
                value += worth[die]
        total += sign * scale_value(term, value)
    return Throw(total, shown, counted)


def _sum_plain(term: Term, fallen: Sequence[Face], shown: list[Thrown]) -> int:
    """Return the sum of a term without rerolls, explosions or changed values.

    This is the common case, which must be fast for sixty dice. The function appends their faces to `shown`.
    """
    sign, dice, _, _, keep = term[:5]
    first = FIRST | MINUS if sign < 0 else FIRST
    kept_dice = _kept_dice(fallen, keep, term[10])
    marks = [first | DROPPED] * len(dice)
    for die in kept_dice:
        marks[die] = first | KEPT
    for die in range(len(dice)):
        shown.append((dice[die], fallen[die], marks[die]))
    value = combine_dice(fallen, keep) if keep >= BARS else sum([fallen[die] for die in kept_dice])
    return sign * scale_value(term, value)


def _count_hits(
    term: Term,
    sides: Sides,
    chain: Sequence[tuple[Face, Marks]],
    worth: int | None,
    shown: list[Thrown],
    counted: list[int],
) -> int:
    """Return the successes of one die of a term.

    `worth` is the value of the die, None if it is dropped. The function appends the throws of the die to `shown`
    and their values to `counted`.
    """
    sign, _, explode, _, _, goal = term[:6]
    # the value of the whole die is compared with the goal, not that of each throw
    whole = goal > sides or COMPOUND <= explode < PENETRATING
    hits = 0
    for face, marks in chain:
        value = counts_as(term, face, marks)
        counted.append(value)
        if worth is None:
            marks |= DROPPED
        elif not marks & REROLLED:
            marks |= KEPT
            if whole:
                value = worth
            found = successes(term, value) if goal else 0
            if found:
                marks |= HIT if found > 0 else CANCELS
                if not whole or not hits:
                    hits += found
        shown.append((sides, face, marks | MINUS if sign < 0 else marks))
    return hits


def _kept_dice(worth: Sequence[int], keep: int, more: Sequence[int]) -> Sequence[int]:
    """Return the indexes of the dice of a term that are kept.

    `worth` has the value of each die.
    """
    count = len(worth)
    if keep == MATCHES:
        most = combine_dice(worth, keep)
        best = max([value for value in worth if worth.count(value) == most])
        return [die for die in range(count) if worth[die] == best]
    if keep == BEST:
        return [die for die in range(count) if worth[die] == max(worth)]
    if keep >= BARS or not keep:
        return range(count)
    # sort by value, then by index, because sorted() on the device is not stable
    order = sorted([(worth[die] if keep < 0 else -worth[die]) * count + die for die in range(count)])
    off = more[1] if more else 0
    return [key % count for key in order[off : off + abs(keep)]]


def exploding_dice(term: Term, faces: Sequence[Face]) -> Sequence[int]:
    """Return the indexes of the dice that may explode.

    They are all dice, or those that are kept before any explodes.
    """
    more = term[10]
    return _kept_dice(faces, term[4], more) if more and more[7] else range(len(faces))


def throw_chain(term: Term, sides: Sides, roll: ThrowDie, face: Face) -> list[tuple[Face, Marks]]:
    """Return all throws of one die as [(face, marks)...]; `face` is its first face."""
    explode = term[2] % COMPOUND  # number of extra throws that the die may get
    burst = (term[10] and term[10][0]) or sides
    chain = []
    marks = FIRST
    while True:
        again = UNLIMITED if term[3] > UNTIL else 1
        while again and face <= term[3] % UNTIL:
            chain.append((face, marks | REROLLED))
            marks &= EXPLODED | IMPLODED
            face = roll(sides)
            again -= 1
        chain.append((face, marks))
        if face == 1 and term[2] >= IMPLODING and not marks & (EXPLODED | IMPLODED):
            explode = 0
            marks = IMPLODED
        elif face < burst or not explode:
            return chain
        else:
            explode -= 1
            marks = EXPLODED
        face = roll(sides)
