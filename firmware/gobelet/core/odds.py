"""Exact odds, in integers: every result has a weight, and all weights together make `total`.

Here are those of a Procedure; free dice have their own, see games/dice/rules/pools.py.
"""

from .procedure import SHEET, Ask, Outcome

FAR = 1 << 20  # beyond any result


def ratio(num, den):
    """num/den in lowest terms, as a pair. den > 0."""
    a, b = num, den
    while b:
        a, b = b, a % b
    return num // a, den // a


class Odds:
    """Weights by key. Chances are pairs (numerator, denominator) in lowest terms.

    keys      sorted list of results: integers, or tuples
    weights   list of their weights, all positive
    total     of all weights, tail and unknown included
    tail      weight of the explosions that were not followed to their end
    tail_low  no result in the tail is less than this (far below everything if nothing is known about it)
    unknown   weight of what the printed sheet does not tell ("indéterminé")
    """

    def __init__(self, weights, total, tail, tail_low, unknown):
        self.keys = sorted(weights)
        self.weights = [weights[key] for key in self.keys]
        self.total = total
        self.tail = tail
        self.tail_low = tail_low
        self.unknown = unknown

    def where(self, test, more=0):
        """Chance that test(key) is true; tail and unknown count as false. `more` is a weight to add."""
        for i in range(len(self.keys)):
            if test(self.keys[i]):
                more += self.weights[i]
        return ratio(more, self.total)

    def exactly(self, key):
        """Chance of this key. From tail_low on it is a lower bound: the tail may add to it."""
        return self.where(lambda k: k == key)

    def at_least(self, low):
        """Chance of `low` or more. Exact up to tail_low, where the tail counts in; above, a lower bound."""
        return self.where(lambda k: k >= low, self.tail if low <= self.tail_low else 0)

    def mean(self):
        """Mean of integer keys, tail and unknown left out. ZeroDivisionError if nothing else is there."""
        n = 0
        for i in range(len(self.keys)):
            n += self.keys[i] * self.weights[i]
        return ratio(n, sum(self.weights))


def of_procedure(proc, v, start=None, first=None):
    """Odds of a procedure with the complete values `v`, from the state `start` (None: the beginning). first is what
    comes there, if it was worked out already.
    """
    if start is None and proc.odds is not None:
        return proc.odds(v)
    return enumerated(proc, v, start, first)


def enumerated(proc, v, start=None, first=None):
    """The same by following all dice, whatever the procedure says of its odds.

    Level by level, equal states merged. An Ask without a preferred option, an Ask of the printed sheet and an
    Outcome without a key are unknown; what still rolls after proc.depth rolls is the tail. `decided` is not
    asked at the beginning. Integers are by far the fastest states: the device hashes a tuple to the sum of
    its items, so all pairs of dice with the same sum get into each other's way.
    """
    found = {}
    tail = unknown = rolls = 0
    total = 1
    states = {start: 1}
    dice = None
    while states:
        moves = []
        common = 1
        while states:  # decisions first, as they take no dice
            asked = {}
            for s, w in states.items():
                key = None if s is None or proc.decided is None else proc.decided(v, s)
                if key is None:
                    now = first or proc.step(v, s)
                    first = None
                    if isinstance(now, Outcome):
                        key = now.key
                        if key is None:
                            unknown += w
                    elif isinstance(now, Ask):
                        option = None if now.chooser == SHEET or now.best is None else now.best(v, s)
                        if option is None:
                            unknown += w
                        else:
                            to = now.fold(v, s, option)
                            asked[to] = asked.get(to, 0) + w
                    elif rolls == proc.depth:
                        tail += w
                    else:
                        if dice != now.dice:
                            dice = now.dice
                            faces = [dice[:0]]
                            for sides in dice:
                                faces = [f + (face,) for f in faces for face in range(1, sides + 1)]
                        ways = {}
                        for f in faces:
                            to = now.fold(v, s, f)
                            ways[to] = ways.get(to, 0) + 1
                        moves.append((w, len(faces), ways))
                        common = len(faces) * ratio(common, len(faces))[0]
                if key is not None:
                    found[key] = found.get(key, 0) + w
            states = asked
        rolls += 1
        total *= common
        tail *= common
        unknown *= common
        for key in found:
            found[key] *= common
        for w, n, ways in moves:
            w *= common // n
            for to, x in ways.items():
                states[to] = states.get(to, 0) + w * x
    return Odds(found, total, tail, -FAR, unknown)
