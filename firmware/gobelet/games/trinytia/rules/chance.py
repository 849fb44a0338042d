"""Tri'Nytia: Procedures of pure chance.

The Procedures are a random choice, the first gold of a Corsaire, and the coin of Duel Astral.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, number

from .inputs import ME

if TYPE_CHECKING:
    from gobelet.rules.types import Faces, Progress, Step, Values


def _face(values: Values, progress: Progress, faces: Faces) -> int:
    return faces[0]


_GOLD = Roll((6,), _face)
_COIN = Roll((2,), _face)


def _random_step(values: Values, progress: Progress) -> Step:
    return Roll((values["sides"],), _face) if progress is None else Outcome(progress)


def _gold_step(values: Values, progress: Progress) -> Step:
    return _GOLD if progress is None else Outcome(progress, (("me", "gold", "=", progress),))


def _first_chooser_step(values: Values, progress: Progress) -> Step:
    if progress is None:
        return _COIN
    return Outcome(
        progress, (("game", "god", "=", progress),), word="lunaire" if progress == 2 else "solaire"
    )


random = Procedure("random", (number("sides", 2, 20, start=2),), _random_step)
gold = Procedure("gold", (), _gold_step, roles=ME)
first_chooser = Procedure("first_chooser", (), _first_chooser_step)
