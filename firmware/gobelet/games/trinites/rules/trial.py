"""Trinités: the dice of a test, and their exact chances (seed L53-68).

A side of a test is one integer, its natural result so far: 0 before the dice; below 0 while a Trinité has two dice and
has chosen none, -(13 * pale + dark); a multiple of 12 while the 12 rolls again; anything else is the natural result.
That is never a multiple of 12, so one number says it all. Reading R2: one die is chosen first, only that one rolls on.

A Procedure with one side has such an integer for its state, one with two sides a pair of them.
"""

from gobelet.core.odds import Odds, ratio
from gobelet.core.procedure import Ask, Roll

TARGET = 12  # of a final result
PALE = 0
DARK = 1
BOTH = (PALE, DARK)


def ended(n):
    """Whether `n` is a natural result."""
    return n > 0 and n % 12 > 0


def taken(n, result):
    """The side after `result`: the faces that fell, or the die that was chosen."""
    if isinstance(result, int):
        return dice_of(n)[result]
    if len(result) == 2:
        return -(13 * result[0] + result[1])
    return n + result[0]


def dice_of(n):
    """(pale, dark) while none of them is chosen."""
    return -n // 13, -n % 13


def best(n):
    """The die that gives the better chance, the pale one of two equal ones."""
    pale, dark = dice_of(n)
    return PALE if pale >= dark else DARK


def wanted(n, adam, chooser, fold, die="die"):
    """What a side needs next: its dice, the choice of one of them, or None if its natural result is there.

    adam: whether it has two dice. fold(v, s, result) gives the next state of the Procedure, see `taken`. The Ask
    is called `die`.
    """
    if n < 0:
        return Ask(chooser, die, BOTH, fold, lambda v, s: best(n))
    if n % 12:
        return None
    return Roll((12, 12) if adam and n == 0 else (12,), fold)


def final(n, modifier):
    """Final result of a natural one (L118)."""
    return n + modifier


def succeeds(n, modifier):
    """Whether a natural result is a success: 12 at least, and no natural 1 (L61-64)."""
    return n > 1 and n + modifier >= TARGET


# Chances


def tail(n):
    """P(natural >= n) of one die, as (num, den): 12s roll again, so 12 and 13 are equally likely."""
    if n <= 1:
        return 1, 1
    k, r = (n - 1) // 12, (n - 1) % 12
    return 12 - r, 12 ** (k + 1)


def chance(n, adam):
    """P(natural >= n, and no natural 1), as (num, den): the chance of a test that needs `n`."""
    n = max(n, 2)
    if not adam:
        return tail(n)
    if n <= 12:
        return 144 - (n - 1) ** 2, 144
    num, den = tail(n - 12)
    return 23 * num, 144 * den


def test_odds(modifier, adam, more=0):
    """Odds of a test: key 1 success, 0 failure."""
    num, den = chance(TARGET - modifier, adam)
    return Odds(_weights({1: num, 0: den - num}), den, 0, 0, 0)


def _weights(found):
    return {key: found[key] for key in found if found[key]}
