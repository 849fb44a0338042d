"""The draw of the first player (qui commence).

The draw is a roll of one die with a face for each player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, number

from .sheets import PLAYERS

if TYPE_CHECKING:
    from gobelet.rules.types import Progress, Step, Values


def _step(values: Values, progress: Progress) -> Step:
    """Return the Roll, and after the Roll the Outcome.

    The outcome key is the number of the drawn player, from 1.
    """
    if progress is None:
        return Roll((values["players"],), lambda values, progress, faces: faces[0])
    return Outcome(progress)


first = Procedure("first", (number("players", 2, PLAYERS, 2),), _step)
