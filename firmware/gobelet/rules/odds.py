"""Exact odds, in integers: every result has a weight, and all weights together make `total`.

Here are those of a Procedure; free dice have their own, see pools.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .procedure import SHEET, Ask, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .procedure import Procedure, Roll
    from .types import Chance, Face, Key, Progress, Sides, Step, Values

FAR = 1 << 20  # beyond any result


def ratio(numerator: int, denominator: int) -> Chance:
    """The fraction in lowest terms, as a pair. `denominator` is above 0."""
    high, low = numerator, denominator
    while low:
        high, low = low, high % low
    return numerator // high, denominator // high


class Odds:
    """Weights by key. Chances are pairs (numerator, denominator) in lowest terms.

    keys      sorted list of results: integers, or tuples
    weights   list of their weights, all positive
    total     of all weights, tail and unknown included
    tail      weight of the explosions that were not followed to their end
    tail_low  no result in the tail is less than this (far below everything if nothing is known about it)
    unknown   weight of what the printed sheet does not tell ("indéterminé")
    """

    def __init__(
        self, weights: Mapping[Key, int], total: int, tail: int, tail_low: int, unknown: int
    ) -> None:
        self.keys = sorted(weights)
        self.weights = [weights[key] for key in self.keys]
        self.total = total
        self.tail = tail
        self.tail_low = tail_low
        self.unknown = unknown

    def where(self, test: Callable[[Key], object], more: int = 0) -> Chance:
        """Chance that test(key) is true; tail and unknown count as false. `more` is a weight to add."""
        for index in range(len(self.keys)):
            if test(self.keys[index]):
                more += self.weights[index]
        return ratio(more, self.total)

    def exactly(self, key: Key) -> Chance:
        """Chance of this key. From tail_low on it is a lower bound: the tail may add to it."""
        return self.where(lambda one: one == key)

    def at_least(self, low: int) -> Chance:
        """Chance of `low` or more. Exact up to tail_low, where the tail counts in; above, a lower bound."""
        return self.where(lambda one: one >= low, self.tail if low <= self.tail_low else 0)

    def mean(self) -> Chance:
        """Mean of integer keys, tail and unknown left out. ZeroDivisionError if nothing else is there."""
        found = 0
        for index in range(len(self.keys)):
            found += self.keys[index] * self.weights[index]
        return ratio(found, sum(self.weights))


def of_procedure(
    procedure: Procedure, values: Values, start: Progress = None, first: Step | None = None
) -> Odds:
    """Odds of a procedure with the complete `values`, from the state `start` (None: the beginning). first is what
    comes there, if it was worked out already.
    """
    if start is None and procedure.odds is not None:
        return procedure.odds(values)
    return enumerated(procedure, values, start, first)


def enumerated(
    procedure: Procedure, values: Values, start: Progress = None, first: Step | None = None
) -> Odds:
    """The same by following all dice, whatever the procedure says of its odds.

    Level by level, equal states merged. An Ask without a preferred option, an Ask of the printed sheet and an
    Outcome without a key are unknown; what still rolls after `procedure.depth` rolls is the tail. `decided` is not
    asked at the beginning. Integers are by far the fastest states: the device hashes a tuple to the sum of
    its items, so all pairs of dice with the same sum get into each other's way.
    """
    found: dict[Key, int] = {}
    tail = unknown = rolls = 0
    total = 1
    states = {start: 1}
    dice = None
    while states:
        moves: list[tuple[int, int, dict[Progress, int]]] = []
        common = 1
        while states:  # decisions first, as they take no dice
            asked: dict[Progress, int] = {}
            for progress, weight in states.items():
                key = None
                if progress is not None and procedure.decided is not None:
                    key = procedure.decided(values, progress)
                if key is None:
                    step = first or procedure.step(values, progress)
                    first = None
                    if isinstance(step, Outcome):
                        key = step.key
                        if key is None:
                            unknown += weight
                    elif isinstance(step, Ask):
                        option = None
                        if step.chooser != SHEET and step.best is not None:
                            option = step.best(values, progress)
                        if option is None:
                            unknown += weight
                        else:
                            to = step.fold(values, progress, option)
                            asked[to] = asked.get(to, 0) + weight
                    elif rolls == procedure.depth:
                        tail += weight
                    else:
                        if dice != step.dice:
                            dice = step.dice
                            rolled = _all_faces(dice)
                        moves.append((weight, len(rolled), _ways(step, values, progress, rolled)))
                        common = len(rolled) * ratio(common, len(rolled))[0]
                if key is not None:
                    found[key] = found.get(key, 0) + weight
            states = asked
        rolls += 1
        total *= common
        tail *= common
        unknown *= common
        for key in found:
            found[key] *= common
        states = _reached(moves, common)
    return Odds(found, total, tail, -FAR, unknown)


def _all_faces(dice: Sequence[Sides]) -> list[tuple[Face, ...]]:
    """All that these dice may show."""
    rolled: list[tuple[Face, ...]] = [()]
    for sides in dice:
        rolled = [faces + (face,) for faces in rolled for face in range(1, sides + 1)]
    return rolled


def _ways(
    step: Roll, values: Values, progress: Progress, rolled: Sequence[tuple[Face, ...]]
) -> dict[Progress, int]:
    """In how many ways each state is reached by a roll that may show all of `rolled`."""
    ways: dict[Progress, int] = {}
    for faces in rolled:
        to = step.fold(values, progress, faces)
        ways[to] = ways.get(to, 0) + 1
    return ways


def _reached(moves: Sequence[tuple[int, int, dict[Progress, int]]], common: int) -> dict[Progress, int]:
    """The weights of the states behind `moves`, each (weight before, number of ways, ways to each state), of `common`
    parts each.
    """
    states: dict[Progress, int] = {}
    for weight, count, ways in moves:
        weight *= common // count
        for to, ways_to in ways.items():
            states[to] = states.get(to, 0) + weight * ways_to
    return states
