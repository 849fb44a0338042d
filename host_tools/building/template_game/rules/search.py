"""template_game, searching: roll a die with modifiers, then look the total up.

(Cite the rule book here.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, flag, lane, number

from .sheets import MOST
from .tables import gold_for

if TYPE_CHECKING:
    from gobelet.rules.types import Progress, Step, Values


def _search(values: Values, progress: Progress) -> Step:
    """Return the next step: the die roll while `progress` is None, then the outcome.

    `values` holds the value of each input. `progress` is the return value of the fold function in Roll. A
    step may also return Ask, for a decision of a player.
    """
    if progress is None:
        return Roll((6,), lambda values, progress, faces: faces[0])
    gold = gold_for(progress + lane(search, values, "roll"))
    kept = min(gold, MOST - values["gold"])  # an effect must not exceed the bounds of its field
    return Outcome(gold, (("seeker", "gold", "+", kept),) if kept else ())


search = Procedure(
    "search",
    (
        flag("lamp", 1, "roll"),  # adds 1 to the lane "roll" if it is yes
        number("luck", -2, 2, lane="roll"),  # the number itself is the modifier
        number("gold", 0, MOST, role="seeker", field="gold", asked=False),  # filled in from the Sheet
    ),
    _search,
    # Named conditions; the form shows the probability of each.
    questions=(("some", lambda values, key: key > 0),),
    explain="search",
    roles=("seeker",),
)
