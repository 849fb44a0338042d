"""Trinités: the two sides of a confrontation, with their exact chances (seed L79-99).

A is who acts, B who opposes; each side is an integer as in `trial`, and a state is the pair of them.
"""

from gobelet.core.odds import Odds
from gobelet.core.procedure import ME, OPPONENT

from .trial import EQUAL, NOBODY, TARGET, A, B, tail, taken, wanted


def winner(a, b, failed_a=False, failed_b=False, same=False):
    """Who wins with the final results `a` and `b` (L87-90).

    failed_a, failed_b  a natural 1: that side has failed, whatever its final result (L64)
    same  both want the same thing, so equal results are EQUAL; else B prevents, and a tie is his
    """
    a_wins = not failed_a and a >= TARGET
    b_wins = not failed_b and b >= TARGET
    if a_wins and b_wins:
        return A if a > b else EQUAL if a == b and same else B
    return A if a_wins else B if b_wins else NOBODY


# Chances. Only the first face is special: a 12 is followed by an exploding die that has no natural 1.

_DIE = (1,) * 12  # weights of the faces of one die
_CHOSEN = tuple(range(1, 24, 2))  # and of the better one of two, in 144ths


def weights(a, b, adam_a, adam_b):
    """([nobody, A, B, equal], total) of a direct confrontation with the modifiers `a` and `b`, exact.

    When both dice have shown a 12, the same begins again; once both succeed with any face, that is a geometric
    sum: each round is followed by another in one case of 144.
    """
    again = 1
    while min(a, b) + 12 * again < TARGET - 1:
        again += 1
    # Every weight is a whole number in this unit.
    unit = 143 * 12 ** (2 * again + 8 + (abs(a) + abs(b) + abs(a - b)) // 12)
    found = _throw(a + 12 * again, b + 12 * again, _DIE, _DIE, 1, unit)
    found = [w * 144 // 143 for w in found]
    while again:
        again -= 1
        first = again == 0
        faces_a = _CHOSEN if first and adam_a else _DIE
        faces_b = _CHOSEN if first and adam_b else _DIE
        now = _throw(a + 12 * again, b + 12 * again, faces_a, faces_b, 1 + first, unit)
        for at in range(4):
            now[at] += found[at] * faces_a[11] * faces_b[11] // (sum(faces_a) * sum(faces_b))
        found = now
    return found, unit


def _throw(a, b, faces_a, faces_b, least, unit):
    """Weights of all first faces but two 12s; faces below `least` fail."""
    found = [0] * 4
    each = unit // (sum(faces_a) * sum(faces_b))
    for f in range(1, 13):
        for g in range(1, 13):
            w = faces_a[f - 1] * faces_b[g - 1] * each
            if f < 12 and g < 12:
                found[winner(a + f, b + g, f < least, g < least, True)] += w
            elif g < 12:
                _rolls_on(found, w, a + 12, b + g, g < least, A, B)
            elif f < 12:
                _rolls_on(found, w, b + 12, a + f, f < least, B, A)
    return found


def _rolls_on(found, w, modifier, other, failed, mine, his):
    """Share out `w`, where one side rolls on with its modifier, and the other has its final result."""
    need = TARGET - modifier
    if failed or other < TARGET:
        his = NOBODY
        wins = equal = _above(w, need)
    else:
        need = max(need, other - modifier)
        equal = _above(w, need)
        wins = _above(w, max(need, other - modifier + 1))
    found[mine] += wins
    found[EQUAL] += equal - wins
    found[his] += w - equal


def _above(w, n):
    num, den = tail(n)
    return w * num // den


def odds(a, b, adam_a, adam_b, same=False):
    """Odds of a direct confrontation, keys as `winner`."""
    found, unit = weights(a, b, adam_a, adam_b)
    if not same:
        found[B] += found[EQUAL]
        found[EQUAL] = 0
    return Odds({key: found[key] for key in range(4) if found[key]}, unit, 0, 0, 0)


# Dice


_BEGIN = (0, 0)


def _fold_a(v, s, result):
    a, b = s or _BEGIN
    return taken(a, result), b


def _fold_b(v, s, result):
    a, b = s
    return a, taken(b, result)


def sides(v, s):
    """What two sides need next, the inputs "adam_a" and "adam_b" saying how many dice they have; None once both
    natural results are there. s is None at the start, then their pair.
    """
    s = s or _BEGIN
    return wanted(s[0], v["adam_a"], ME, _fold_a, "die_a") or wanted(
        s[1], v["adam_b"], OPPONENT, _fold_b, "die_b"
    )
