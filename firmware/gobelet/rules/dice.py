"""Dice: the throw of a pool of dice.

The faces are random faces of the dice cup (shaker.py), or faces of real dice that players enter.

A pool is a constant and several terms. A term is a group of dice, such as "3d6" in "3d6+2". The file
games/dice/rules/notation.py describes pools and terms.

For each face, `throw` calls a function roll(sides), which is `Shaker.roll` or a result of `by_hand`. First
`throw` throws all dice, in the order of the pool. Then it makes the rerolls and the extra throws of the first die,
after that those of the second die, and so on. Players throw real dice in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .types import Face, Marks, Pool, Sides, Term, ThrowDie, Thrown

# A term that does not add up its dice has one of these values in its field `keep`. The constants are in this
# module, because a throw does not load notation.py.
BARS = 100  # the absolute difference of two dice
DIGITS = 101  # two d6 as the decimal digits of one number
DIGITS3 = 102  # three d6 as the decimal digits of one number
MATCHES = 103  # the number of dice in the largest set of equal dice
BEST = 104  # the face of the highest die, plus 1 for each other die with the same face
# Value of the field `explode` of a term whose notation sets no limit for extra throws. A throw still stops after 99
# extra throws of one die, so a broken source of faces cannot cause an endless loop.
UNLIMITED = 99
# values of the fields double, least, most, values and more in a term that uses none of them
PLAIN: tuple[int, int, int, tuple[int, ...], tuple[int, ...]] = (0, 0, 0, (), ())
# defaults of the numbers in `more`, the last field of a term: burst, off, times, over, plus, cancel, triple, early
SIMPLE = (0, 0, 1, 1, 0, 0, 0, 0)
# values of the fields goal, double, least, most and values in a term whose faces count as the numbers they show
_AS_SHOWN = (0, 0, 0, 0, ())
UNTIL = 100  # number added to the field `reroll` of a term whose dice are rerolled repeatedly, not only once
# The next three constants are added to the field `explode` of a term.
COMPOUND = 100  # the goal is compared with the sum of all throws of a die, not with each throw
PENETRATING = 200  # each extra throw counts as its face minus 1
IMPLODING = 300  # a first throw of 1 causes one extra throw, which is subtracted

# Marks of a thrown face (bit flags)
KEPT = 1  # the face is part of the result
DROPPED = 2  # the term drops the die of this face
EXPLODED = 4  # an extra throw, caused by the previous face of the same die
REROLLED = 8  # the next face of the same die replaces this face
HIT = 16  # the face, or its whole die, counts as a success
MINUS = 32  # the face is subtracted from the result
FIRST = 64  # the face is the first throw of its die
IMPLODED = 128  # an extra throw that is subtracted, caused by a first throw of 1
CANCELS = 256  # the face cancels one success


def more_of(*more: int) -> tuple[int, ...]:
    """Return the field `more` of a term, given the first numbers of this field.

    The other numbers have the defaults in SIMPLE. The result is () if all numbers equal their defaults.
    """
    more += SIMPLE[len(more) :]
    return () if more == SIMPLE else more


class Missing(Exception):
    """The exception for a real die whose face players must still enter.

    args[0] is the number of sides of the die.
    """


def by_hand(faces: Iterable[Face]) -> ThrowDie:
    """Return a function roll(sides) that returns the given faces of real dice in turn.

    After the last given face, roll(sides) raises Missing. A screen then asks the players for the missing face,
    adds it to the given faces, and calls `throw` again. For a face outside 1..sides, roll(sides) raises
    ValueError.
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

    total  the sum of the constant and of the terms; a term with a goal adds its number of successes.
    dice   list of (sides, face, marks) for all faces, in the order of the pool. Rerolls and extra throws of a die
           follow its first face.
    worth  list of the values that the faces in `dice` count as, in the same order.
    """

    def __init__(self, total: int, dice: list[Thrown], worth: Sequence[int] = ()) -> None:
        self.total = total
        self.dice = dice
        self.worth = worth


def counts_as(term: Term, face: Face, marks: Marks) -> int:
    """Return the value of a face in a term, given the marks of the face."""
    _, _, explode, _, _, _, _, least, most, values, _ = term
    if values:
        return int(values[face - 1])
    if face < least:  # no max() and no slice of the term here, because the two took a sixth of a throw's time
        face = least
    if most and face > most:
        face = most
    if marks & IMPLODED:
        return -face
    return face - 1 if marks & EXPLODED and PENETRATING <= explode < IMPLODING else face


def can_combine(dice: Sequence[Sides], keep: int) -> bool:
    """Tell whether a term of these dice can have the value `keep` in its field `keep`.

    `dice` has the sides of each die. `keep` is one of the constants BARS to BEST, or a greater integer.
    """
    if keep == BARS:
        return len(dice) == 2
    if keep >= MATCHES:
        return keep <= BEST and len(dice) > 1
    return dice == (6,) * len(dice) and not len(dice) % (keep - DIGITS + 2)


def combine_dice(worth: Sequence[int], keep: int) -> int:
    """Combine the values of several dice into one value.

    `worth` has the value of each die. `keep` is one of the constants BARS to BEST and defines the combination.
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
    """Scale the value of a term by the numbers in its field `more`.

    The result is (value * times + plus) / over, rounded down. The numbers times, over and plus are items 2, 3 and 4
    of the field.
    """
    more = term[10]
    return (value * more[2] + more[4]) // more[3] if more else value


