"""How much work the exact odds of a pool are, before doing it: a Pico must not be kept busy for minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dice import BARS, COMPOUND, PENETRATING, PLAIN, UNLIMITED

if TYPE_CHECKING:
    from .types import Pool

AT_ONCE = 10000  # no more than this is worked out unasked (a tenth of a second or two on a Pico)
MOST = 150000  # more than this is refused (a few seconds)


def of_odds(pool: Pool) -> int:
    """Roughly how many steps `of_pool` takes."""
    steps = 0
    span = 1  # of the sum so far
    for term in pool[1]:
        _, dice, explode, _, keep, goal, _, _, _, values = term
        altered = explode >= PENETRATING or term[6:] != PLAIN
        explode %= COMPOUND
        n = len(dice)
        top = max(values) - min(values) + 1 if values else max(dice)
        throws = 1
        if explode:
            throws += explode if explode != UNLIMITED else 2 + 40 // top + 12 // min(dice)
        sizes = len(set(dice))
        if keep == BARS:
            own = top * top
            out = top
        elif goal:
            out = n * throws
            own = out * out + top * throws
        elif keep:
            k = abs(keep)
            size = top * throws
            out = k * size
            own = size * size * k * (k * k + 2) // 4
            for _ in range(1, sizes):
                own *= k * k
        else:
            out = (n * top if values else sum(dice)) * throws
            own = n * out
            if altered or (explode and explode != UNLIMITED):
                own = out * out // 2
        steps += own + (span + out if out == top else span * out)  # a single die is added by a running sum
        span += out
    return steps
