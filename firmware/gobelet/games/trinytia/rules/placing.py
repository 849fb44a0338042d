"""Tri'Nytia: the Procedures of the set-up.

Their rolls place the characters and choose the first player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, number

from .inputs import BOTH, ME

if TYPE_CHECKING:
    from gobelet.rules.types import Faces, Key, Progress, Step, Values

_SUM = Roll(BOTH, lambda values, progress, faces: sum(faces))


def _placement_step(values: Values, progress: Progress) -> Step:
    if progress is None:
        return _SUM
    return Outcome(progress, (("me", "lieu", "=", progress), ("me", "score", "=", progress)))


def _tie_roll_step(values: Values, progress: Progress) -> Step:
    if progress is None:
        return _SUM
    return Outcome(progress, (("me", "score", "=", progress),))


def _first_fold(values: Values, progress: Progress, faces: Faces) -> tuple[int, int, int]:
    """Add a roll to the progress of the search for the first player.

    The progress is (number of rolls, best sum, number of the player with the best sum). Players have the numbers 1, 2
    and so on; after a tie of the best players the number is 0.
    """
    count, best, leader = progress or (0, 0, 0)
    total = sum(faces)
    if total > best:
        return count + 1, total, count + 1
    return count + 1, best, 0 if total == best else leader


_FIRST = Roll(BOTH, _first_fold)


def _first_player_step(values: Values, progress: Progress) -> Step:
    if progress is None or progress[0] < values["players"]:
        return _FIRST
    return Outcome(progress[2], word=None if progress[2] else "tie")


def _is_single_first(values: Values, key: Key) -> bool:
    return key > 0


placement = Procedure("placement", (), _placement_step, explain="sums", roles=ME)
tie_roll = Procedure("tie_roll", (), _tie_roll_step, explain="sums", roles=ME)
first_player = Procedure(
    "first_player",
    (number("players", 2, 10, start=4, role="game", field="players", asked=False),),
    _first_player_step,
    questions=(("single", _is_single_first),),
    explain="players",
    depth=10,
)
