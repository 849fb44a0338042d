"""The mean of dice with unlimited explosions is exact, or the answer says that there is none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from host_tools.questions import means

from gobelet.rules.pools import pool_odds  # isort: skip
from gobelet.games.dice.rules.notation import parse  # isort: skip


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("d12!", Fraction(78, 11)),
        ("d6!", Fraction(21, 5)),
        ("3d6!+1", Fraction(68, 5)),
        ("d4!-d6!", Fraction(10, 3) - Fraction(21, 5)),
        ("d6!p", Fraction(7, 2) + Fraction(1, 5) * Fraction(5, 2)),
        ("d10x>=9", Fraction(11, 2) / (1 - Fraction(1, 5))),
        ("5d10!>=8", 5 * Fraction(3, 10) / (1 - Fraction(1, 10))),
        ("2d6!*3", Fraction(126, 5)),
        ("d6!rr<=2", Fraction(9, 2) / (1 - Fraction(1, 4))),
        ("2d6", Fraction(7)),
        ("d10i", Fraction(11, 2) - Fraction(11, 20)),
        ("d6!i", Fraction(21, 5) - Fraction(7, 12)),
        ("5d10!>=8f1", 5 * Fraction(2, 10) / (1 - Fraction(1, 10))),
        ("5d10!>=6>>8>>>10", 5 * Fraction(9, 10) / (1 - Fraction(1, 10))),
        ("3d6km", Fraction(47, 9)),
        ("4d6!!>=7", Fraction(4, 6)),
        ("4d6kh3", Fraction(15869, 1296)),
    ],
)
def test_a_closed_form_is_exact(text: str, mean: Fraction) -> None:
    assert means.exact(parse(text)) == mean
    odds = pool_odds(parse(text))
    assert abs(Fraction(*odds.mean()) - mean) < Fraction(1, 1000)


@pytest.mark.parametrize("text", ["3d6!kh2", "d6!/2", "d6+2d8!kl1"])
def test_without_one_there_is_none(text: str) -> None:
    assert means.exact(parse(text)) is None
