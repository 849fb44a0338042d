"""Odds compared with brute force: all results of the dice."""

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.dice.rules.notation import parse
from gobelet.rules.dice import Missing, by_hand, throw
from gobelet.rules.odds import ratio
from gobelet.rules.pools import pool_odds


def pool_chances(text):
    odds = pool_odds(parse(text))
    assert sum(odds.weights) + odds.tail + odds.unknown == odds.total
    assert odds.keys == sorted(set(odds.keys))
    assert all(w > 0 for w in odds.weights)
    return odds, {k: Fraction(w, odds.total) for k, w in zip(odds.keys, odds.weights, strict=True)}


def chances_by_faces(text, depth=0):
    """Return the chance of each total, and the chance of unfinished branches.

    Every branch of the throw is followed by one more face whenever it asks for one.
    """
    pool = parse(text)
    first = sum(len(term[1]) for term in pool[1])
    found = Counter()
    still_open = Fraction(0)
    branches = [((), Fraction(1))]
    while branches:
        faces, chance = branches.pop()
        try:
            found[throw(pool, by_hand(faces)).total] += chance
        except Missing as missing:
            if len(faces) == first + depth:
                still_open += chance
                continue
            (sides,) = missing.args
            branches += [((*faces, face), chance / sides) for face in range(1, sides + 1)]
    return dict(found), still_open


def listed_chances(sides, total):
    """Return the chance of each total(faces); all faces are listed."""
    found = Counter(total(faces) for faces in itertools.product(*[range(1, s + 1) for s in sides]))
    ways = sum(found.values())
    return {key: Fraction(n, ways) for key, n in found.items()}


def as_fraction(pair):
    num, den = pair
    assert Fraction(num, den) == Fraction(*pair) and ratio(num, den) == pair  # already in lowest terms
    return Fraction(num, den)


@pytest.mark.parametrize(
    ("text", "weights", "total"),
    [
        ("|d4-d6|", [4, 7, 6, 4, 2, 1], 24),
        ("d4+d6", [1, 2, 3, 4, 4, 4, 3, 2, 1], 24),
        ("2d6", [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], 36),
        ("d6", [1] * 6, 6),
        ("2d4kl1", [7, 5, 3, 1], 16),
        ("4d6kh3", [1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21], 1296),
        ("d4r1", [1, 5, 5, 5], 16),
        ("2d6>=5", [16, 16, 4], 36),
        ("d4!1", [4, 4, 4, 1, 1, 1, 1], 16),
    ],
)
def test_known_weights(text, weights, total):
    odds = pool_odds(parse(text))
    assert (odds.weights, odds.total, odds.tail, odds.unknown) == (weights, total, 0, 0)


def test_known_figures():
    difference = pool_odds(parse("|d4-d6|"))
    assert difference.mean() == (11, 6)
    attacker = sum(
        w * x
        for k, w in zip(difference.keys, difference.weights, strict=True)
        for j, x in zip(difference.keys, difference.weights, strict=True)
        if k > j
    )
    assert ratio(attacker, 24 * 24) == (227, 576)
    assert pool_odds(parse("4d6kh3")).mean() == (15869, 1296)
    assert pool_odds(parse("10d6")).at_least(35) == ratio(32430816, 60466176)
    assert pool_odds(parse("2d20kh1")).at_least(20) == (39, 400)
    assert pool_odds(parse("3d6")).exactly(10) == (1, 8)
    assert pool_odds(parse("3d6")).exactly(2) == (0, 1)
    assert pool_odds(parse("2d6")).chance_of(lambda k: k % 2) == (1, 2)
    assert pool_odds(parse("5d10>=8")).mean() == (3, 2)


def test_an_exploding_d12():
    odds, _ = pool_chances("d12!")
    for low, chance in [
        (8, (5, 12)),
        (10, (1, 4)),
        (12, (1, 12)),
        (13, (1, 12)),
        (18, (7, 144)),
        (25, (1, 144)),
    ]:
        assert odds.at_least(low) == chance
    # P(d12! >= n) for every n that was computed is (13 - r) / 12^(k+1), where n = 12 k + r.
    assert odds.tail_low >= 73
    for n in range(1, odds.tail_low + 1):
        k, r = divmod(n - 1, 12)
        assert odds.at_least(n) == ratio(12 - r, 12 ** (k + 1))
    assert not {12, 24, 36, 48, 60, 72} & set(odds.keys)
    assert 0 < odds.tail * 1_000_000 <= odds.total
    # the tail is a lower bound, never more
    assert odds.at_least(odds.tail_low + 1)[0] == 0
    num, den = odds.mean()
    assert abs(num / den - 78 / 11) < 1e-4


