"""template_game, searching: the die and what helps, then the table. (Say here where the rule book has it.)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, flag, lane, number

from .sheets import MOST
from .tables import found

if TYPE_CHECKING:
    from gobelet.rules.types import Progress, Step, Values


def _search(values: Values, progress: Progress) -> Step:
    """What comes next: the die while there is no progress, then what it gives.

    `values` has the value of each input, `progress` what the fold made of the faces. With Ask somebody decides on the
    way.
    """
    if progress is None:
        return Roll((6,), lambda values, progress, faces: faces[0])
    gold = found(progress + lane(search, values, "roll"))
    kept = min(gold, MOST - values["gold"])  # what leads beyond the bounds of a field cannot be applied
    return Outcome(gold, (("seeker", "gold", "+", kept),) if kept else ())


search = Procedure(
    "search",
    (
        flag("lamp", 1, "roll"),  # +1 in the lane "roll" while it is yes
        number("luck", -2, 2, lane="roll"),  # counts itself
        number("gold", 0, MOST, role="seeker", field="gold", asked=False),  # as the Sheet has it
    ),
    _search,
    questions=(("some", lambda values, key: key > 0),),  # the chances that the form shows by name
    explain="search",
    roles=("seeker",),
)
