"""Chances as numbers.

test_procedure_shapes.py has the odds of Procedures, tests/games/dice those of free dice.
"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.rules.odds import Odds, ratio


@given(st.integers(0, 10**30), st.integers(1, 10**30))
def test_ratio(num, den):
    assert ratio(num, den) == (Fraction(num, den).numerator, Fraction(num, den).denominator)


def test_odds_of_nothing_but_the_unknown():
    odds = Odds({}, 36, 0, 0, 36)
    assert odds.at_least(1) == (0, 1)
    with pytest.raises(ZeroDivisionError):
        odds.mean()