PLAIN = [
    "d2",
    "d100",
    "3d6",
    "2d4+d6+d8-3",
    "(d4+d6+d8)",
    "10-2d6",
    "2d6-2d4",
    "d6-|d4-d8|",
    "|d8-d4|+|d4-d4|",
]
KEEPING = [
    "4d6kh1",
    "4d6kh3",
    "4d6kl2",
    "5d4dl2",
    "3d8dh1",
    "(d4+d6+d8)kh2",
    "(2d4+d6)kl2",
    "(d2+2d3+2d5)kh3",
]
LIMITED = ["d6!1", "2d4!2", "d2!4", "(d4+d6)!1", "3d4!1kh2", "(d4+d6)!1kl1", "2d6!1-d4", "(d2+d3)!3kh1"]
REROLLING = ["d6r1", "3d4r3", "2d4r1!1", "3d6r2kh1", "(d4+d6)r2kl1", "2d2r1"]
COUNTING = [
    "5d4>=3",
    "3d6>=7",
    "2d6!1>=6",
    "2d4!1>=6",
    "(d4+d8)>=5",
    "3d4r1>=3",
    "10-3d4>=4+d6",
    "(d3+d5)!2>=4",
]


OWN_FACES = ["d{0,1,1,2}", "4d{-1,0,1}", "2d{-20,99}-d4", "3d{1,1,5}kh2", "3d{-3,0,2}kl1", "3d{0,1,3}>=1>>3"]
ALTERED = [
    "3d4min2",
    "2d6max4",
    "(d4+d6)min2max3",
    "3d4r1min3",
    "3d6min3kh2",
    "3d6max3kl2",
    "2d6!1min3",
    "2d4!2min2kh1",
    "3d4min2>=3",
    "3d4max2>=3",
]
PENETRATE = [
    "d4!p1",
    "2d4!p2",
    "d2!p4",
    "(d4+d6)!p1kh1",
    "3d3!p1kl2",
    "2d4!p1>=4",
    "2d4!p2>=5",
    "2d4r1!p1min2",
    "6-2d4!p1",
]
AS_ONE = ["2d4!!1", "2d4!!2>=3", "2d4!!1>=6", "3d3!!1>=2>>4", "(d2+d4)!!2>=4>>5", "2d4!!1kh1"]
DIGITS = ["d66", "2d66-3", "100-d66", "d666", "d66+d6"]
BELOW = ["3d6<=2", "2d20<=12<<3", "3d4!1<=2", "2d4!!1<=5", "3d4r1<=1", "d{0,1,2}<=1", "5-3d6<=6"]
MIDDLE = ["3d6dh1dl1", "5d4dh1dl2", "(d4+d6+d8)dh1dl1", "4d4r1dh1dl1", "3d4!1dh1dl1", "4d{-3,0,2}dh2dl1"]
SETS = ["2d6m", "5d4m", "(2d4+d6)m", "(d2+d3+d5)m-1", "8d2m"]
SCALED = [
    "3d6*2",
    "(2d6+3)*5",
    "d6/2",
    "(2d6+3)/2",
    "(10-d6)/2",
    "-d6/4",
    "(3d4kh2*2-9)/5",
    "2d66*2",
    "3d6>=5*3",
]
SCALED += ["(d4+d6-20)/3", "|d4-d6|*3", "3d6m*2", "(d4!1+1)/2"]
BURST = ["d6x1>=5", "2d4x2>=3", "2d6x1>=4kh1", "2d6!p1x>=5", "2d4!!1x>=3>=5", "2d6x1>=5>=5>>6", "2d4r1x1>=3"]
IMPLODE = [
    "d4i",
    "2d4i",
    "d6!1i",
    "2d4!1i",
    "2d4!2ir1",
    "2d4ikh1",
    "3d4ikl2",
    "d6x1>=5i",
    "(d4+d6)i",
    "3d3imin2dh1dl1",
]
BEST = ["3d6km", "2d4km", "(2d4+d6)km", "(d2+d3+d5)km-1", "6d2km*2"]
EARLY = [
    "3d4kh1!1",
    "3d4kh2!2",
    "4d3kl2!1",
    "3d6kh2x1>=5",
    "3d3dh1dl1!2",
    "3d4kh2!p2",
    "3d4kl1!!1",
    "2d2kl1!3*2",
]
CANCEL = [
    "3d6>=5f1",
    "2d4!1>=4f<=2",
    "2d4!!1>=6f<=2",
    "3d4r1>=3f1",
    "(d4+d6)>=4>>6f1",
    "5-3d6>=5f<=4",
    "2d6>=9f1",
]
THRICE = ["3d6<=5<<3<<<1", "2d6>=3>>4>>>6", "2d4!!1>=3>>5>>>7", "d20<=12lv", "3d6>=4>>5>>>6f<=2"]
TWICE = ["3d6>=4>>6", "2d4!1>=3>>4", "3d4r1>=2>>2", "2d4!1>=5>>7", "10-3d4>=2>>4"]


