"""Free dice: the exact odds of a pool (see notation.py), by convolution.

Dice that explode without limit never end. They are followed until a millionth is left at most (of the sum; of
each die, where dice are kept or counted). The weight of that rest is the tail: shown apart, never dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.odds import FAR, Odds

from .notation import BARS, UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.core.types import Pool, Term

    Distribution = tuple[int, list[int], int, int]  # see below

_TINY = 1000000

# A distribution under way is (low, weights, total, tail_low): a list with the weight of low, low + 1, ...;
# what it lacks to the total is its tail. Without a tail, tail_low is FAR or more.


def of_pool(pool: Pool) -> Odds:
    """Odds of a pool (see notation.py)."""
    whole = (pool[0], [1], 1, FAR)
    for term in pool[1]:
        whole = _both(whole, _term(term))
    low, weights, total, far = whole
    found: dict[int, int] = {}
    for w in weights:
        if w:
            found[low] = w
        low += 1
    return Odds(found, total, total - sum(weights), far, 0)


def _both(a: Distribution, b: Distribution) -> Distribution:
    # sum of two distributions; the tail is reached by one alone, or by both
    low, weights, total, far = a
    low2, weights2, total2, far2 = b
    far, far2 = far + min(low2, far2), far2 + min(low, far)
    return low + low2, _convolve(weights, weights2), total * total2, min(far, far2)


def _convolve(a: list[int], b: list[int]) -> list[int]:
    n = len(b)
    if n == 1:
        return [x * b[0] for x in a]
    if len(a) == 1:
        return [a[0] * y for y in b]
    if min(b) == max(b):
        # b is flat, as a plain die is: a running sum does
        out = []
        a = [0] * n + a + [0] * (n - 1)
        run = 0
        for i in range(n, len(a)):
            run += a[i] - a[i - n]
            out.append(run * b[0])
        return out
    out = [0] * (len(a) + n - 1)
    for i in range(len(a)):
        x = a[i]
        if x:
            for y in b:
                out[i] += x * y
                i += 1
    return out


def _power(weights: list[int], n: int) -> list[int]:
    if n > 3 and min(weights) < max(weights):  # what is flat is quick one by one
        half = _power(weights, n // 2)
        out = _convolve(half, half)
        return _convolve(out, weights) if n % 2 else out
    out = [1]
    for _ in range(n):
        out = _convolve(out, weights)
    return out


def _sum(sides: int, n: int, explode: int, reroll: int, least: int) -> Distribution:
    # Distribution of the sum of n equal dice. Endless explosions are followed up to `least` or further.
    face = [1] * sides
    if n == 1 and not explode and not reroll:
        return 1, face, sides, FAR
    if reroll:  # out of sides * sides
        face = [reroll] * reroll + [sides + reroll] * (sides - reroll)
    die = sum(face)
    top = face.pop()
    endless = explode == UNLIMITED
    count = n if endless else 1  # endless dice explode together; else each has its own limit
    total = die**count
    ways: list[int] = []  # by number of explosions
    more = 1
    known = 0
    while True:
        ways = [x * die for x in ways] + [more]
        if endless:
            known = known * die + more * (die - top) ** n
            if (total - known) * _TINY <= total and len(ways) * sides > least:
                break
        elif len(ways) > explode:
            break
        total *= die
        more = more * (count + len(ways) - 1) // len(ways) * top
    ends = _power(face, count)
    out = [0] * ((len(ways) - 1) * sides + len(ends))
    for j in range(len(ways)):
        i = j * sides
        for x in ends:
            out[i] += ways[j] * x
            i += 1
    if endless:
        return n, out, total, len(ways) * sides + n
    return n, _power(out + [more * top], n), total**n, FAR


def _term(term: Term) -> Distribution:
    sign, dice, explode, reroll, keep, goal = term
    whole = (0, [1], 1, FAR)
    counts: dict[int, int] = {}
    for sides in dice:
        counts[sides] = counts.get(sides, 0) + 1
    if keep == BARS:
        a, b = dice
        out = [0] * max(dice)
        for x in range(a):
            for y in range(b):
                out[abs(x - y)] += 1
        whole = (0, out, a * b, FAR)
    elif keep:
        size = max([len(_sum(sides, 1, explode, reroll, 0)[1]) for sides in counts])
        groups = []
        ways = 1
        for sides, n in counts.items():
            _, w, total, far = _sum(sides, 1, explode, reroll, size)
            ways *= total**n
            w = (w + [0] * size)[:size]
            if keep > 0:
                total = sum(w)
            else:  # the lowest are the highest in reverse, and a tail lies below them all
                w = list(reversed(w))
            groups.append([w, n, total, [[1]]])
        n = abs(keep)
        w = _best(groups, size) if n == 1 else _highest(groups, n, size)
        if keep < 0:
            w = list(reversed(w))
        whole = (n, w, ways, far if far == FAR else size + n)
    else:
        for sides, n in counts.items():
            if not goal:
                more = _sum(sides, n, explode, reroll, 0)
            else:
                _, w, total, far = _sum(sides, 1, explode, reroll, goal)
                hits = [0] * (len(w) // sides + 2)
                for i in range(len(w)):
                    if goal > sides:
                        hits[1 if i + 1 >= goal else 0] += w[i]
                    else:
                        hits[i // sides + (1 if i % sides + 1 >= goal else 0)] += w[i]
                if goal > sides:
                    hits[1] += total - sum(w)
                    far = FAR
                elif far < FAR:
                    far //= sides
                more = (0, _power(hits, n), total**n, far)
            whole = _both(whole, more)
    if sign < 0:
        low, w, total, far = whole
        whole = (1 - low - len(w), list(reversed(w)), total, FAR if far >= FAR else -FAR)
    return whole


def _best(groups: Sequence[Any], size: int) -> list[int]:
    # Weights of the one highest die: of all ways up to a value, those up to the value before are not its own.
    out = []
    ways = [group[2] - sum(group[0]) for group in groups]  # a tail may lie below them all
    below = 1
    for i in range(len(groups)):
        below *= ways[i] ** groups[i][1]
    for at in range(size):
        whole = 1
        for i in range(len(groups)):
            ways[i] += groups[i][0][at]
            whole *= ways[i] ** groups[i][1]
        out.append(whole - below)
        below = whole
    return out


def _highest(groups: Sequence[Any], keep: int, size: int) -> list[int]:
    # Weights of the sum of the `keep` highest dice, from `keep` upwards. A group is some equal dice:
    # [weights of the values 1..size, count, weight of the values up to v, powers]; powers[j] is the sum of j
    # dice above v, less its minimum j * (v + 1). For each v, ways[a] is the sum of a dice above v while the
    # others are not, a < keep. Dice of v complete it to `keep`; where there are not enough of those, fewer
    # than `keep` dice are above v - 1, and just these cases are taken away at the next v.
    out = [0] * (keep * (size - 1) + 1)
    for v in range(size, -1, -1):
        ways: list[list[int]] = [[1]]
        for group in groups:
            w, n, rest, powers = group
            rows: list[list[int]] = [[]] * keep
            c = 1
            for j in range(len(powers)):
                times = c * rest ** (n - j)
                power = powers[j]
                if times != 1:
                    power = [x * times for x in power]
                for a in range(min(len(ways), keep - j) if max(power) else 0):
                    if ways[a]:
                        row = _convolve(ways[a], power)
                        old = rows[a + j]
                        rows[a + j] = [row[i] + old[i] for i in range(len(old))] or row
                c = c * (n - j) // (j + 1)
            ways = rows
            if v:
                group[2] = rest - w[v - 1]
                group[3] = [_joined(powers, j, w[v - 1], size - v) for j in range(min(n, keep - 1) + 1)]
        for a in range(len(ways)):
            at = keep * (v - 1) + a
            for x in ways[a]:
                if v:
                    out[at] += x
                if v < size:
                    out[at + keep - a] -= x
                at += 1
    return out


def _joined(powers: Sequence[list[int]], n: int, w: int, span: int) -> list[int]:
    # sum of n dice above v - 1: i of them are v itself, of weight w, the others above, over `span` values
    out = [0] * (n * span + 1)
    c = 1
    for i in range(n + 1):
        if n - i < len(powers):
            at = n - i
            for x in powers[at]:
                out[at] += x * c
                at += 1
        c = c * (n - i) // (i + 1) * w
    return out
