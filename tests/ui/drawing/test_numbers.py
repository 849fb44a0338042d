"""Numbers as the screen writes them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.ui.drawing.numbers import percent, signed_text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        ((0, 1), "0%"),
        ((0, 216), "0%"),
        ((1, 1), "100%"),
        ((36, 36), "100%"),
        ((1, 2), "50%"),
        ((1, 3), "33,3%"),
        ((2, 3), "66,7%"),
        ((7, 24), "29,2%"),
        ((1, 1000), "0,1%"),
        ((1, 2000), "0,1%"),  # rounds half a tenth up
        ((1, 2001), "<0,1%"),
        ((1, 10**30), "<0,1%"),
        ((999, 1000), "99,9%"),
        ((1999, 2000), ">99,9%"),
        ((19989, 20000), "99,9%"),
        ((10**30 - 1, 10**30), ">99,9%"),
        ((1, 200), "0,5%"),
        ((39, 40), "97,5%"),
    ],
)
def test_percent(share, text):
    assert percent(share, ",") == text.replace("%", "\u202f%"), "a narrow no-break space, as French has it"
    assert percent(share, ".") == text.replace(",", ".")


@given(st.integers(0, 10**12), st.integers(1, 10**12))
def test_percent_is_within_half_a_tenth_and_never_a_false_certainty(num, den):
    share = Fraction(min(num, den), den)
    text = percent((min(num, den), den), ".")
    assert (text == "0%") == (share == 0)
    assert (text == "100%") == (share == 1)
    if text[0] not in "<>":
        assert abs(Fraction(text[:-1]) - 100 * share) <= Fraction(1, 20)
    elif text == "<0.1%":
        assert 100 * share < Fraction(1, 20)
    else:
        assert text == ">99.9%" and 100 * share >= Fraction(9995, 100)


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (1, "+1"), (-1, "−1"), (99, "+99"), (-120, "−120")])
def test_signed(value, text):
    assert signed_text(value) == text
