"""Effort: an estimate of the time that the exact odds of a pool take.

Screens compute the odds of a pool only if this estimate is below a limit, because some odds would take a Pico minutes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dice import (
    BARS,
    BEST,
    COMPOUND,
    DIGITS,
    IMPLODING,
    MATCHES,
    PENETRATING,
    PLAIN,
    SIMPLE,
    UNLIMITED,
    UNTIL,
)

if TYPE_CHECKING:
    from .types import Pool

# maximum number of steps for odds that a screen shows without a key press: 0.1 to 0.2 s on a Pico
AT_ONCE = 10000
# maximum number of steps for odds that a player requests by a key press: a few seconds on a Pico
MOST = 150000


def odds_steps(pool: Pool) -> int:
    """Return the approximate number of steps that `pool_odds` takes."""
    steps = 0
    span = 1  # number of possible values of the sum of all terms that the loop has passed
    for term in pool[1]:
        _, dice, explode, reroll, keep, goal, _, _, _, values, more = term
        burst, off, times, over, _, _, _, early = more or SIMPLE
        altered = explode >= PENETRATING or term[6:10] != PLAIN[:4] or burst
        throws = 1 + (explode >= IMPLODING)
        explode %= COMPOUND
        count = len(dice)
        top = max(values) - min(values) + 1 if values else max(dice)
        if explode:
            throws += explode if explode != UNLIMITED else 2 + 40 // top + 12 // min(dice)
            if burst and explode == UNLIMITED:
                throws = 1 + _chain_length(top - burst + 1, top - max(0, reroll - UNTIL))
        # `added` is the number of possible values of the term. `own` is the number of steps that compute the
        # weights of these values.
        if MATCHES <= keep <= BEST or (off and not early):
            states = 1
            for sides in set(dice):
                states *= dice.count(sides) + 1
            added = count + (1 if keep == MATCHES else top)
            if off:
                added = top * throws * keep
            own = 2 * top * throws * states * states * (added if off else 16) * max(20, count) // 20
        elif early:
            added = abs(keep) * top * throws
            own = top * count * count * abs(keep) + added * added * abs(keep)
        elif keep == BARS:
            added = top
            own = top * top
        elif keep > BARS:
            one = 56 if keep == DIGITS else 556
            added = one * (count // (keep - DIGITS + 2))
            own = one + added * (added - one) // 3
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
        if burst:
            own += top * throws * throws
        if times + over > 2:
            added = added * times // over + 1
            own += added
        # `pool_odds` adds a single die by a running sum, which takes `span + added` steps
        steps += own + (span + added if added == top else span * added)
        span += added
    return steps


def _chain_length(high: int, sides: int) -> int:
    """Return the number of throws of an exploding die that the odds follow.

    The die explodes on `high` of its `sides` faces. The odds follow at most 60 throws, and stop earlier if at most a
    millionth of the weight is left.
    """
    part, whole, throws = 1, 1, 0
    while part * 1000000 > whole and throws < 60:
        part *= high
        whole *= sides
        throws += 1
    return throws
