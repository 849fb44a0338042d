"""Trinités: a test, its dice and their exact chances (seed L53-68).

A side of a test is one integer, its natural result so far: 0 before the dice; below 0 while a Trinité has two dice and
has chosen none, -(13 * pale + dark); a multiple of 12 while the 12 rolls again; anything else is the natural result.
That is never a multiple of 12, so one number says it all. Reading R2: one die is chosen first, only that one rolls on.

A Procedure with one side has such an integer for its state, one with two sides a pair of them.
"""

from gobelet.core.dice import DROPPED, EXPLODED, KEPT
from gobelet.core.odds import Odds
from gobelet.core.procedure import ME, Ask, Outcome, Procedure, Roll, choice, lane, number
from gobelet.core.refused import Refused

from .initiative import ACTION, SWAY
from .tables import (
    ATTEMPTS,
    AUTOMATIC,
    DELICATE,
    LEVEL_NAMES,
    LEVEL_VALUES,
    MOST,
    NEAR,
    NEIGHBOUR,
    OPTIONS,
    RETRY,
)

TARGET = 12  # of a final result
# Outcomes of a confrontation.
NOBODY = 0
A = 1
B = 2
EQUAL = 3
# The two dice of a Trinité.
PALE = 0
DARK = 1
BOTH = (PALE, DARK)


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


def succeeds(n, modifier):
    """Whether a natural result is a success: 12 at least, and no natural 1 (L61-64)."""
    return n > 1 and n + modifier >= TARGET


def read(path):
    """[(natural result, [(12, face, mark)...])...] of the sides whose dice are in a path, the last perhaps not at its
    end; marks as in core/dice.py: the die that was not chosen is dropped, what a 12 rolls on to is an explosion.
    """
    found = []
    n = 1
    for result in path:
        if n > 0 and n % 12:
            n = 0
            dice = []
            found.append((n, dice))
        if isinstance(result, int):
            dice[1 - result] = dice[1 - result][:2] + (DROPPED,)
        else:
            dice += [(12, face, EXPLODED if n else KEPT) for face in result]
        n = taken(n, result)
        found[-1] = (n, dice)
    return found


def race(results):
    """Groups of places in `results`, the best first: those of 12 and more (L95). None stands for a natural 1."""
    left = [at for at in range(len(results)) if results[at] is not None and results[at] >= TARGET]
    groups = []
    while left:
        best = max([results[at] for at in left])
        groups.append([at for at in left if results[at] == best])
        left = [at for at in left if results[at] < best]
    return groups


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


def odds_of(modifier, adam):
    """Odds of a test: key 1 success, 0 failure."""
    num, den = chance(TARGET - modifier, adam)
    return Odds({key: w for key, w in ((0, den - num), (1, num)) if w}, den, 0, 0, 0)


# What a side asks for. In a Procedure with two sides the names and the lane end in "_a" and "_b". Inputs are made once:
# each takes 100 bytes and more.

LEVEL = choice("level", LEVEL_NAMES, DELICATE, "roll", LEVEL_VALUES)
MORE = number("more", -30, 30, lane="roll")
SCORE = number("score", 0, MOST, lane="roll")
ADAM = number("adam", 0, 1, role="me", field="adam")
FIXED = (MORE, SCORE, ADAM)  # where the rules say skill and difficulty
ABILITY = (LEVEL, MORE, choice("skill", OPTIONS), SCORE, ADAM)

_SPURRED = (0, 0, SWAY, 0)
_COWED = (0, 0, -SWAY, 0)


def pending(role="me", end="", lane="roll"):
    """Encouragement and intimidation that fall on an action (L541, L579)."""
    return (
        number("spurred" + end, 0, 3, lane=lane, mods=_SPURRED, role=role, field="spurred", asked=False),
        number("cowed" + end, 0, 3, lane=lane, mods=_COWED, role=role, field="cowed", asked=False),
    )


PENDING = pending()
SUCCESS = (("success", lambda v, key: key == 1),)


def used(v, role="me", end=""):
    """Effects of an action on what was pending."""
    fields = [field for field in ("spurred", "cowed") if v[field + end] == ACTION]
    return tuple([(role, field, "=", 0) for field in fields])


def _fold(v, s, result):
    return taken(s or 0, result)


def needs(v, s):
    """`wanted` of a Procedure with one side."""
    return wanted(s or 0, v["adam"], ME, _fold)


def _test(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    modifier = lane(test, v, "roll")
    success = succeeds(s, modifier)
    effects = used(v)
    if not success:
        effects += (
            ("me", "task_skill", "=", v["skill"] + 1),
            ("me", "task_level", "=", modifier - v["score"] - RETRY[v["attempt"]]),
            ("me", "task_score", "=", v["score"]),
            ("me", "tries", "=", v["attempt"] + 1),
        )
    elif v["task"] == v["skill"] + 1:
        effects += (("me", "task_skill", "=", 0), ("me", "tries", "=", 0))
    return Outcome(int(success), effects)


def attempt(skill, score, level, task_skill, task_level, task_score, tries):
    """Place in ATTEMPTS of a test of `skill` with this score and difficulty, after the last one that failed: the first
    again as soon as the difficulty is better or the score higher (L150-152) [A-TR03].
    """
    if task_skill != skill + 1 or score > task_score or level > task_level:
        return 0
    return min(tries, AUTOMATIC)


def retry(number, difficulty, improved=False):
    """(number, difficulty) of the attempt with this number from 1, None instead if it fails of itself (TR-E28).
    TR-E05 for a number below 1.
    """
    if number < 1:
        raise Refused("TR-E05")
    if improved:
        return 1, difficulty
    if number > AUTOMATIC:
        raise Refused("TR-E28")
    return number, difficulty + RETRY[number - 1]


def _allowed(v):
    if v["attempt"] == AUTOMATIC:
        raise Refused("TR-E28")


def _test_odds(v):
    return odds_of(lane(test, v, "roll"), v["adam"])


test = Procedure(
    "test",
    ABILITY
    + (
        choice("near", NEAR, 0, "roll", NEIGHBOUR),
        choice("attempt", ATTEMPTS, 0, "roll", RETRY),
        number("extra", 0, 9, lane="roll", mods=lambda v: -3 * v["extra"]),
    )
    + PENDING
    + (number("task", 0, 99, role="me", field="task_skill", asked=False),),
    _test,
    _allowed,
    questions=SUCCESS,
    explain="test",
    roles=("me",),
    odds=_test_odds,
)
