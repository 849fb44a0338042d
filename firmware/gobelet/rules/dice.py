"""Throwing pools of dice: with faces from the dice cup (see shaker.py), or from the dice on the table.

A pool (see notation.py) is thrown with any roll(sides) that gives a face: `Shaker.roll`, or `by_hand(faces)`.
All dice fall first, in the order written; then each die in turn takes its rerolls and its explosions. That is
how they fall on a table too, so faces from both are used alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .types import Face, Marks, Pool, Sides, Term, ThrowDie, Thrown

# `keep` of a term whose dice are taken together in another way (see notation.py, which need not be in memory for this):
# the difference of two dice; two, or three, of them as digits; the largest set of equal ones; the
# highest one, and one more for each other die that shows the same
BARS = 100
DIGITS = 101
DIGITS3 = 102
MATCHES = 103
BEST = 104
UNLIMITED = 99  # no die makes that many extra throws, but a stuck source of faces still comes to an end
# Double, least, most, values and more of a term that has none of them.
PLAIN: tuple[int, int, int, tuple[int, ...], tuple[int, ...]] = (0, 0, 0, (), ())
# `more` of a term that has none: burst, off, times, over, plus, cancel, triple, early
SIMPLE = (0, 0, 1, 1, 0, 0, 0, 0)
_AS_SHOWN = (0, 0, 0, 0, ())  # goal, double, least, most and values of a term whose faces are what they show
UNTIL = 100  # added to `reroll` of a term: it goes on until the face is higher
# added to `explode` of a term: its extra throws belong to the die before it is counted; each of them is worth one less;
# a first throw of 1 is thrown again, and that is taken away
COMPOUND = 100
PENETRATING = 200
IMPLODING = 300

# Marks of a thrown face (bit flags).
KEPT = 1  # part of the result
DROPPED = 2  # its die is not kept
EXPLODED = 4  # an extra throw, owed to the highest face before it
REROLLED = 8  # replaced by the next face; never part of the result
HIT = 16  # counts as a success, or belongs to a die that does
MINUS = 32  # subtracted
FIRST = 64  # first throw of its die: these are the dice that lie still when others are rolled again
IMPLODED = 128  # an extra throw that is taken away, owed to the 1 before it
CANCELS = 256  # takes a success away


def more_of(*more: int) -> tuple[int, ...]:
    """Return `more` of a term with its first numbers, the others being as in SIMPLE: () if all are."""
    more += SIMPLE[len(more) :]
    return () if more == SIMPLE else more


class Missing(Exception):
    """The faces entered so far owe one more die; args[0] is its sides."""


def by_hand(faces: Iterable[Face]) -> ThrowDie:
    """A roll() that gives the faces of this list, in the order in which `throw` asks for them.

    When they run out it raises Missing: the screen asks for that die, adds its face and throws again.
    ValueError for a face that the die does not have.
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
    """What a pool gave.

    total  the result: a sum, a number of successes, or both
    dice   list of (sides, face, marks) in the order written, each die followed by its further throws
    worth  what each of these faces counts as, in the same order
    """

    def __init__(self, total: int, dice: list[Thrown], worth: Sequence[int] = ()) -> None:
        self.total = total
        self.dice = dice
        self.worth = worth


def counts_as(term: Term, face: Face, marks: Marks) -> int:
    """What a face of a die of this term counts as."""
    _, _, explode, _, _, _, _, least, most, values, _ = term
    if values:
        return int(values[face - 1])
    if face < least:  # max() and a slice of the term took a sixth of a throw
        face = least
    if most and face > most:
        face = most
    if marks & IMPLODED:
        return -face
    return face - 1 if marks & EXPLODED and PENETRATING <= explode < IMPLODING else face


def can_stand(dice: Sequence[Sides], keep: int) -> bool:
    """Whether dice can be taken together so: keep is BARS or more."""
    if keep == BARS:
        return len(dice) == 2
    if keep >= MATCHES:
        return keep <= BEST and len(dice) > 1
    return dice == (6,) * len(dice) and not len(dice) % (keep - DIGITS + 2)


def together(worth: Sequence[int], keep: int) -> int:
    """What dice come to that are taken together in another way: keep is BARS or more."""
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


def scaled(term: Term, value: int) -> int:
    """The value of a term, multiplied and divided as the term says; what is left over of a division is dropped."""
    more = term[10]
    return (value * more[2] + more[4]) // more[3] if more else value


