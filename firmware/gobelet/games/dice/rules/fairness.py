"""The fairness test of the dice, by Pearson's chi-square.

A test run rolls one die many times. The counts are compared with those of a fair die, whose faces have equal chances.
The first of two tests checks whether all faces are equally frequent. The second test, for dice up to d20, checks
whether all pairs of a roll and the next roll are equally frequent. No roll belongs to two pairs, so both tests are
plain chi-square tests. All sums are integers. Only chi-square and its p-value are floats, which have 32 bits on the
device.
"""

from __future__ import annotations

from array import array
from math import erfc, exp, pi, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import ThrowDie

LEAST = 5  # fewest expected rolls of each face, or pair, for which chi-square is reliable
PAIRED = 20  # largest number of sides of a die whose pairs are counted
ROLLS = (600, 3000, 10000, 30000)  # numbers of rolls in a test run; 600 rolls are enough for a d100

# The verdicts about the dice.
FINE = 0
UNEVEN = 1  # p-value below 0.001: the counts differ more than chance allows
REGULAR = 2  # p-value above 0.999: the counts differ less than chance allows

_LOW = 0.001
_HIGH = 0.999


class Tally:
    """The counts of a test run, which rolls a die with 2 to 100 sides many times.

    faces  number of rolls of each face; index 0 is for face 1
    pairs  number of pairs at the index first * sides + second, with faces counted from 0; None for dice above d20
    """

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.rolls = 0
        self.faces = array("H", bytes(2 * sides))
        self.pairs = array("H", bytes(2 * sides * sides)) if sides <= PAIRED else None

    def roll_pairs(self, roll: ThrowDie, times: int) -> None:
        """Roll the die 2 * `times` times, and count the faces and the pairs.

        A test run has at most 65534 rolls in all, because a count has 16 bits.
        """
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
        """List (chi-square, degrees of freedom, p-value) of the faces, then of the pairs.

        The list has no entry for the pairs if fewer than LEAST rolls of each pair are expected.
        """
        found = [_test_counts(self.faces, self.rolls)]
        if self.pairs is not None and self.rolls // 2 >= LEAST * len(self.pairs):
            found.append(_test_counts(self.pairs, self.rolls // 2))
        return found


def chi_square(counts: array[int] | Sequence[int], n: int) -> float:
    """Return the chi-square of counts that are expected to be equal; `n` is their sum."""
    squares = 0
    for count in counts:
        squares += count * count
    return (len(counts) * squares - n * n) / n


def _test_counts(counts: array[int], n: int) -> tuple[float, int, float]:
    """Return (chi-square, degrees of freedom, p) of counts whose sum is `n`."""
    chi2 = chi_square(counts, n)
    return chi2, len(counts) - 1, p_value(chi2, len(counts) - 1)


def p_value(chi2: float, df: int) -> float:
    """Return the chance that fair dice have at least this chi-square.

    `df` is the number of degrees of freedom. The chance is the upper incomplete gamma function. Let h be chi2 / 2. For
    even df the chance is exp(-h) * (1 + h + h**2/2! + ...), for odd df erfc(sqrt(h)) + exp(-h) * (h**0.5/0.5! + ...).
    All terms are positive, so 32 bits are precise enough. A large h would make exp(-h) too small for a float and the
    sum too large. So whenever the sum is large, the loop multiplies the sum by exp(-20) and reduces h by 20.
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
    """Return the verdict of a test run, given the result of `Tally.results`.

    A p-value below 0.001 makes the test run UNEVEN. If there is no such p-value but one above 0.999, the test run is
    REGULAR. Any other test run is FINE.
    """
    verdict = FINE
    for _, _, p in results:
        if p < _LOW:
            return UNEVEN
        if p > _HIGH:
            verdict = REGULAR
    return verdict


def final_verdict(first: int, second: int) -> int:
    """Return the verdict of two test runs with the verdicts `first` and `second`.

    By chance, one of some hundreds of test runs with fair dice is not FINE. So only two test runs in a row that are not
    FINE mean a real fault.
    """
    return FINE if FINE in (first, second) else second
