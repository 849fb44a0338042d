"""Resolution: a Procedure in progress, with its inputs and its results so far.

Each step is evaluated once. The form, the result screen and the explanation all use that result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.odds import procedure_odds
from ..rules.procedure import Roll, check_result

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..rules.odds import Odds
    from ..rules.procedure import Procedure
    from ..rules.types import Face, Path, Progress, Result, Row, Sides, Step, Values


class Resolution:
    """A Procedure in progress, from its inputs to its Outcome.

    number, proc  the index of the Procedure in its game's list, and the Procedure.
    rows, values  the Sheet row of each role (-1: not known), and the values of its inputs.
    hand          whether real dice are used.
    path          its results so far: one tuple of faces for each Roll, one integer for each decision.
    rolls         a list [(sides, face)...] for each roll in `path`.
    progress, now  the state after these results, and the next Roll, Ask or Outcome.
    proof         the bytes from which anyone can check verifiable faces, as the journal keeps them.

    `like` is another Resolution. Its first step and odds are reused if Procedure and values are equal.
    """

    proof = b""

    def __init__(
        self,
        number: int,
        proc: Procedure,
        rows: Sequence[Row],
        values: Values,
        hand: bool = False,
        like: Resolution | None = None,
    ) -> None:
        self.number = number
        self.proc = proc
        self.rows = rows
        self.values = values
        self.hand = hand
        self.path: list[Result] = []
        self.rolls: list[list[tuple[Sides, Face]]] = []
        self.progress: Progress = None
        if like is not None and like.proc is proc and like.values == values:
            self.first: Step = like.first
            self._odds: Odds | None = like._odds
        else:
            self.first = proc.step(values, None)
            self._odds = None
        self.now: Any = self.first  # a Step: the Roll, Ask or Outcome that comes next

    def choose_dice(self, by_hand: bool) -> None:
        """Use real dice from now on; with `by_hand` False, the dice cup."""
        self.hand = by_hand

    def keep_proof(self, proof: bytes) -> None:
        """Set the proof of its faces."""
        self.proof = proof

    def add_result(self, result: Result) -> None:
        """Advance by one result: the faces of a Roll, or the option of a decision."""
        step = self.now
        if isinstance(step, Roll):
            self.rolls = self.rolls + [list(zip(step.dice, result))]
        self.path = self.path + [result]
        self.progress = step.fold(self.values, self.progress, result)
        self.now = self.proc.step(self.values, self.progress)

    def add_results(self, path: Path) -> bool:
        """Advance by the results in a ROLL record.

        Return False if the present rules refuse one of them.
        """
        try:
            for result in path:
                check_result(self.now, result)
                self.add_result(result)
        except Exception:
            return False
        return True

    def savepoint(self) -> tuple[Any, ...]:
        """Return the present state, to which `restore` can go back."""
        return self.path, self.rolls, self.progress, self.now

    def restore(self, state: tuple[Any, ...]) -> None:
        """Go back to a state that `savepoint` returned."""
        self.path, self.rolls, self.progress, self.now = state

    def wants_dice(self) -> bool:
        """Tell whether the next step needs faces of real dice."""
        return self.hand and isinstance(self.now, Roll)

    def thrown_dice(self) -> list[tuple[Sides, Face]]:
        """Return all dice thrown so far, as [(sides, face)...]."""
        return [die for roll in self.rolls for die in roll]

    def chance(self) -> tuple[int, int] | None:
        """Return the chance of its Outcome as (weight, total).

        The result is None if the odds were not calculated.
        """
        found = self._odds
        if found is None or self.now.key not in found.keys:
            return None
        return found.weights[found.keys.index(self.now.key)], found.total

    def odds(self) -> Odds:
        """Return the odds of all Outcomes before the first Roll. They are calculated once."""
        if self._odds is None:
            self._odds = procedure_odds(self.proc, self.values, None, self.first)
        return self._odds
