"""Hypothesis strategies for pools, with all forms of the notation and few dice."""

from __future__ import annotations

from hypothesis import strategies as st

from gobelet.rules.dice import (
    BARS,
    BEST,
    COMPOUND,
    DIGITS,
    DIGITS3,
    IMPLODING,
    MATCHES,
    PENETRATING,
    PLAIN,
    SIMPLE,
    UNLIMITED,
    UNTIL,
)

SIDES = st.sampled_from([2, 3, 4, 6, 8, 10, 12, 20, 37, 100])


@st.composite
def draw_terms(draw, dice=st.lists(SIDES, min_size=1, max_size=4)):
    sign = draw(st.sampled_from([1, -1]))
    thrown = tuple(draw(dice))
    times = draw(st.sampled_from([1, 1, 1, 2, 100]))
    over = draw(st.sampled_from([1, 1, 1, 2, 100]))
    plus = draw(st.integers(-99, 99)) if over > 1 else 0
    together = draw(st.sampled_from([0, 0, 0, 0, BARS, DIGITS, DIGITS3, MATCHES, BEST]))
    if together in (DIGITS, DIGITS3):
        thrown = (6,) * (together - DIGITS + 2) * draw(st.integers(1, 3))
    if together and (len(thrown) == 2 or together != BARS) and len(thrown) > 1:
        return (sign, thrown, 0, 0, together, 0, *PLAIN[:4], more(0, 0, times, over, plus, 0, 0, 0))
    values = ()
    if draw(st.integers(0, 5)) == 0:
        values = tuple(draw(st.lists(st.integers(-20, 99), min_size=2, max_size=10)))
        thrown = (len(values),) * len(thrown)
    explode = 0 if values else draw(st.sampled_from([0, 0, 1, 3, 20, UNLIMITED]))
    burst = 0
    if explode:
        if len(set(thrown)) == 1 and thrown[0] > 3 and draw(st.booleans()):
            burst = draw(st.integers((thrown[0] + 3) // 2, thrown[0] - 1))
        explode += draw(st.sampled_from([0, COMPOUND, PENETRATING, IMPLODING]))
    elif not values:
        explode = draw(st.sampled_from([0, 0, IMPLODING]))
    reroll = 0 if values else draw(st.integers(0, min(thrown) - 1))
    if 0 < reroll <= min(thrown) // 2 and not (explode % COMPOUND and reroll + 1 >= (burst or min(thrown))):
        reroll += draw(st.sampled_from([0, UNTIL]))
    least = most = 0
    if not values and draw(st.booleans()):
        least = draw(st.integers(2, min(thrown)))
    if not values and not explode and max(thrown) > 2 and draw(st.booleans()):
        most = draw(st.integers(max(least, 1), max(thrown) - 1)) if least < max(thrown) else 0
    keep = draw(st.integers(1 - len(thrown), len(thrown) - 1))
    off = 0
    if keep > 0 and explode % COMPOUND != UNLIMITED:
        off = draw(st.integers(0, len(thrown) - keep - 1))
    goal = 0 if keep else draw(st.sampled_from([0, 0, 1, 5, 200, -1, -7]))
    double = draw(st.sampled_from([0, goal, 200 if goal > 0 else -1])) if goal else 0
    triple = draw(st.sampled_from([0, double, 200 if goal > 0 else -1])) if double else 0
    if goal and explode >= IMPLODING:
        explode -= IMPLODING
    early = 0
    if (
        keep
        and explode % COMPOUND
        and explode < IMPLODING
        and not reroll
        and not least
        and len(set(thrown)) == 1
    ):
        early = draw(st.integers(0, 1))
    cancel = 0
    if goal > 0:
        most_cancelled = min([goal, 100] + [burst or min(thrown)] * (explode > 0)) - 1
        cancel = draw(st.sampled_from([0, max(0, min(1, most_cancelled)), max(0, most_cancelled)]))
    rest = more(burst, off, times, over, plus, cancel, triple, early)
    return sign, thrown, explode, reroll, keep, goal, double, least, most, values, rest


def more(*found):
    return () if found == SIMPLE else found


POOLS = st.tuples(st.integers(-999, 999), st.lists(draw_terms(), min_size=1, max_size=4).map(tuple))
