"""Pools for hypothesis: everything that the notation can say with few dice."""

from __future__ import annotations

from hypothesis import strategies as st

from gobelet.games.dice.rules.notation import BARS, UNLIMITED

SIDES = st.sampled_from([2, 3, 4, 6, 8, 10, 12, 20, 37, 100])


@st.composite
def terms(draw, dice=st.lists(SIDES, min_size=1, max_size=4)):
    sign = draw(st.sampled_from([1, -1]))
    thrown = tuple(draw(dice))
    if len(thrown) == 2 and draw(st.integers(0, 3)) == 0:
        return sign, thrown, 0, 0, BARS, 0
    explode = draw(st.sampled_from([0, 0, 1, 3, 20, UNLIMITED]))
    reroll = draw(st.integers(0, min(thrown) - 1))
    keep = draw(st.integers(1 - len(thrown), len(thrown) - 1))
    goal = 0 if keep else draw(st.sampled_from([0, 0, 1, 5, 200]))
    return sign, thrown, explode, reroll, keep, goal


POOLS = st.tuples(st.integers(-999, 999), st.lists(terms(), min_size=1, max_size=4).map(tuple))
