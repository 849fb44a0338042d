"""Throwing pools of dice: with faces from the dice cup (see shaker.py), or from the dice on the table.

A pool (see notation.py) is thrown with any roll(sides) that gives a face: `Shaker.roll`, or `by_hand(faces)`.
All dice fall first, in the order written; then each die in turn takes its rerolls and its explosions. That is
how they fall on a table too, so faces from both are used alike.
"""

# `keep` of a term that is the difference of two dice (see notation.py, which need not be in memory for this)
BARS = 100

# Marks of a thrown face (bit flags).
KEPT = 1  # part of the result
DROPPED = 2  # its die is not kept
EXPLODED = 4  # an extra throw, owed to the highest face before it
REROLLED = 8  # replaced by the next face; never part of the result
HIT = 16  # counts as a success, or belongs to a die that does
MINUS = 32  # subtracted
FIRST = 64  # first throw of its die: these are the dice that `rethrow` locks


class Missing(Exception):
    """The faces entered so far owe one more die; args[0] is its sides."""


def by_hand(faces):
    """A roll() that gives the faces of this list, in the order in which `throw` asks for them.

    When they run out it raises Missing: the screen asks for that die, adds its face and throws again.
    ValueError for a face that the die does not have.
    """
    left = list(faces)

    def roll(sides):
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
    """

    def __init__(self, total, dice):
        self.total = total
        self.dice = dice


def dice_needed(pool):
    """Sides of the dice that fall first, as a list."""
    needed = []
    for term in pool[1]:
        needed += term[1]
    return needed


def throw(pool, roll, held=()):
    """Throw a pool. `held` may give, die by die, the (face, marks) of a die to leave as it lies, or None."""
    total, terms = pool
    first = []
    for i, sides in enumerate(dice_needed(pool)):
        first.append((held[i] if held else None) or roll(sides))
    shown = []
    for sign, dice, explode, reroll, keep, goal in terms:
        n = len(dice)
        chains = []
        worth = []
        for sides in dice:
            chain = first.pop(0)
            if isinstance(chain, int):
                chain = _chain(sides, explode, reroll, roll, chain)
            chains.append(chain)
            worth.append(sum([face for face, mark in chain if not mark & REROLLED]))
        # in the order of worth, then of place: sorted() on the device keeps no order of its own
        kept = [key % n for key in sorted([(worth[i] if keep < 0 else -worth[i]) * n + i for i in range(n)])]
        if keep == BARS:
            total += sign * abs(worth[0] - worth[1])
        elif keep:
            kept = kept[: abs(keep)]
        for i in range(n):
            hits = 0
            for face, mark in chains[i]:
                if i not in kept:
                    mark |= DROPPED
                elif not mark & REROLLED:
                    mark |= KEPT
                    if goal and (worth[i] if goal > dice[i] else face) >= goal:
                        mark |= HIT
                        hits += 1
                shown.append((dice[i], face, mark | MINUS if sign < 0 else mark))
            if goal:
                total += sign * (min(hits, 1) if goal > dice[i] else hits)
            elif i in kept and keep != BARS:
                total += sign * worth[i]
    return Throw(total, shown)


def _chain(sides, explode, reroll, roll, face):
    # all throws of the die that fell on `face`, as (face, marks)
    chain = []
    mark = FIRST
    while True:
        if face <= reroll:
            chain.append((face, mark | REROLLED))
            mark &= EXPLODED
            face = roll(sides)
        chain.append((face, mark))
        if face < sides or not explode:
            return chain
        explode -= 1
        mark = EXPLODED
        face = roll(sides)


def rethrow(pool, thrown, locked, roll):
    """Throw `pool` again, leaving some dice of the Throw `thrown` as they lie.

    `locked` is a bit mask over the dice in the order of `dice_needed`, bit 0 the first: these are the entries
    of thrown.dice that carry FIRST. A locked die keeps its rerolls and explosions too.
    """
    held = []
    for _, face, mark in thrown.dice:
        if mark & FIRST:
            held.append([] if locked & 1 else None)
            locked >>= 1
        if held[-1] is not None:
            held[-1].append((face, mark & (FIRST | EXPLODED | REROLLED)))
    return throw(pool, roll, held)
