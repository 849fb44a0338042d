"""Compute the exact mean of free dice, including dice that explode without limit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from host_tools.questions import games  # noqa: F401 - finds the firmware

from gobelet.rules.dice import COMPOUND, EXPLODED, IMPLODED, IMPLODING, UNLIMITED, UNTIL, counts_as, successes  # isort: skip
from gobelet.rules.pools import pool_odds  # isort: skip


def exact(pool: Any) -> Fraction | None:
    """Return the mean of a pool of free dice, or None if it is unknown.

    The mean is unknown in three cases of dice that explode without limit: some dice are dropped, the sum is divided,
    or successes are counted on the total of each die.
    """
    constant, terms = pool
    mean = Fraction(constant)
    for term in terms:
        one = _of_term(term)
        if one is None:
            return None
        mean += term[0] * one
    return mean


def _of_term(term: Any) -> Fraction | None:
    alone = (1, *term[1:])
    goal = term[5]
    if term[2] % COMPOUND != UNLIMITED or (goal and _is_whole(term)):
        found = pool_odds((0, (alone,)))
        return Fraction(*found.mean()) if not found.tail else None
    times, over = term[10][2:4] if term[10] else (1, 1)
    if term[4] or over > 1:
        return None
    whole = Fraction(0)
    for sides in term[1]:
        whole += times * _of_die(term, sides)
    return whole


def _is_whole(term: Any) -> bool:
    """Tell whether a term counts successes on a die's total, not on each throw."""
    return bool(term[5] > max(term[1])) or COMPOUND <= term[2] < 2 * COMPOUND


def _of_die(term: Any, sides: int) -> Fraction:
    """Return the mean of one die that explodes without limit.

    The result is the mean of the first throw, plus the mean of the sum of all extra throws.
    """
    chances = _chances(sides, term[3])
    burst = (term[10] and term[10][0]) or sides
    again = sum(chances[burst - 1 :], Fraction(0))
    first, other, lost = (
        sum((chances[face - 1] * _value(term, face, marks) for face in range(1, sides + 1)), Fraction(0))
        for marks in (0, EXPLODED, IMPLODED)
    )
    if term[2] >= IMPLODING:
        first += chances[0] * lost
    return first + again / (1 - again) * other


def _value(term: Any, face: int, marks: int) -> int:
    value = counts_as(term, face, marks)
    return int(successes(term, value) if term[5] else value)


def _chances(sides: int, reroll: int) -> list[Fraction]:
    """Return the probability of each face from 1 to `sides`, after the rerolls.

    If `reroll` is at most UNTIL, faces up to `reroll` are rerolled once. If `reroll` is greater, faces up to
    `reroll` - UNTIL are rerolled until the die shows a higher face.
    """
    if reroll > UNTIL:
        low = reroll - UNTIL
        return [Fraction(0)] * low + [Fraction(1, sides - low)] * (sides - low)
    return [
        Fraction(reroll + (0 if face <= reroll else sides), sides * sides) for face in range(1, sides + 1)
    ]
