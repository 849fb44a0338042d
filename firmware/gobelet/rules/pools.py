"""Pools: exact odds of a dice pool, by convolution.

The file games/dice/rules/notation.py describes pools and their terms.

If the dice of a term explode without limit, the calculation follows the explosions until at most a millionth of
the term's weight is left. A term may also keep some dice, count successes or change values of
faces. The calculation then follows each die until at most a millionth of the die's weight is left. The tail is the
weight that is left. Screens show the tail separately.

A distribution is a tuple (low, weights, total, tail_low). `weights` is a list with the weights of the values low,
low + 1, and so on. The tail is `total` minus the sum of these weights. `tail_low` is a lower bound of the values in
the tail; FAR or more means that there is no tail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dice import (
    BARS,
    BEST,
    COMPOUND,
    DIGITS,
    EXPLODED,
    IMPLODED,
    IMPLODING,
    MATCHES,
    PENETRATING,
    PLAIN,
    UNLIMITED,
    UNTIL,
    counts_as,
    scale_value,
    successes,
)
from .odds import FAR, Odds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .types import Pool, Term

    # (low, weights, total, tail_low), see the module docstring
    Distribution = tuple[int, list[int], int, int]

_TINY = 1000000  # explosions are followed until at most 1/_TINY of the weight is left


def pool_odds(pool: Pool) -> Odds:
    """Return the odds of a pool."""
    low, weights, total, far = _add_all([_term_values(term) for term in pool[1]])
    low += pool[0]
    if far < FAR:
        far += pool[0]
    found: dict[int, int] = {}
    for weight in weights:
        if weight:
            found[low] = weight
        low += 1
    return Odds(found, total, total - sum(weights), far, 0)


def _add_all(parts: Sequence[Distribution]) -> Distribution:
    """Return the distribution of the sum of several independent values."""
    whole = parts[0] if parts else (0, [1], 1, FAR)
    for part in parts[1:]:
        whole = _add_two(whole, part)
    return whole


def _add_two(a: Distribution, b: Distribution) -> Distribution:
    """Return the distribution of the sum of two values.

    `a` and `b` are the distributions of the two values. A case is in the tail of the sum if at least one of its two
    values is in a tail.
    """
    low, weights, total, far = a
    low2, weights2, total2, far2 = b
    far, far2 = far + min(low2, far2), far2 + min(low, far)
    return low + low2, _convolve(weights, weights2), total * total2, min(far, far2)


def _convolve(a: list[int], b: list[int]) -> list[int]:
    """Return the product of two polynomials: the weights of the sum of two values."""
    n = len(b)
    if n == 1:
        return [x * b[0] for x in a]
    if len(a) == 1:
        return [a[0] * y for y in b]
    if min(b) == max(b):
        # if all weights of b are equal, as those of a plain die, a running sum gives the result
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
    """Return the n-th power of a polynomial: the weights of the sum of n equal dice."""
    degree = len(weights) - 1
    if n > degree and weights[0]:
        # for the polynomial f with these coefficients, f * (f^n)' = n * f' * f^n; this equation gives the
        # coefficients of f^n one after the other
        out = [weights[0] ** n]
        whole = degree * n
        # if the weights are symmetric, the second half of the result mirrors the first
        alike = weights == list(reversed(weights))
        for k in range(1, (whole // 2 if alike else whole) + 1):
            value = 0
            for j in range(1, min(k, degree) + 1):
                value += ((n + 1) * j - k) * weights[j] * out[k - j]
            out.append(value // (k * weights[0]))
        return out + list(reversed(out[: whole + 1 - len(out)]))
    if n > 3 and min(weights) < max(weights):  # if all weights are equal, adding die by die is faster
        half = _power(weights, n // 2)
        out = _convolve(half, half)
        return _convolve(out, weights) if n % 2 else out
    out = [1]
    for _ in range(n):
        out = _convolve(out, weights)
    return out


def _sum_faces(sides: int, n: int, explode: int, reroll: int, least: int) -> Distribution:
    """Return the distribution of the sum of n equal dice, whose faces count unchanged.

    The calculation follows unlimited explosions at least up to the sum `least`.
    """
    face = _face_weights(sides, reroll)
    if n == 1 and not explode and not reroll:
        return 1, face, sides, FAR
    die = sum(face)
    top = face.pop()
    endless = explode == UNLIMITED
    # number of dice that the loop below counts together: all n dice if they explode without limit, otherwise one die
    count = n if endless else 1
    total = die**count
    ways: list[int] = []  # ways[j] is the number of ways to have j explosions
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


def _chain_values(
    face: Sequence[int],
    burst: int,
    limit: int,
    first: Sequence[int],
    extra: Sequence[int],
    below: Sequence[int],
    least: int,
) -> Distribution:
    """Return the distribution of one die with its extra throws.

    face    weight of each face.
    burst   the lowest face that explodes.
    limit   maximum number of extra throws, or UNLIMITED.
    first   value of each face in the first throw.
    extra   value of each face in an extra throw.
    below   value of each face in the throw after a first throw of 1; empty if the die does not implode.
    least   value up to which unlimited explosions are followed at least.
    """
    die = sum(face)
    found: dict[int, int] = {}
    worth = first
    going = {0: 1}  # number of ways to each sum of the throws so far, all of which explode
    throws = 0
    total = 1
    far = FAR
    while True:
        for key in found:
            found[key] *= die
        total *= die
        last = throws == limit and limit != UNLIMITED
        more: dict[int, int] = {}
        for start, ways in going.items():
            for at in range(1 if below else 0, len(face)):
                to = found if last or at < burst - 1 else more
                key = start + worth[at]
                to[key] = to.get(key, 0) + ways * face[at]
        if below:
            total *= die
            for ended in (found, more):
                for key in ended:
                    ended[key] *= die
            for at in range(len(face)):
                key = worth[0] + below[at]
                found[key] = found.get(key, 0) + face[0] * face[at]
            below = ()
        if last:
            break
        going = more
        throws += 1
        worth = extra
        far = min(going) + min(extra)
        if limit == UNLIMITED and sum(going.values()) * _TINY <= total and far > least:
            break
    if limit != UNLIMITED:
        far = FAR
    low = min(found)
    return low, [found.get(key, 0) for key in range(low, max(found) + 1)], total, far


def _add_equal(die: Distribution, n: int) -> Distribution:
    """Return the distribution of the sum of n dice, each with the distribution `die`."""
    low, weights, total, far = die
    return low * n, _power(weights, n), total**n, far if far == FAR else far + low * (n - 1)


def _face_weights(sides: int, reroll: int) -> list[int]:
    """Return the weights of the faces of a die.

    If the die is rerolled once, these weights add up to sides * sides.
    """
    if reroll > UNTIL:
        return [0] * (reroll - UNTIL) + [1] * (sides - reroll + UNTIL)
    return [reroll] * reroll + [sides + reroll] * (sides - reroll) if reroll else [1] * sides


def _term_values(term: Term) -> Distribution:
    """Return the distribution of the value of a term."""
    sign, dice, _, _, keep, _, _ = term[:7]
    more = term[10]
    counts: dict[int, int] = {}
    for sides in dice:
        counts[sides] = counts.get(sides, 0) + 1
    if MATCHES <= keep <= BEST:
        fold = _largest_set if keep == MATCHES else _highest_of_all
        found = _count_ways([[[1] * max(dice), sides, n] for sides, n in counts.items()], fold)
        whole = _distribution_of(found, dice)
    elif keep == BARS:
        whole = _count_differences(*dice)
    elif keep >= BARS:
        size = keep - DIGITS + 2
        numbers = [0]
        for _ in range(size):
            numbers = [10 * number + face for number in numbers for face in range(1, 7)]
        row = [0] * (numbers[-1] - numbers[0] + 1)
        for number in numbers:
            row[number - numbers[0]] = 1
        whole = _add_equal((numbers[0], row, 6**size, FAR), len(dice) // size)
    elif more and more[7]:
        whole = _sum_chosen(term)
    elif more and more[1]:
        whole = _sum_middle(term, counts)
    elif keep:
        whole = _sum_kept(term, counts)
    else:
        whole = _add_all([_sum_equal(term, sides, n) for sides, n in counts.items()])
    low, weights, total, far = whole
    if more and more[2:5] != (1, 1, 0):
        found = {}
        for weight in weights:
            value = scale_value(term, low)
            found[value] = found.get(value, 0) + weight
            low += 1
        low = min(found)
        weights = [found.get(key, 0) for key in range(low, max(found) + 1)]
        far = FAR if far >= FAR else scale_value(term, far)
        whole = low, weights, total, far
    if sign < 0:
        whole = (1 - low - len(weights), list(reversed(weights)), total, FAR if far >= FAR else -FAR)
    return whole


def _one_die(term: Term, sides: int, least: int, hits: bool = False) -> Distribution:
    """Return the distribution of the value of one die in a term.

    If `hits` is True, return the distribution of the die's number of successes instead. Unlimited explosions are
    followed at least up to the value `least`.
    """
    explode, reroll = term[2:4]
    limit = explode % COMPOUND
    burst = (term[10] and term[10][0]) or sides
    if not (_is_altered(term) or hits):
        return _sum_faces(sides, 1, limit, reroll, least)
    worth = []
    for marks in (0, EXPLODED) if limit else (0,):
        row = [counts_as(term, face + 1, marks) for face in range(sides)]
        worth.append([successes(term, value) for value in row] if hits else row)
    below = [counts_as(term, face + 1, IMPLODED) for face in range(sides)] if explode >= IMPLODING else ()
    return _chain_values(_face_weights(sides, reroll), burst, limit, worth[0], worth[-1], below, least)


def _is_altered(term: Term) -> bool:
    """Tell whether faces have other values, or a face below the highest one explodes."""
    return term[2] >= PENETRATING or term[7:10] != PLAIN[1:4] or (term[10] and term[10][0] > 0)


def _count_differences(a: int, b: int) -> Distribution:
    """Return the distribution of the absolute difference of two dice."""
    out = [0] * max(a, b)
    for x in range(a):
        for y in range(b):
            out[abs(x - y)] += 1
    return 0, out, a * b, FAR


def _distribution_of(found: dict[int, int], dice: Sequence[int]) -> Distribution:
    """Return the distribution of values whose numbers of ways are in `found`.

    `found` maps each value to its number of ways. `dice` has the sides of each die.
    """
    total = 1
    for sides in dice:
        total *= sides
    low = min(found)
    return low, [found.get(key, 0) for key in range(low, max(found) + 1)], total, FAR


def _count_ways(groups: Sequence[Any], fold: Any) -> dict[int, int]:
    """Count the ways to each result of several dice.

    A group has equal dice: [weights of the values, number of values, number of dice]. Values count from 0. For each
    value, from the highest down, fold(result, value, above, here) returns the next result. In this call, `here` dice
    have the value, and `above` dice have a higher value. In the first call, `result` is 0.
    """
    states = {(0,) + tuple([group[2] for group in groups]): 1}
    count = sum([group[2] for group in groups])
    for at in range(len(groups[0][0]) - 1, -1, -1):
        steps = [(state, 0, ways) for state, ways in states.items()]
        for index in range(1, len(groups) + 1):
            weights, sides, _ = groups[index - 1]
            weight = weights[at] if at < sides else 0
            more = []
            for state, here, ways in steps:
                left = state[index]
                for n in range(left + 1):
                    if ways:
                        more.append((state[:index] + (left - n,) + state[index + 1 :], here + n, ways))
                    ways = ways * (left - n) // (n + 1) * weight
            steps = more
        states = {}
        for state, here, ways in steps:
            above = count - sum(state[1:]) - here
            state = (fold(state[0], at, above, here),) + state[1:]
            states[state] = states.get(state, 0) + ways
    return {state[0]: ways for state, ways in states.items() if not sum(state[1:])}


def _largest_set(most: int, at: int, above: int, here: int) -> int:
    """Fold function for `_count_ways`: the size of the largest set of equal dice."""
    return max(most, here)


def _highest_of_all(best: int, at: int, above: int, here: int) -> int:
    """Fold function for `_count_ways`: the highest die, as BEST in dice.py counts it."""
    return best or (at + here if here else 0)


def _sum_middle(term: Term, counts: dict[int, int]) -> Distribution:
    """Return the distribution of the sum of a term that drops high and low dice.

    The result has no tail, because the notation does not allow unlimited explosions in such a term.
    """
    groups = []
    dice = [(_one_die(term, sides, 0), n) for sides, n in counts.items()]
    base = min([die[0] for die, _ in dice])
    size = max([die[0] + len(die[1]) for die, _ in dice]) - base
    ways = 1
    for (low, weights, total, _), n in dice:
        ways *= total**n
        groups.append([([0] * (low - base) + weights + [0] * size)[:size], size, n])
    off, last = term[10][1], term[10][1] + term[4]
    if term[4] == 1:
        return base, _one_between(groups, len(term[1]) - off, size), ways, FAR

    def fold(sum_: int, at: int, above: int, here: int) -> int:
        return sum_ + at * max(0, min(above + here, last) - max(above, off))

    found = _count_ways(groups, fold)
    low = min(found)
    return low + base * term[4], [found.get(key, 0) for key in range(low, max(found) + 1)], ways, FAR


def _sum_chosen(term: Term) -> Distribution:
    """Return the distribution of a term that keeps dice before they explode.

    All dice of the term have equal sides. Only the kept dice explode.
    """
    _, dice, explode, _, keep = term[:5]
    burst, off = term[10][:2]
    sides, count, kept = dice[0], len(dice), abs(keep)
    burst = burst or sides
    first = off if keep > 0 else count - kept

    def fold(found: int, at: int, above: int, here: int) -> int:
        # the result packs two numbers: 64 * (sum of the kept dice) + (number of kept dice that explode)
        here = max(0, min(above + here, first + kept) - max(above, first))
        return found + here * ((at + 1) * 64 + (at + 1 >= burst))

    limit = explode % COMPOUND
    extra = [counts_as(term, face + 1, EXPLODED) for face in range(sides)]
    limit -= limit < UNLIMITED
    low, weights, whole, far = _chain_values([1] * sides, burst, limit, extra, extra, (), 0)
    powers = [[1]]
    for _ in range(kept):
        powers.append(_convolve(powers[-1], weights))
    found: dict[int, int] = {}
    tail_low = FAR
    for state, ways in _count_ways([[[1] * sides, sides, count]], fold).items():
        fallen, bursting = state >> 6, state & 63
        ways *= whole ** (kept - bursting)
        key = fallen + low * bursting
        if bursting and far < FAR:
            tail_low = min(tail_low, key - low + far)
        for weight in powers[bursting]:
            found[key] = found.get(key, 0) + ways * weight
            key += 1
    low = min(found)
    total = sides**count * whole**kept
    return low, [found.get(key, 0) for key in range(low, max(found) + 1)], total, tail_low


def _sum_kept(term: Term, counts: dict[int, int]) -> Distribution:
    """Return the distribution of the sum of the highest or lowest dice of a term.

    The function shifts all values so that the least value is 1.
    """
    keep = term[4]
    base = min([_one_die(term, sides, 0)[0] for sides in counts]) - 1
    size = 0
    for sides in counts:
        low, weights, _, _ = _one_die(term, sides, 0)
        size = max(size, low - base - 1 + len(weights))
    groups = []
    ways = 1
    for sides, n in counts.items():
        low, weights, total, far = _one_die(term, sides, size + base)
        ways *= total**n
        weights = ([0] * (low - base - 1) + weights + [0] * size)[:size]
        if keep > 0:
            total = sum(weights)
        else:
            # reverse the values, so that the lowest dice become the highest dice; the tail is then below all values
            weights = list(reversed(weights))
        groups.append([weights, n, total, [[1]]])
    n = abs(keep)
    weights = _highest_weights(groups, size) if n == 1 else _highest(groups, n, size)
    if keep < 0:
        weights = list(reversed(weights))
    return n * (1 + base), weights, ways, far if far == FAR else size + n * (1 + base)


def _one_between(groups: Sequence[Any], least: int, size: int) -> list[int]:
    """Return the weights of the value of the `least`-th lowest die.

    The value of the `least`-th lowest die is at most v if at least `least` dice have a value of at most v.
    """
    out = []
    below = 0
    sums = [0] * len(groups)
    wholes = [sum(group[0]) for group in groups]
    for at in range(size):
        ways = [1]  # ways[j] is the number of ways in which j dice have the value `at` or less
        for index in range(len(groups)):
            weights, _, n = groups[index]
            sums[index] += weights[at]
            low, high = sums[index], wholes[index] - sums[index]
            row = []
            choices = 1
            for j in range(n + 1):
                row.append(choices * low**j * high ** (n - j))
                choices = choices * (n - j) // (j + 1)
            ways = _convolve(ways, row) if index else row
        whole = sum(ways[least:])
        out.append(whole - below)
        below = whole
    return out


def _sum_equal(term: Term, sides: int, n: int) -> Distribution:
    """Return the distribution of the sum of n equal dice of a term.

    If the term has a goal, return the distribution of the number of successes of these dice.
    """
    explode, reroll, _, goal, double = term[2:7]
    if not goal:
        if _is_altered(term):
            return _add_equal(_one_die(term, sides, 0), n)
        return _sum_faces(sides, n, explode % COMPOUND, reroll, 0)
    more = term[10]
    cancel = more[5] if more else 0
    if not (explode or reroll or double or cancel or goal > sides or _is_altered(term)):
        hits = sides - goal + 1 if goal > 0 else min(-goal, sides)
        return _add_equal((0, [sides - hits, hits], sides, FAR), n)
    if goal <= sides and not COMPOUND <= explode < PENETRATING:
        return _add_equal(_one_die(term, sides, -FAR, True), n)
    low, weights, total, _ = _one_die(term, sides, max(abs(goal), double, more[6] if more else 0))
    by_hits = [0] * 5  # weights of -1, 0, 1, 2 and 3 successes; -1 means that the die cancels a success
    for at in range(len(weights)):
        by_hits[1 + successes(term, low + at)] += weights[at]
    by_hits[1 + successes(term, 9999)] += total - sum(weights)  # 9999: values in the tail are above all goals
    most = 1 + max([1] + [hits for hits in range(1, 5) if by_hits[hits]])
    return _add_equal((-1, by_hits[:most], total, FAR) if cancel else (0, by_hits[1:most], total, FAR), n)


def _highest_weights(groups: Sequence[Any], size: int) -> list[int]:
    """Return the weights of the value of the highest die.

    The weight of a value is the number of ways to this value or less, minus the number of ways to a lower value. A
    group is as in `_highest`.
    """
    out = []
    # For one die of each group, the weight of values below those in group[0]. This weight is the tail if the values
    # are reversed, otherwise 0.
    ways = [group[2] - sum(group[0]) for group in groups]
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
    """Return the weights of the sum of the `keep` highest dice.

    The first weight is the weight of the sum `keep`, because the least value of a die is 1.

    A group has equal dice: [weights of the values 1..size, number of dice, weight of the values up to `value`,
    powers]. powers[j] has the weights of the sum of j dice above `value`, from the least sum j * (value + 1) on.

    The loop runs from the highest value down. ways[a] has the weights of the sum of `a` dice above `value`, when all
    other dice are at most `value`; a < keep. The other keep - a dice of the sum first count as if each had exactly
    `value`. The next pass of the loop subtracts each case in which one of these dice is below `value`.
    """
    out = [0] * (keep * (size - 1) + 1)
    for value in range(size, -1, -1):
        ways: list[list[int]] = [[1]]
        for group in groups:
            weights, n, rest, powers = group
            rows: list[list[int]] = [[]] * keep
            choices = 1
            for j in range(len(powers)):
                times = choices * rest ** (n - j)
                power = powers[j]
                if times != 1:
                    power = [x * times for x in power]
                for a in range(min(len(ways), keep - j) if max(power) else 0):
                    if ways[a]:
                        row = _convolve(ways[a], power)
                        old = rows[a + j]
                        rows[a + j] = [row[i] + old[i] for i in range(len(old))] or row
                choices = choices * (n - j) // (j + 1)
            ways = rows
            if value:
                group[2] = rest - weights[value - 1]
                group[3] = [
                    _join_highest(powers, j, weights[value - 1], size - value)
                    for j in range(min(n, keep - 1) + 1)
                ]
        for a in range(len(ways)):
            at = keep * (value - 1) + a
            for x in ways[a]:
                if value:
                    out[at] += x
                if value < size:
                    out[at + keep - a] -= x
                at += 1
    return out


def _join_highest(powers: Sequence[list[int]], n: int, weight: int, span: int) -> list[int]:
    """Return the weights of the sum of n dice that all show at least a value v.

    The first weight is the weight of the sum n * v. `weight` is the weight of v, and `span` is the number of values
    above v. powers[j] has the weights of the sum of j dice that show more than v.
    """
    out = [0] * (n * span + 1)
    choices = 1
    for i in range(n + 1):
        if n - i < len(powers):
            at = n - i
            for x in powers[at]:
                out[at] += x * choices
                at += 1
        choices = choices * (n - i) // (i + 1) * weight
    return out
