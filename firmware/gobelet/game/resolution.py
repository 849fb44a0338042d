"""Resolution: a Procedure under way. What comes next is worked out once, for all who roll, show or explain it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.odds import of_procedure
from ..rules.procedure import Roll, check_result

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..rules.odds import Odds
    from ..rules.procedure import Procedure
    from ..rules.types import Face, Path, Progress, Result, Row, Sides, Step, Values


class Resolution:
    """number, proc  the Procedure, and its index in its game's list
    rows, values  Sheet rows of its roles (-1: not known), values of its inputs
    hand          whether real dice are used
    path          its results so far: one tuple of faces per roll, one integer per decision
    rolls         of each roll in it [(sides, face)...]
    progress, now the state after them, and the Roll, Ask or Outcome that comes next
    proof         what its faces come from, where that can be proven, as the journal has it

    like is another Resolution, whose first step and odds serve again if Procedure and values are the same.
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
        self.now: Any = self.first  # a Step

    def take(self, result: Result) -> None:
        """Go on with faces or an option."""
        step = self.now
        if isinstance(step, Roll):
            self.rolls = self.rolls + [list(zip(step.dice, result))]
        self.path = self.path + [result]
        self.progress = step.fold(self.values, self.progress, result)
        self.now = self.proc.step(self.values, self.progress)

    def take_all(self, path: Path) -> bool:
        """Go on with what a record has, as far as it goes; False if the rules have changed since and do not take it."""
        try:
            for result in path:
                check_result(self.now, result)
                self.take(result)
        except Exception:
            return False
        return True

    def mark(self) -> tuple[Any, ...]:
        """What `back` needs to come back to here."""
        return self.path, self.rolls, self.progress, self.now

    def back(self, mark: tuple[Any, ...]) -> None:
        """Take back what was taken since `mark` gave this."""
        self.path, self.rolls, self.progress, self.now = mark

    def wants_dice(self) -> bool:
        """Whether the faces of real dice come next."""
        return self.hand and isinstance(self.now, Roll)

    def thrown(self) -> list[tuple[Sides, Face]]:
        """[(sides, face)...] of all dice so far."""
        return [die for roll in self.rolls for die in roll]

    def chance(self) -> tuple[int, int] | None:
        """(weight, of all) that its outcome had; None unless somebody has worked the odds out."""
        found = self._odds
        if found is None or self.now.key not in found.keys:
            return None
        return found.weights[found.keys.index(self.now.key)], found.total

    def odds(self) -> Odds:
        """The odds as they are before the first roll."""
        if self._odds is None:
            self._odds = of_procedure(self.proc, self.values, None, self.first)
        return self._odds
