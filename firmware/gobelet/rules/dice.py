"""Throws of dice pools, with faces from the dice cup (shaker.py) or from real dice.

A pool (see notation.py) is thrown with any function roll(sides) that returns a face: `Shaker.roll`, or the
one that `by_hand(faces)` makes. First all dice are thrown, in written order. Then each die in turn is
rerolled or explodes. Players throw real dice in the same order, so faces of both sources are used alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .types import Face, Marks, Pool, Sides, Term, ThrowDie, Thrown

# Values of `keep` for a term that neither keeps nor sums its dice. The constants are here and not in
# notation.py, so that a throw does not need that module in memory. BARS: the difference of two dice. DIGITS,
# DIGITS3: two or three dice as decimal digits. MATCHES: the size of the largest set of equal dice. BEST: the
# highest die, plus 1 for each other die with the same face.
BARS = 100
DIGITS = 101
DIGITS3 = 102
MATCHES = 103
BEST = 104
UNLIMITED = 99  # no die makes this many extra throws; the limit ends a loop on a broken source
# values of double, least, most, values and more in a term that uses none of them
PLAIN: tuple[int, int, int, tuple[int, ...], tuple[int, ...]] = (0, 0, 0, (), ())
# defaults of `more`: burst, off, times, over, plus, cancel, triple, early
SIMPLE = (0, 0, 1, 1, 0, 0, 0, 0)
# values of goal, double, least, most and values in a term whose faces count unchanged
_AS_SHOWN = (0, 0, 0, 0, ())
UNTIL = 100  # added to `reroll` of a term: reroll until the face is higher
# Added to `explode` of a term. COMPOUND: extra throws are added to their die before it is counted.
# PENETRATING: each extra throw counts 1 less. IMPLODING: a first throw of 1 is followed by one more throw,
# which is subtracted.
COMPOUND = 100
PENETRATING = 200
IMPLODING = 300

# Marks of a thrown face (bit flags)
KEPT = 1  # part of the result
DROPPED = 2  # the die is not kept
EXPLODED = 4  # an extra throw caused by the previous face
REROLLED = 8  # replaced by the next face; not part of the result
HIT = 16  # the face counts as a success, or its whole die does
MINUS = 32  # subtracted
FIRST = 64  # first throw of its die: the dice that remain on the table when others are rerolled
IMPLODED = 128  # an extra throw that is subtracted, caused by the 1 before it
CANCELS = 256  # cancels a success


def more_of(*more: int) -> tuple[int, ...]:
    """Return `more` of a term from its first numbers, completed from SIMPLE; () if all equal SIMPLE."""
    more += SIMPLE[len(more) :]
    return () if more == SIMPLE else more


class Missing(Exception):
    """The faces entered so far do not suffice: one more die must be thrown, which has args[0] sides."""


def by_hand(faces: Iterable[Face]) -> ThrowDie:
    """Return a function roll(sides) that gives the faces of a list, in the order in which `throw` asks.

    After the last face the function raises Missing: the screen asks for that die, adds its face and throws
    again. The function raises ValueError for a face that the die does not have.
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

    total  the result: a sum, a number of successes, or both.
    dice   list of (sides, face, marks) in written order, each die followed by its further throws.
    worth  the value that each of these faces counts as, in the same order.
    """

    def __init__(self, total: int, dice: list[Thrown], worth: Sequence[int] = ()) -> None:
        self.total = total
        self.dice = dice
        self.worth = worth


def counts_as(term: Term, face: Face, marks: Marks) -> int:
    """The value that a face of a die of this term counts as."""
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
    """Tell whether the way `keep`, which is BARS or more, can combine these dice."""
    if keep == BARS:
        return len(dice) == 2
    if keep >= MATCHES:
        return keep <= BEST and len(dice) > 1
    return dice == (6,) * len(dice) and not len(dice) % (keep - DIGITS + 2)


def combine_dice(worth: Sequence[int], keep: int) -> int:
    """The value of several dice, combined in the way `keep`, which is BARS or more."""
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
    """The value, multiplied and divided by the numbers of the term; a remainder is dropped."""
    more = term[10]
    return (value * more[2] + more[4]) // more[3] if more else value


def successes(term: Term, value: int) -> int:
    """The number of successes for a value, -1 for a cancelled one.

    A goal below 0, such as -12, means 12 or less.
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
    """The sides of the dice that are thrown first."""
    needed: list[Sides] = []
    for term in pool[1]:
        needed += term[1]
    return needed


def throw(pool: Pool, roll: ThrowDie, held: Sequence[list[tuple[Face, Marks]] | None] = ()) -> Throw:
    """Throw a pool.

    `held` may give, for each die, the (face, marks) list of a die that stays on the table, or None.
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
    """Sum dice without rerolls, explosions or changed values: the common case, kept fast for sixty dice.

    Appends their faces to `shown`.
    """
    sign, dice, _, _, keep = term[:5]
    lies = FIRST | MINUS if sign < 0 else FIRST
    kept_dice = _kept_dice(fallen, keep, term[10])
    marks = [lies | DROPPED] * len(dice)
    for die in kept_dice:
        marks[die] = lies | KEPT
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
    """The successes of one die of a term. Appends its throws to `shown` and their values to `counted`.

    `worth` is the value of the die, None if it is dropped.
    """
    sign, _, explode, _, _, goal = term[:6]
    # success is judged on the whole die, not on each throw
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
    """The indexes of the dice of a term that are kept, given the value of each."""
    count = len(worth)
    if keep == MATCHES:
        most = combine_dice(worth, keep)
        best = max([value for value in worth if worth.count(value) == most])
        return [die for die in range(count) if worth[die] == best]
    if keep == BEST:
        return [die for die in range(count) if worth[die] == max(worth)]
    if keep >= BARS or not keep:
        return range(count)
    # by value, then by index: sorted() on the device is not stable
    order = sorted([(worth[die] if keep < 0 else -worth[die]) * count + die for die in range(count)])
    off = more[1] if more else 0
    return [key % count for key in order[off : off + abs(keep)]]


def exploding_dice(term: Term, faces: Sequence[Face]) -> Sequence[int]:
    """The indexes of the dice that may explode, given their faces: all, or those kept beforehand."""
    more = term[10]
    return _kept_dice(faces, term[4], more) if more and more[7] else range(len(faces))


def throw_chain(term: Term, sides: Sides, roll: ThrowDie, face: Face) -> list[tuple[Face, Marks]]:
    """All throws of one die whose first face is `face`, as (face, marks)."""
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
