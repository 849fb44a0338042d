"""Pools for hypothesis: everything that the notation can say with few dice."""

from __future__ import annotations

from hypothesis import strategies as st

from gobelet.core.dice import BARS, COMPOUND, PENETRATING, PLAIN, UNLIMITED

SIDES = st.sampled_from([2, 3, 4, 6, 8, 10, 12, 20, 37, 100])


@st.composite
def terms(draw, dice=st.lists(SIDES, min_size=1, max_size=4)):
    sign = draw(st.sampled_from([1, -1]))
    thrown = tuple(draw(dice))
    if len(thrown) == 2 and draw(st.integers(0, 3)) == 0:
        return (sign, thrown, 0, 0, BARS, 0, *PLAIN)
    values = ()
    if draw(st.integers(0, 5)) == 0:
        values = tuple(draw(st.lists(st.integers(-20, 99), min_size=2, max_size=10)))
        thrown = (len(values),) * len(thrown)
    explode = 0 if values else draw(st.sampled_from([0, 0, 1, 3, 20, UNLIMITED]))
    if explode:
        explode += draw(st.sampled_from([0, COMPOUND, PENETRATING]))
    reroll = 0 if values else draw(st.integers(0, min(thrown) - 1))
    least = most = 0
    if not values and draw(st.booleans()):
        least = draw(st.integers(2, min(thrown)))
    if not values and not explode and max(thrown) > 2 and draw(st.booleans()):
        most = draw(st.integers(max(least, 1), max(thrown) - 1)) if least < max(thrown) else 0
    keep = draw(st.integers(1 - len(thrown), len(thrown) - 1))
    goal = 0 if keep else draw(st.sampled_from([0, 0, 1, 5, 200]))
    double = draw(st.sampled_from([0, goal, 200])) if goal else 0
    return sign, thrown, explode, reroll, keep, goal, double, least, most, values


POOLS = st.tuples(st.integers(-999, 999), st.lists(terms(), min_size=1, max_size=4).map(tuple))
