"""Resolution: a Procedure in progress, with its inputs and its results so far.

Each step of the Procedure is evaluated once: the form, the result screen and the explanation share one Resolution.
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
    rows          for each role of the Procedure, the index of the role's row in its Sheet; -1 if unknown.
    values        the values of the Procedure's inputs: name -> integer.
    hand          whether the players throw real dice.
    path          the results so far: one tuple of faces for each Roll, one integer for each decision.
    rolls         for each Roll in `path`, a list [(sides, face)...].
    progress      the Procedure's state after the results in `path`.
    now           the step after the results in `path`: the next Roll or Ask, or the Outcome.
    proof         the proof of the faces, as the journal stores it; b"" for a roll that is not verifiable.

    `like` is another Resolution. If `like` has the same Procedure and values, the new Resolution shares the first
    step and the odds of `like`.
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
        self.now: Any = self.first  # a Step: Roll, Ask or Outcome

    def choose_dice(self, by_hand: bool) -> None:
        """Choose real dice (`by_hand` True) or the dice cup for the next Rolls."""
        self.hand = by_hand

    def keep_proof(self, proof: bytes) -> None:
        """Set the proof of the faces of this verifiable roll."""
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

        Return False if the present rules refuse one of these results.
        """
        try:
            for result in path:
                check_result(self.now, result)
                self.add_result(result)
        except Exception:
            return False
        return True

    def savepoint(self) -> tuple[Any, ...]:
        """Return the present state of the Resolution, for `restore`."""
        return self.path, self.rolls, self.progress, self.now

    def restore(self, state: tuple[Any, ...]) -> None:
        """Set the state of the Resolution to one that `savepoint` returned."""
        self.path, self.rolls, self.progress, self.now = state

    def is_waiting_for_dice(self) -> bool:
        """Tell whether the next step is a Roll whose faces the players enter by hand."""
        return self.hand and isinstance(self.now, Roll)

    def thrown_dice(self) -> list[tuple[Sides, Face]]:
        """Return all dice thrown so far, as [(sides, face)...]."""
        return [die for roll in self.rolls for die in roll]

    def chance(self) -> tuple[int, int] | None:
        """Return the chance of the present Outcome as (weight, total).

        The result is None if the odds were not calculated.
        """
        found = self._odds
        if found is None or self.now.key not in found.keys:
            return None
        return found.weights[found.keys.index(self.now.key)], found.total

    def odds(self) -> Odds:
        """Return the odds of all Outcomes, as they are before the first Roll.

        The first call calculates these odds.
        """
        if self._odds is None:
            self._odds = procedure_odds(self.proc, self.values, None, self.first)
        return self._odds
