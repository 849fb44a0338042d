"""Odds: exact odds in integers.

Each result has an integer weight. The chance of a result is its weight, divided by the total of all weights.

The outcome key is the integer or tuple that identifies a result, such as the number of wounds. The tail is the
weight of the cases that the calculation does not follow to their end. The unknown weight is the weight of the
cases that only the printed sheet decides.

This module computes the odds of a Procedure. The module pools.py computes the odds of free dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .procedure import SHEET, Ask, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .procedure import Procedure, Roll
    from .types import Chance, Face, Key, Progress, Sides, Step, Values

FAR = 1 << 20  # an integer above every result of a roll


def ratio(numerator: int, denominator: int) -> Chance:
    """Return a fraction as a pair in lowest terms. `denominator` must be above 0."""
    high, low = numerator, denominator
    while low:
        high, low = low, high % low
    return numerator // high, denominator // high


class Odds:
    """The weights of all outcome keys of a Procedure, or of all totals of a pool.

    A chance is a pair (numerator, denominator) in lowest terms.

    keys      sorted list of the outcome keys: integers, or tuples.
    weights   list of the weights of these keys, all positive.
    total     sum of all weights, tail and unknown included.
    tail      weight of the cases that were not followed to their end, such as long explosions.
    tail_low  lower bound of the outcome keys in the tail; -FAR if no bound is known.
    unknown   weight of the cases that only the printed sheet decides, which screens show as "indéterminé".
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

    def chance_of(self, test: Callable[[Key], object], more: int = 0) -> Chance:
        """Return the chance that test(key) is true.

        Cases of the tail and unknown cases count as false. `more` is a weight that is added to the weights of the
        outcome keys that pass the test.
        """
        for index in range(len(self.keys)):
            if test(self.keys[index]):
                more += self.weights[index]
        return ratio(more, self.total)

    def exactly(self, key: Key) -> Chance:
        """Return the chance of one outcome key.

        If `key` is tail_low or more, the chance is a lower bound, because the tail may contain `key`.
        """
        return self.chance_of(lambda each: each == key)

    def at_least(self, low: int) -> Chance:
        """Return the chance of an outcome key of `low` or more.

        If `low` is above tail_low, the chance is a lower bound, because the tail is not counted.
        """
        return self.chance_of(lambda each: each >= low, self.tail if low <= self.tail_low else 0)

    def mean(self) -> Chance:
        """Return the mean of integer outcome keys, without the tail and unknown cases.

        Raise ZeroDivisionError if there are no outcome keys.
        """
        found = 0
        for index in range(len(self.keys)):
            found += self.keys[index] * self.weights[index]
        return ratio(found, sum(self.weights))


def procedure_odds(
    procedure: Procedure, values: Values, start: Progress = None, first: Step | None = None
) -> Odds:
    """Return the odds of a Procedure, given the values of all inputs.

    The odds count from the progress `start` on; None is the beginning of the Procedure. `first` is the step at
    `start`, if the caller has already computed this step.
    """
    if start is None and procedure.odds is not None:
        return procedure.odds(values)
    return enumerate_odds(procedure, values, start, first)


def enumerate_odds(
    procedure: Procedure, values: Values, start: Progress = None, first: Step | None = None
) -> Odds:
    """Return the odds of a Procedure by following all faces of its dice.

    The function ignores the Procedure's own formula `odds`. The search proceeds by levels, one for each Roll, and
    merges cases with equal progress. Three kinds of cases are unknown: an Ask whose `best` is None or returns None, an
    Ask of the printed sheet, and an Outcome without a key. Cases that need another Roll after `procedure.depth`
    levels are the tail.
    The function does not call `procedure.decided` for the progress None.

    The function is fastest if each progress is an integer. MicroPython hashes a tuple to the sum of its items, so
    tuples of faces with equal sums collide in a dict.
    """
    found: dict[Key, int] = {}
    tail = unknown = rolls = 0
    total = 1
    states = {start: 1}
    dice = None
    while states:
        moves: list[tuple[int, int, dict[Progress, int]]] = []
        common = 1
        while states:  # follow all decisions of this level first, because they need no dice
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
        states = _next_weights(moves, common)
    return Odds(found, total, tail, -FAR, unknown)


def _all_faces(dice: Sequence[Sides]) -> list[tuple[Face, ...]]:
    """Return all combinations of faces; `dice` has the sides of each die."""
    rolled: list[tuple[Face, ...]] = [()]
    for sides in dice:
        rolled = [faces + (face,) for faces in rolled for face in range(1, sides + 1)]
    return rolled


def _ways(
    step: Roll, values: Values, progress: Progress, rolled: Sequence[tuple[Face, ...]]
) -> dict[Progress, int]:
    """Return the number of face combinations by which a Roll leads to each progress.

    `rolled` has all combinations of faces of the Roll.
    """
    ways: dict[Progress, int] = {}
    for faces in rolled:
        to = step.fold(values, progress, faces)
        ways[to] = ways.get(to, 0) + 1
    return ways


def _next_weights(moves: Sequence[tuple[int, int, dict[Progress, int]]], common: int) -> dict[Progress, int]:
    """Return the weight of each progress after the Rolls of one level.

    A move is the Roll of one case: (weight of the case, number of combinations of faces, number of combinations
    that lead to each new progress). All weights are scaled to the denominator `common`.
    """
    states: dict[Progress, int] = {}
    for weight, count, ways in moves:
        weight *= common // count
        for to, ways_to in ways.items():
            states[to] = states.get(to, 0) + weight * ways_to
    return states