def successes(term: Term, value: int) -> int:
    """Return the number of successes for the value of a die or face: 0 to 3, or -1.

    The result -1 means that the value cancels a success. A term with the goal -12 counts values of 12 or less as
    successes.
    """
    goal, double, more = term[5], term[6], term[10]
    triple = more[6] if more else 0
    if goal < 0:
        value = -value  # negate the value too: if the goal is negative, `double` and `triple` are negative
    elif more and value <= more[5]:
        return -1
    if value < goal:
        return 0
    if not double or value < double:
        return 1
    return 3 if triple and value >= triple else 2


def dice_needed(pool: Pool) -> list[Sides]:
    """Return the sides of each die in a pool, without rerolls and extra throws."""
    needed: list[Sides] = []
    for term in pool[1]:
        needed += term[1]
    return needed


def throw(pool: Pool, roll: ThrowDie, held: Sequence[list[tuple[Face, Marks]] | None] = ()) -> Throw:
    """Throw a pool; roll(sides) returns each face.

    `held` has an entry for each die: None for a die to throw, or the list of (face, marks) of a die that stays on
    the table. An empty `held` means that all dice are thrown.
    """
    total, terms = pool
    needed = dice_needed(pool)
    # for each die to throw, its first face; for each die that stays on the table, its entry in `held`
    first: list[Any]
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
    """Return the value of a term without rerolls, explosions or changed faces.

    `fallen` has the face of each die. The function appends these faces to `shown`. This common case has its own
    function, because a throw of sixty dice must be fast.
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
    """Return the number of successes of one die in a term.

    `chain` has all throws of the die. `worth` is the value of the die, None if the die is dropped. The function
    appends the throws to `shown`, and their values to `counted`.
    """
    sign, _, explode, _, _, goal = term[:6]
    # whether the goal is compared with the sum of the die's throws, not with each throw
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
    """Return the indexes of the dice that a term keeps.

    `worth` has the value of each die. `keep` and `more` are the fields of the term with these names.
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
    """Return the indexes of the dice in a term that may explode.

    If the term keeps dice before they explode, only the kept dice may explode. Otherwise all dice may explode.
    """
    more = term[10]
    return _kept_dice(faces, term[4], more) if more and more[7] else range(len(faces))


def throw_chain(term: Term, sides: Sides, roll: ThrowDie, face: Face) -> list[tuple[Face, Marks]]:
    """Return all throws of one die as [(face, marks)...]. `face` is the first face."""
    explode = term[2] % COMPOUND  # number of extra throws that the die may still have
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