def successes(term: Term, value: int) -> int:
    """How many successes something of this value is. A goal below 0: at that number or less."""
    goal, double, more = term[5], term[6], term[10]
    triple = more[6] if more else 0
    if goal < 0:
        value = -value  # so are the others
    elif more and value <= more[5]:
        return -1
    if value < goal:
        return 0
    if not double or value < double:
        return 1
    return 3 if triple and value >= triple else 2


def dice_needed(pool: Pool) -> list[Sides]:
    """Sides of the dice that fall first, as a list."""
    needed: list[Sides] = []
    for term in pool[1]:
        needed += term[1]
    return needed


def throw(pool: Pool, roll: ThrowDie, held: Sequence[list[tuple[Face, Marks]] | None] = ()) -> Throw:
    """Throw a pool. `held` may give, die by die, the (face, marks) of a die to leave as it lies, or None."""
    total, terms = pool
    needed = dice_needed(pool)
    first: list[Any]  # of each die its face, or all it showed where it lies still
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
            total += _plain(term, fallen, shown)
            counted += fallen
            continue
        live = None
        if term[10] and term[10][7]:
            live = going_on(term, [chain if isinstance(chain, int) else chain[0][0] for chain in fallen])
        for die in range(len(dice)):
            chain = fallen[die]
            if isinstance(chain, int):
                chain = (
                    throws(term, dice[die], roll, chain) if live is None or die in live else [(chain, FIRST)]
                )
            chains.append(chain)
            worth.append(sum([counts_as(term, face, marks) for face, marks in chain if not marks & REROLLED]))
        kept_dice = _kept(worth, keep, term[10]) if live is None else live
        value = together(worth, keep) if keep >= BARS else 0
        for die in range(len(dice)):
            kept = die in kept_dice
            hits = _hits(term, dice[die], chains[die], worth[die] if kept else None, shown, counted)
            if goal:
                value += hits
            elif kept and keep < BARS:
                value += worth[die]
        total += sign * scaled(term, value)
    return Throw(total, shown, counted)


def _plain(term: Term, fallen: Sequence[Face], shown: list[Thrown]) -> int:
    """What dice come to that fall once and count as they show: most do, and sixty of them must not take long."""
    sign, dice, _, _, keep = term[:5]
    lies = FIRST | MINUS if sign < 0 else FIRST
    kept_dice = _kept(fallen, keep, term[10])
    marks = [lies | DROPPED] * len(dice)
    for die in kept_dice:
        marks[die] = lies | KEPT
    for die in range(len(dice)):
        shown.append((dice[die], fallen[die], marks[die]))
    value = together(fallen, keep) if keep >= BARS else sum([fallen[die] for die in kept_dice])
    return sign * scaled(term, value)


def _hits(
    term: Term,
    sides: Sides,
    chain: Sequence[tuple[Face, Marks]],
    worth: int | None,
    shown: list[Thrown],
    counted: list[int],
) -> int:
    """The successes of one die of a term. Its throws come to what is shown, and to what they count as. worth: None for
    a die that is dropped.
    """
    sign, _, explode, _, _, goal = term[:6]
    whole = goal > sides or COMPOUND <= explode < PENETRATING  # the die is counted, not its throws
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


def _kept(worth: Sequence[int], keep: int, more: Sequence[int]) -> Sequence[int]:
    """Which dice of a term are kept, by what each is worth."""
    count = len(worth)
    if keep == MATCHES:
        most = together(worth, keep)
        best = max([value for value in worth if worth.count(value) == most])
        return [die for die in range(count) if worth[die] == best]
    if keep == BEST:
        return [die for die in range(count) if worth[die] == max(worth)]
    if keep >= BARS or not keep:
        return range(count)
    # in the order of worth, then of index: sorted() on the device keeps no order of its own
    order = sorted([(worth[die] if keep < 0 else -worth[die]) * count + die for die in range(count)])
    off = more[1] if more else 0
    return [key % count for key in order[off : off + abs(keep)]]


def going_on(term: Term, faces: Sequence[Face]) -> Sequence[int]:
    """Which dice of a term that fell on `faces` may fall once more: all, or those that are kept beforehand."""
    more = term[10]
    return _kept(faces, term[4], more) if more and more[7] else range(len(faces))


def throws(term: Term, sides: Sides, roll: ThrowDie, face: Face) -> list[tuple[Face, Marks]]:
    """All throws of the die of a term that fell on `face`, as (face, marks)."""
    explode = term[2] % COMPOUND  # how many more it may get at most
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
