"""How much work the exact odds of a pool are, before doing it: a Pico must not be kept busy for minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dice import BARS, COMPOUND, PENETRATING, PLAIN, UNLIMITED

if TYPE_CHECKING:
    from .types import Pool

AT_ONCE = 10000  # no more than this is worked out unasked (one or two tenths of a second on a Pico)
MOST = 150000  # more than this is refused (a few seconds)


def of_odds(pool: Pool) -> int:
    """Roughly how many steps `of_pool` takes."""
    steps = 0
    span = 1  # values that the sum so far may have
    for term in pool[1]:
        _, dice, explode, _, keep, goal, _, _, _, values = term
        altered = explode >= PENETRATING or term[6:] != PLAIN
        explode %= COMPOUND
        count = len(dice)
        top = max(values) - min(values) + 1 if values else max(dice)
        throws = 1
        if explode:
            throws += explode if explode != UNLIMITED else 2 + 40 // top + 12 // min(dice)
        # Values that the term may have, and the steps that they take by themselves.
        if keep == BARS:
            added = top
            own = top * top
        elif goal:
            added = count * throws
            own = added * added + top * throws
        elif keep:
            kept = abs(keep)
            size = top * throws
            added = kept * size
            own = size * size * kept * (kept * kept + 2) // 4 * (kept * kept) ** (len(set(dice)) - 1)
        else:
            added = (count * top if values else sum(dice)) * throws
            own = count * added
            if altered or (explode and explode != UNLIMITED):
                own = added * added // 2
        # A single die is added by a running sum.
        steps += own + (span + added if added == top else span * added)
        span += added
    return steps
