"""Are the dice fair? Compare counts of many rolls with equal chances, by Pearson's chi-square.

The module answers two questions, each with its p-value. The first is whether all faces are equally frequent.
The second, for dice up to d20, is whether all pairs of a roll and the next one are. Pairs do not overlap, so
both are plain chi-square tests. Sums are integers; floats have 32 bits on the device, and only the p-value
needs them.
"""

from __future__ import annotations

from array import array
from math import erfc, exp, pi, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import ThrowDie

LEAST = 5  # expected rolls for each face (or pair), below which chi-square is unreliable
PAIRED = 20  # the largest die whose pairs are counted
ROLLS = (600, 3000, 10000, 30000)  # numbers of rolls to choose from; the least is enough for a d100

# Verdicts about the dice.
FINE = 0
UNEVEN = 1  # p < 0.001
REGULAR = 2  # p > 0.999: the counts are more even than chance allows

_LOW = 0.001
_HIGH = 0.999


class Tally:
    """Counts of one run; `sides` is 2 to 100.

    faces  array of counts, index 0 for face 1
    pairs  array of counts by first face * sides + second, both from 0; None beyond d20
    """

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.rolls = 0
        self.faces = array("H", bytes(2 * sides))
        self.pairs = array("H", bytes(2 * sides * sides)) if sides <= PAIRED else None

    def run(self, roll: ThrowDie, times: int) -> None:
        """Roll the dice 2 * `times` times; a run has at most 65534 rolls in all."""
        sides = self.sides
        faces = self.faces
        pairs = self.pairs
        for _ in range(times):
            a = roll(sides) - 1
            b = roll(sides) - 1
            faces[a] += 1
            faces[b] += 1
            if pairs is not None:
                pairs[a * sides + b] += 1
        self.rolls += 2 * times

    def results(self) -> list[tuple[float, int, float]]:
        """List (chi-square, degrees of freedom, p) of the faces, then of the pairs.

        The pairs are left out if the run is too short for them.
        """
        found = [_test_counts(self.faces, self.rolls)]
        if self.pairs is not None and self.rolls // 2 >= LEAST * len(self.pairs):
            found.append(_test_counts(self.pairs, self.rolls // 2))
        return found


def chi_square(counts: array[int] | Sequence[int], n: int) -> float:
    """Chi-square of counts that are expected to be equal, n being their sum."""
    squares = 0
    for count in counts:
        squares += count * count
    return (len(counts) * squares - n * n) / n


def _test_counts(counts: array[int], n: int) -> tuple[float, int, float]:
    chi2 = chi_square(counts, n)
    return chi2, len(counts) - 1, p_value(chi2, len(counts) - 1)


def p_value(chi2: float, df: int) -> float:
    """Chance that fair dice give this chi-square or more.

    The chance is the upper incomplete gamma function. Let h be chi2 / 2. For even df the chance is exp(-h) *
    (1 + h + h**2/2! + ...), for odd df erfc(sqrt(h)) + exp(-h) * (h**0.5/0.5! + ...). All terms are positive,
    so the sum is exact enough in 32 bits. exp(-h) would be too small for a float and the sum too large, so
    the loop multiplies by exp(-20) again and again.
    """
    h = chi2 / 2
    if h <= 0:
        return 1.0
    left = h
    total = 0.0
    term = 1.0
    by = 1.0
    if df % 2:
        term = 2 * sqrt(h / pi)
        by = 1.5
    for _ in range(df // 2):
        total += term
        term *= h / by
        by += 1
        if term + total > 1e12 and left > 20:
            total *= exp(-20)
            term *= exp(-20)
            left -= 20
    p = total * exp(-left)
    if df % 2:
        p += erfc(sqrt(h))
    return min(p, 1.0)


def judge(results: Sequence[tuple[float, int, float]]) -> int:
    """The verdict of one run: the worst result of the run's tests."""
    verdict = FINE
    for _, _, p in results:
        if p < _LOW:
            return UNEVEN
        if p > _HIGH:
            verdict = REGULAR
    return verdict


def final(first: int, second: int) -> int:
    """The verdict after the second run; a second run follows any verdict but FINE.

    One run in some hundreds looks wrong by chance alone; two such runs mean a real fault.
    """
    return FINE if FINE in (first, second) else second
