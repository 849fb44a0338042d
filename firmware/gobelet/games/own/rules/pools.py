"""Pools of dice of a game as text: what faces come to, and the weight of each total, without listing all faces.

A term is (sign, dice, keep, goal, double, values), as in games/dice/rules/notation.py, which reads what is written:
sides of the dice; 0, how many of the highest are kept, of the lowest if negative, or BARS; the least value that counts
as a success, and as two, or 0; what the faces count as, or ().
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.dice import BARS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

MOST_DICE = 20
MIXED = 3  # dice of different sizes of which some are kept: their faces are listed


def checked(declared: Any) -> tuple[int, Any]:
    """(constant, terms) of what a file says; ValueError or TypeError if that is no pool."""
    constant, terms = declared
    found = []
    count = 0
    for sign, dice, keep, goal, double, values in terms:
        count += len(dice)
        good = sign in (1, -1) and dice and not [sides for sides in dice if not 2 <= sides <= 100]
        if keep == BARS:
            good = good and len(dice) == 2 and not goal and not values
        elif keep:
            good = good and abs(keep) < len(dice) and not goal
            good = good and (min(dice) == max(dice) or len(dice) <= MIXED)
        if values:
            good = good and not [n for n in values if not -99 <= n <= 99]
            good = good and not [sides for sides in dice if sides != len(values)]
        if not good or not 0 <= goal <= 200 or (double and not goal <= double <= 200):
            raise ValueError
        found.append((sign, tuple(dice), keep, goal, double, tuple(values)))
    if not isinstance(constant, int) or abs(constant) > 999 or count > MOST_DICE:
        raise ValueError
    return constant, found


def _worth(term: Any, face: int) -> int:
    _, _, _, goal, double, values = term
    value = values[face - 1] if values else face
    if not goal:
        return int(value)
    return 0 if value < goal else 2 if 0 < double <= value else 1


def _of_term(term: Any, faces: Sequence[int]) -> int:
    keep = term[2]
    if keep == BARS:
        return abs(faces[0] - faces[1])
    worth = [_worth(term, face) for face in faces]
    if keep:
        worth.sort()
        worth = worth[-keep:] if keep > 0 else worth[:-keep]
    return sum(worth)


def total(constant: int, terms: Any, faces: Sequence[int]) -> int:
    """What the faces of all dice come to, in the order of the terms."""
    begin = 0
    for term in terms:
        end = begin + len(term[1])
        constant += term[0] * _of_term(term, faces[begin:end])
        begin = end
    return constant


def _listed(term: Any, more: int) -> Mapping[int, int]:
    """Weights of a term by all faces."""
    rolled: list[tuple[int, ...]] = [()]
    for sides in term[1]:
        rolled = [faces + (face,) for faces in rolled for face in range(1, sides + 1)]
    found: dict[int, int] = {}
    for faces in rolled:
        value = _of_term(term, (faces[0] + more,) + faces[1:])
        found[value] = found.get(value, 0) + 1
    return found


def _kept(term: Any) -> Mapping[int, int]:
    """Weights where some of equal dice are kept: value by value, how many of the dice show it. States are dice that are
    left and sums; a row of Pascal's triangle says in how many ways.
    """
    count = len(term[1])
    keep = term[2]
    values = sorted([_worth(term, face) for face in range(1, term[1][0] + 1)])
    if keep > 0:
        values.reverse()
    keep = abs(keep)
    states = {(count, 0): 1}
    for value in values:
        after: dict[tuple[int, int], int] = {}
        for (left, summed), weight in states.items():
            ways = weight
            for n in range(left + 1):
                taken = max(0, min(n, keep - count + left))
                state = (left - n, summed + value * taken)
                after[state] = after.get(state, 0) + ways
                ways = ways * (left - n) // (n + 1)
        states = after
    return {summed: weight for (left, summed), weight in states.items() if not left}


def weights(constant: int, terms: Any, more: int = 0) -> dict[int, int]:
    """The weight of each total; more is added to the first die of a difference."""
    found = {constant: 1}
    for term in terms:
        if not term[2]:
            parts: list[Mapping[int, int]] = []
            for sides in term[1]:
                one: dict[int, int] = {}
                for face in range(1, sides + 1):
                    value = _worth(term, face)
                    one[value] = one.get(value, 0) + 1
                parts.append(one)
        elif term[2] != BARS and min(term[1]) == max(term[1]):
            parts = [_kept(term)]
        else:
            parts = [_listed(term, more if term[2] == BARS else 0)]
        for part in parts:
            after: dict[int, int] = {}
            for value, weight in found.items():
                for face, ways in part.items():
                    to = value + term[0] * face
                    after[to] = after.get(to, 0) + weight * ways
            found = after
    return found
