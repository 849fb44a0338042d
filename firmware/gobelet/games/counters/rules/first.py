"""The roll for the first player (qui commence): one die with as many faces as there are players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, number

from .sheets import PLAYERS

if TYPE_CHECKING:
    from gobelet.rules.types import Progress, Step, Values


def _step(values: Values, progress: Progress) -> Step:
    if progress is None:
        return Roll((values["players"],), lambda values, progress, faces: faces[0])
    return Outcome(progress)


first = Procedure("first", (number("players", 2, PLAYERS, 2),), _step)
