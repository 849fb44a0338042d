"""Free dice: the statistics of the fairness test.

The tests compare the statistics with exact ones, and apply them to sources known to be wrong.
"""

from __future__ import annotations

import math
import random
import struct
from decimal import Decimal, getcontext

import pytest

from gobelet.games.dice.rules import fairness
from gobelet.games.dice.rules.fairness import FINE, REGULAR, UNEVEN, Tally, final_verdict, judge, p_value
from gobelet.rules.shaker import Shaker

getcontext().prec = 60


def exact_p(chi2: Decimal, df: int) -> Decimal:
    """1 - P(df/2, chi2/2) by the series of the lower incomplete gamma function, in 60 digits."""
    a, x = Decimal(df) / 2, chi2 / 2
    term = total = 1 / a
    n = a
    while term > total * Decimal(10) ** -50:
        n += 1
        term *= x / n
        total += term
    gamma = Decimal(1)  # gamma function of a
    for k in range(df % 2, df - 1, 2):
        gamma *= Decimal(k) / 2 if k else 1
    if df % 2:
        gamma *= Decimal("3.14159265358979323846264338327950288419716939937510582097494").sqrt()
    return 1 - total * (a * x.ln() - x).exp() / gamma


# 5 % critical values as every table prints them.
CRITICAL = {1: 3.841, 3: 7.815, 5: 11.070, 7: 14.067, 9: 16.919, 11: 19.675, 19: 30.144, 99: 123.225}


@pytest.mark.parametrize("df", CRITICAL)
def test_critical_values(df):
    assert p_value(CRITICAL[df], df) == pytest.approx(0.05, abs=1e-4)


ALL_DF = [1, 2, 3, 5, 11, 19, 35, 63, 99, 143, 399]


@pytest.mark.parametrize("df", ALL_DF)
@pytest.mark.parametrize("times", ["0.3", "0.7", "0.95", "1", "1.1", "1.4", "2"])
def test_p_values_are_exact(df, times):
    chi2 = Decimal(times) * df
    assert p_value(float(chi2), df) == pytest.approx(float(exact_p(chi2, df)), rel=1e-11)


def single_precision(x: float) -> float:
    return struct.unpack("f", struct.pack("f", x))[0]


class Float32(float):
    """A float that is rounded to 32 bits after every step, as on the Pico."""

    def __new__(cls, x):
        return float.__new__(cls, single_precision(x))

    def __mul__(self, other):
        return Float32(float(self) * single_precision(other))

    def __add__(self, other):
        return Float32(float(self) + single_precision(other))

    def __sub__(self, other):
        return Float32(float(self) - single_precision(other))

    def __truediv__(self, other):
        return Float32(float(self) / single_precision(other))

    def __rmul__(self, other):
        return self * other

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        return Float32(-float(self))


@pytest.mark.parametrize("df", ALL_DF)
@pytest.mark.parametrize("times", ["0.7", "1", "1.2", "1.6", "3"])
def test_p_values_hold_in_32_bits(df, times, monkeypatch):
    for name in ("exp", "erfc", "sqrt"):
        function = getattr(math, name)
        monkeypatch.setattr(fairness, name, lambda x, f=function: Float32(f(float(x))))
    chi2 = Decimal(times) * df
    p = p_value(Float32(float(chi2)), df)
    # The difference from the mean amplifies the rounding of chi-square.
    assert p == pytest.approx(float(exact_p(Decimal(single_precision(float(chi2))), df)), rel=3e-4, abs=1e-30)


def test_far_values_neither_overflow_nor_fail():
    assert p_value(0, 5) == 1.0
    assert p_value(0.02, 14) == 1.0, "also where the sum is a little more"
    assert p_value(3e6, 99) == 0.0
    assert p_value(3e6, 1) == 0.0
    assert p_value(3e6, 399) == 0.0
    assert p_value(1e-6, 399) == pytest.approx(1.0)


def test_chi_square_is_what_the_textbook_says():
    counts = [16, 18, 16, 14, 12, 12]
    expected = sum(counts) / 6
    assert fairness.chi_square(counts, 88) == pytest.approx(
        sum((c - expected) ** 2 / expected for c in counts)
    )
    assert fairness.chi_square([100] * 6, 600) == 0


def seeded_cup(seed: int) -> Shaker:
    return Shaker(random.Random(seed).randbytes)


def roll_tally(roll, sides: int, rolls: int):
    tally = Tally(sides)
    while tally.rolls < rolls:
        tally.roll_pairs(roll, 50)
    return tally


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20, 100])
def test_the_cup_passes(sides):
    tally = roll_tally(seeded_cup(1).roll, sides, 10000)
    assert sum(tally.faces) == tally.rolls == 10000
    results = tally.results()
    assert len(results) == (2 if sides <= 20 else 1)
    assert results[0][1] == sides - 1
    assert judge(results) == FINE


def test_the_cup_is_seldom_wronged():
    """A fair die has a p-value outside 0.001 to 0.999 in about one run of 500, because p is uniform."""
    shaker = seeded_cup(2)
    below = 0
    for _ in range(400):
        results = roll_tally(shaker.roll, 6, 600).results()
        below += results[0][2] < 0.25
    assert 70 <= below <= 130


def test_modulo_of_four_bits_is_caught():
    source = random.Random(3)
    assert judge(roll_tally(lambda sides: source.getrandbits(4) % sides + 1, 6, 3000).results()) == UNEVEN


def test_a_loaded_face_is_caught():
    source = random.Random(4)
    loaded = [1, 2, 3, 4, 5, 6, 6]
    assert judge(roll_tally(lambda sides: source.choice(loaded), 6, 3000).results()) == UNEVEN


def test_even_faces_in_a_pattern_are_caught_by_the_pairs():
    """Every face is equally frequent, but each roll follows from the previous one, which only pairs reveal."""
    source = random.Random(5)
    last = 0

    def roll(sides):
        nonlocal last
        last = (last + source.randrange(1, sides)) % sides  # never the same face twice
        return last + 1

    faces, pairs = roll_tally(roll, 6, 10000).results()
    assert faces[2] > 0.001
    assert pairs[2] < 1e-9
    assert judge([faces, pairs]) == UNEVEN


def test_a_counter_is_too_regular():
    count = 0

    def roll(sides):
        nonlocal count
        count += 7
        return count % sides + 1

    results = roll_tally(roll, 20, 600).results()
    assert len(results) == 1, "30 rolls a face, but too few for 400 pairs"
    assert judge(results) == REGULAR


def test_a_stuck_source_is_caught():
    assert judge(roll_tally(lambda sides: 1, 100, 600).results()) == UNEVEN


def test_pairs_wait_for_five_of_each():
    assert len(roll_tally(seeded_cup(6).roll, 6, 300).results()) == 1
    assert len(roll_tally(seeded_cup(6).roll, 6, 400).results()) == 2
    assert len(roll_tally(seeded_cup(6).roll, 20, 3000).results()) == 1
    assert len(roll_tally(seeded_cup(6).roll, 20, 4000).results()) == 2


def test_every_run_offered_expects_five_of_each_face():
    assert min(fairness.ROLLS) >= fairness.LEAST * 100
    assert max(fairness.ROLLS) < 65536, "counts have 16 bits"
    assert all(rolls % 2 == 0 for rolls in fairness.ROLLS)


def test_a_second_run_decides():
    assert final_verdict(UNEVEN, FINE) == FINE
    assert final_verdict(UNEVEN, UNEVEN) == UNEVEN
    assert final_verdict(REGULAR, REGULAR) == REGULAR
    assert final_verdict(FINE, UNEVEN) == FINE
