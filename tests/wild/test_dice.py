"""Dice in common notations: their chances, compared with a count of all faces."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from host_tools.questions.answer import read_pool
from host_tools.questions.means import exact

from gobelet.rules.pools import pool_odds  # isort: skip
from gobelet.games.dice.rules.sheets import from_words, to_words  # isort: skip

Total = Callable[[Sequence[int]], int]


def tens_and_ones(f: Sequence[int]) -> int:
    return 10 * f[0] + f[1]


def middle_die(f: Sequence[int]) -> int:
    return sorted(f)[len(f) // 2]


def best_set(f: Sequence[int]) -> int:
    return max(Counter(f).values())


def kept_first(f: Sequence[int]) -> int:
    """Return the two highest of three dice; each of them that shows a 6 has one more throw."""
    kept = sorted(f[:3])[1:]
    return sum(kept) + sum(f[3 : 3 + kept.count(6)])


# A notation, its faces, the total, a number, and the chance of at least that number.
COUNTED: list[tuple[str, tuple[int, ...], Total, int, str]] = [
    ("d66", (6, 6), tens_and_ones, 34, "7/12"),
    ("D66", (6, 6), tens_and_ones, 34, "7/12"),
    ("d 66", (6, 6), tens_and_ones, 61, "1/6"),
    ("2d66", (6,) * 4, lambda f: tens_and_ones(f) + tens_and_ones(f[2:]), 77, "37/72"),
    ("100-d66", (6, 6), lambda f: 100 - tens_and_ones(f), 60, "1/2"),
    ("d66+d6", (6, 6, 6), lambda f: tens_and_ones(f) + f[2], 70, "1/36"),
    ("d666", (6, 6, 6), lambda f: 100 * f[0] + 10 * f[1] + f[2], 500, "1/3"),
    ("d{1..66}", (66,), lambda f: f[0], 34, "1/2"),
    ("4dF", (3,) * 4, lambda f: sum(f) - 8, 1, "31/81"),
    ("4df+2", (3,) * 4, lambda f: sum(f) - 6, 5, "5/81"),
    ("2d20<=12", (20, 20), lambda f: sum(x <= 12 for x in f), 2, "9/25"),
    ("2d20<=12<<3", (20, 20), lambda f: sum((x <= 12) + (x <= 3) for x in f), 2, "12/25"),
    ("5d10cs<=3", (10,) * 5, lambda f: sum(x <= 3 for x in f), 3, "4077/25000"),
    ("5d10cs>=8", (10,) * 5, lambda f: sum(x >= 8 for x in f), 3, "4077/25000"),
    ("3d20dh1dl1", (20,) * 3, middle_die, 15, "27/125"),
    ("3d6dl1dh1", (6,) * 3, middle_die, 4, "1/2"),
    ("5d6dh2dl2", (6,) * 5, middle_die, 6, "23/648"),
    ("(d4+d6+d8)dh1dl1", (4, 6, 8), middle_die, 4, "7/16"),
    ("2d6m", (6, 6), best_set, 2, "1/6"),
    ("(2d6+d8)m", (6, 6, 8), best_set, 2, "3/8"),
    ("5d6m", (6,) * 5, best_set, 3, "23/108"),
    ("5d6m", (6,) * 5, best_set, 5, "1/1296"),
    ("3d6km", (6,) * 3, lambda f: max(f) + f.count(max(f)) - 1, 8, "1/216"),
    ("d10!1i", (10, 10), lambda f: f[0] + f[1] * ((f[0] == 10) - (f[0] == 1)), 1, "9/10"),
    ("5d10>=8f1", (10,) * 5, lambda f: sum((x >= 8) - (x == 1) for x in f), 1, "16227/25000"),
    ("5d10cs>=8df<=1", (10,) * 5, lambda f: sum((x >= 8) - (x == 1) for x in f), 3, "6399/50000"),
    ("3d6kh2!1", (6,) * 5, kept_first, 13, "127/432"),
    ("d%<=60lv", (100,), lambda f: sum(f[0] <= 60 // part for part in (1, 2, 5)), 2, "3/10"),
    ("3d6kh2!1", (6,) * 5, kept_first, 13, "127/432"),
    ("d%<=60lv", (100,), lambda f: sum(f[0] <= 60 // part for part in (1, 2, 5)), 3, "3/25"),
    ("3d6*2", (6,) * 3, lambda f: 2 * sum(f), 22, "1/2"),
    ("(2d6+3)*5", (6, 6), lambda f: 5 * (sum(f) + 3), 50, "7/12"),
    ("d6/2", (6,), lambda f: f[0] // 2, 2, "1/2"),
    ("(d6+1)/2", (6,), lambda f: (f[0] + 1) // 2, 2, "2/3"),
    ("(2d6+3)/2", (6, 6), lambda f: (sum(f) + 3) // 2, 5, "7/12"),
    ("1d6*10", (6,), lambda f: 10 * f[0], 50, "1/3"),
    ("2*(2d4+1)", (4, 4), lambda f: 2 * (sum(f) + 1), 12, "5/8"),
    ("4d6k3", (6,) * 4, lambda f: sum(sorted(f)[1:]), 15, "25/108"),
    ("4d6d1", (6,) * 4, lambda f: sum(sorted(f)[1:]), 15, "25/108"),
    ("2d20kl", (20, 20), min, 11, "1/4"),
    ("1d20[fire]+5", (20,), lambda f: f[0] + 5, 15, "11/20"),
    ("1d6−1", (6,), lambda f: f[0] - 1, 3, "1/2"),
    ("2d6–1", (6, 6), lambda f: sum(f) - 1, 7, "5/12"),
    ("1d6×2", (6,), lambda f: 2 * f[0], 8, "1/2"),
    ("1D20 + 5", (20,), lambda f: f[0] + 5, 15, "11/20"),
    ("2d{0,10,20,30,40,50,60,70,80,90}kl1+d10", (10,) * 3, lambda f: 10 * min(f[0] - 1, f[1] - 1) + f[2], 51, "1/4"),
    ("d24+d20+d16", (24, 20, 16), sum, 40, "347/1536"),
    ("|d4-d6|", (4, 6), lambda f: abs(f[0] - f[1]), 2, "13/24"),
]  # fmt: skip
# Endless rolls have a closed form.
ENDLESS = [
    ("d12!", "78/11"),
    ("d10x>=9", "55/8"),
    ("3d6x", "63/5"),
    ("6d6x>=5", "63/2"),
    ("5d10!>=8", "5/3"),
    ("d6!p", "4"),
    ("4d6rr<=2", "18"),
    ("2d6ro<=1", "47/6"),
]


@pytest.mark.parametrize(
    ("text", "dice", "total", "least", "right"), COUNTED, ids=[each[0] for each in COUNTED]
)
def test_a_chance_is_what_a_count_of_all_faces_gives(
    text: str, dice: tuple[int, ...], total: Total, least: int, right: str
) -> None:
    rolls = list(itertools.product(*[range(1, sides + 1) for sides in dice]))
    counted = Fraction(sum(total(faces) >= least for faces in rolls), len(rolls))
    pool = read_pool(text)
    assert Fraction(*pool_odds(pool).at_least(least)) == counted
    assert str(counted) == str(Fraction(right))
    # A longer notation needs a preset of the computer, or a game: the device's own presets have ten words.
    if len(text) < 38:
        assert from_words(to_words(pool)) == pool


@pytest.mark.parametrize(("text", "mean"), ENDLESS)
def test_a_mean_without_end_is_exact(text: str, mean: str) -> None:
    assert exact(read_pool(text)) == Fraction(mean)


@pytest.mark.parametrize(
    ("text", "mean"), [("40d6", 140), ("60d10", 330), ("60d6>=5", 20), ("30d6!1", Fraction(245, 2))]
)
def test_a_pool_of_many_dice_is_counted(text: str, mean: Fraction) -> None:
    assert exact(read_pool(text)) == mean