@pytest.mark.parametrize(
    "text",
    PLAIN
    + KEEPING
    + LIMITED
    + REROLLING
    + COUNTING
    + OWN_FACES
    + ALTERED
    + PENETRATE
    + AS_ONE
    + TWICE
    + DIGITS
    + BELOW
    + MIDDLE
    + SETS
    + SCALED
    + BURST
    + IMPLODE
    + BEST
    + EARLY
    + CANCEL
    + THRICE,
)
def test_exact_odds_are_what_the_throws_give(text):
    odds, found = pool_chances(text)
    assert odds.tail == 0
    assert (found, Fraction(0)) == chances_by_faces(text, depth=30)


@pytest.mark.parametrize(
    ("text", "sides", "total"),
    [
        ("3d6+2", (6, 6, 6), lambda f: sum(f) + 2),
        ("|d6-d10|", (6, 10), lambda f: abs(f[0] - f[1])),
        ("5d6kh2", (6,) * 5, lambda f: sum(sorted(f)[-2:])),
        ("(d4+d6+d8+d10)kl3", (4, 6, 8, 10), lambda f: sum(sorted(f)[:3])),
        ("6d4>=3", (4,) * 6, lambda f: sum(x >= 3 for x in f)),
        ("4d6min2kh3", (6,) * 4, lambda f: sum(sorted(max(x, 2) for x in f)[1:])),
        ("2d20max15", (20, 20), lambda f: sum(min(x, 15) for x in f)),
        ("4d{-1,0,1}", (3,) * 4, lambda f: sum(f) - 8),
        ("3d{0,1,1,2}kl2", (4,) * 3, lambda f: sum(sorted((0, 1, 1, 2)[x - 1] for x in f)[:2])),
        ("4d10>=8>>10", (10,) * 4, lambda f: sum((x >= 8) + (x == 10) for x in f)),
        ("2d66", (6,) * 4, lambda f: 10 * f[0] + f[1] + 10 * f[2] + f[3]),
        ("100-d666", (6,) * 3, lambda f: 100 - 100 * f[0] - 10 * f[1] - f[2]),
        ("3d20dh1dl1", (20,) * 3, lambda f: sorted(f)[1]),
        ("5d6dh2dl1", (6,) * 5, lambda f: sum(sorted(f)[1:3])),
        ("5d6m", (6,) * 5, lambda f: max(Counter(f).values())),
        ("(2d6+d8)m", (6, 6, 8), lambda f: max(Counter(f).values())),
        ("2d20<=12<<3", (20, 20), lambda f: sum((x <= 12) + (x <= 3) for x in f)),
        ("(2d6+3)*5", (6, 6), lambda f: (sum(f) + 3) * 5),
        ("(2d6+3)/2", (6, 6), lambda f: (sum(f) + 3) // 2),
        ("(5-2d6)/2", (6, 6), lambda f: (5 - sum(f)) // 2),
        ("20-3d6/2", (6,) * 3, lambda f: 20 - sum(f) // 2),
        ("4d6rr<=2", (4,) * 4, lambda f: sum(f) + 8),
        ("3d6km", (6,) * 3, lambda f: max(f) + f.count(max(f)) - 1),
        ("(2d6+d8)km", (6, 6, 8), lambda f: max(f) + f.count(max(f)) - 1),
        ("5d10>=8f1", (10,) * 5, lambda f: sum((x >= 8) - (x == 1) for x in f)),
        (
            "4d10>=6>>8>>>10f<=2",
            (10,) * 4,
            lambda f: sum((x >= 6) + (x >= 8) + (x == 10) - (x <= 2) for x in f),
        ),
        ("d100<=60lv", (100,), lambda f: (f[0] <= 60) + (f[0] <= 30) + (f[0] <= 12)),
        ("d10i", (10, 10), lambda f: f[0] - f[1] * (f[0] == 1)),
        ("d10!1i", (10, 10), lambda f: f[0] - f[1] * (f[0] == 1) + f[1] * (f[0] == 10)),
        ("3d10rr<=3>=8", (7,) * 3, lambda f: sum(x >= 5 for x in f)),
    ],
)
def test_exact_odds_are_what_a_list_of_all_faces_gives(text, sides, total):
    assert pool_chances(text)[1] == listed_chances(sides, total)


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("d6!", 4),
        ("2d6!", 3),
        ("3d4!+1", 4),
        ("d2!", 12),
        ("2d4!r1", 3),
        ("(d4+d6)!", 3),
        ("2d4!kh1", 5),
        ("2d4!kl1", 5),
        ("3d3!kl2", 4),
        ("(d4+d6)!kh1", 4),
        ("(d3+d6)!kl1", 4),
        ("d3!+d4!", 4),
        ("2d4!>=3", 5),
        ("2d4!>=6", 5),
        ("(d2+d6)!>=4", 5),
        ("2d6!>=5+d4", 3),
        ("d6!p", 4),
        ("3d4!p+1", 4),
        ("2d4!pkh1", 5),
        ("2d4!pkl1", 5),
        ("(d3+d6)!pkh1", 4),
        ("2d4!p>=4", 5),
        ("2d4!p>=6>>8", 5),
        ("2d4!!", 4),
        ("2d4!!>=3", 5),
        ("2d4!!>=3>>6", 5),
        ("2d6!min3", 4),
        ("3d4!min2kl2", 4),
        ("2d4!r1min2>=3>>4", 3),
        ("d6x>=5", 6),
        ("2d6x>=5", 4),
        ("2d4x>=3kh1", 4),
        ("2d6x>=5>=5", 4),
        ("2d6!!x>=5>=8", 4),
        ("d6!px>=4", 6),
        ("2d6!*3", 3),
        ("(d6!+1)/2", 4),
        ("2d4!<=2", 5),
        ("2d4!!<=5<<1", 5),
        ("d6!i", 4),
        ("2d4!i", 4),
        ("2d4!ikh1", 4),
        ("3d4kh2!", 4),
        ("3d4kl2!", 4),
        ("3d4kh1!p", 4),
        ("3d6kh2x>=5", 3),
        ("2d4!>=4f1", 5),
        ("2d4!!>=6f<=2", 5),
        ("2d4!!>=2>>4>>>8", 5),
    ],
)
def test_an_endless_explosion_lies_between_its_bounds(text, depth):
    """Below the tail every chance is exact.

    The throws up to `depth` bound it from both sides.
    """
    odds, found = pool_chances(text)
    sure, still_open = chances_by_faces(text, depth)
    assert 0 <= odds.tail * 1_000_000 <= 6 * odds.total
    for key, chance in sure.items():
        if odds.tail == 0 or key < odds.tail_low:
            assert chance <= found[key] <= chance + still_open, key
            num, den = odds.at_least(key)
            low = sum(c for k, c in sure.items() if k >= key)
            assert low <= Fraction(num, den) <= low + still_open
    assert odds.at_least(min(odds.keys)) == (1, 1)


def test_an_endless_tail_is_where_it_is_said_to_be():
    odds, found = pool_chances("2d4!kl1")
    # the chance that both dice reach n is the square of the chance of one die
    one = pool_odds(parse("d4!"))
    for n in range(1, odds.tail_low):
        assert as_fraction(odds.at_least(n)) == as_fraction(one.at_least(n)) ** 2
    assert odds.tail > 0
    # neither die exceeds n, even by the smallest amount
    odds, found = pool_chances("2d4!kh1")
    for n in range(1, odds.tail_low - 1):
        assert 1 - as_fraction(odds.at_least(n + 1)) == (1 - as_fraction(one.at_least(n + 1))) ** 2
    # many explosive dice: no result is lost
    for text in ("5d12!", "10d10!kh5", "8d10!>=8", "20d6!", "20d2!", "6d6!>=9"):
        odds, found = pool_chances(text)
        assert sum(found.values()) + Fraction(odds.tail, odds.total) == 1
        assert odds.at_least(min(odds.keys)) == (1, 1)


@pytest.mark.parametrize(("text", "tail_low"), [("d10!", 61), ("d10!p", 55)])
def test_throws_are_followed_until_a_millionth_is_left(text, tail_low):
    odds, _ = pool_chances(text)
    assert (odds.tail, odds.total, odds.tail_low) == (1, 1_000_000, tail_low)


@pytest.mark.parametrize(
    ("text", "weights", "total"), [("d4!!>=6", [13, 3], 16), ("d4!!>=6>>9", [13, 2, 1], 16)]
)
def test_what_explodes_into_one_die_is_a_success_however_far_it_goes(text, weights, total):
    """The odds are complete, because each truncated result is above both numbers."""
    odds, found = pool_chances(text)
    assert odds.tail == 0
    assert list(found.values()) == [Fraction(weight, total) for weight in weights]


def test_a_subtracted_explosion_has_no_lower_bound():
    odds, found = pool_chances("d4-d6!")
    assert odds.tail > 0
    assert odds.at_least(-1000) == ratio(odds.total - odds.tail, odds.total)
    assert odds.at_least(3) == (1, 24)  # the result is 4-1; 3 and above never need the tail
    assert found[-1] == Fraction(4, 24)


def test_success_counts_with_ten_again():
    odds, _ = pool_chances("3d10!>=8")
    # one die: j tens, then 8 or 9 (one further success) or a miss
    one = {0: Fraction(7, 10)}
    for j in range(1, 30):
        one[j] = Fraction(2 * 10 + 7, 100 * 10 ** (j - 1))
    for n in range(odds.tail_low):
        want = sum(one[a] * one[b] * one[n - a - b] for a in range(n + 1) for b in range(n + 1 - a))
        assert as_fraction(odds.exactly(n)) == want


@pytest.mark.parametrize(
    "text", ["20d100", "20d6", "10d6+10d8", "20d20>=11", "12d6kh11", "20d10kl1", "20d6!2"]
)
def test_big_pools_have_the_right_mean_and_shape(text):
    odds, found = pool_chances(text)
    ((_sign, dice, explode, _reroll, keep, goal, *_), *_more) = parse(text)[1]
    n, s = len(dice), dice[0]
    mean = as_fraction(odds.mean())
    if goal:
        assert found == {k: Fraction(comb(n, k), 2**n) for k in range(n + 1)}
    elif explode:
        assert mean == n * Fraction(s + 1, 2) * (1 + Fraction(1, s) + Fraction(1, s * s))
    elif keep == -1:
        assert mean == sum(Fraction(s + 1 - k, s) ** n for k in range(1, s + 1))
    elif keep:
        assert mean == n * Fraction(s + 1, 2) - sum(Fraction(s + 1 - k, s) ** n for k in range(1, s + 1))
    else:
        assert mean == sum(len(t[1]) * Fraction(t[1][0] + 1, 2) for t in parse(text)[1])
        assert odds.weights == odds.weights[::-1]


@st.composite
def small_texts(draw):
    """Draw pools with few enough faces to throw all of them."""
    out = draw(st.sampled_from(["", "-"]))
    room = 400  # number of combinations that are left
    while room > 3:
        most = min(9, room)
        if draw(st.integers(0, 5)) == 0 and room >= 16:
            a = draw(st.integers(2, min(9, room // 2)))
            b = draw(st.integers(2, min(9, room // a)))
            text = f"|d{a}-d{b}|"
            room //= a * b
        else:
            sizes = []
            while room >= 2 and len(sizes) < draw(st.integers(1, 5)):
                sizes.append(draw(st.integers(2, min(most, room))))
                room //= sizes[-1]
            if not sizes:
                break
            text = "(" + "+".join(f"d{s}" for s in sizes) + ")"
            exploding = draw(st.booleans()) and room >= 4
            if exploding:
                text += draw(st.sampled_from(["!", "!!", "!p"])) + str(draw(st.integers(1, 3)))
                room //= 4
            elif draw(st.booleans()):
                text += f"max{draw(st.integers(1, max(sizes) - 1))}"
            elif draw(st.booleans()):
                text += f"min{draw(st.integers(2, min(sizes)))}"
            if draw(st.booleans()) and room >= 2 ** len(sizes):
                text += f"r{draw(st.integers(1, min(sizes) - 1))}"
                room //= 2 ** len(sizes)
            last = draw(st.integers(0, 3))
            if last in (1, 2):
                text += ["kh", "kl"][last - 1] + str(draw(st.integers(1, len(sizes))))
            elif last == 3:
                goal = draw(st.integers(1, 12))
                text += f">={goal}" + draw(st.sampled_from(["", f">>{goal + 2}"]))
        out += text
        if not draw(st.booleans()):
            break
        out += draw(st.sampled_from("+-"))
    return out.rstrip("+-") + draw(st.sampled_from(["", "+3", "-7"]))


@given(small_texts())
def test_any_small_pool_is_what_its_throws_give(text):
    odds, found = pool_chances(text)
    assert odds.tail == 0
    assert (found, 0) == chances_by_faces(text, depth=100)
