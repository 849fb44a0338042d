"""template_game, searching: a player rolls a d6 and looks the total up in a table.

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

    `values` holds the value of each input. After the roll, `progress` is the value that the
    lambda of the Roll has returned. A step function may also return an Ask, for a decision of a player.
    """
    if progress is None:
        return Roll((6,), lambda values, progress, faces: faces[0])
    gold = gold_for(progress + lane(search, values, "roll"))
    kept = min(gold, MOST - values["gold"])  # the effect must leave the field "gold" within its bounds
    return Outcome(gold, (("seeker", "gold", "+", kept),) if kept else ())


search = Procedure(
    "search",
    (
        flag("lamp", 1, "roll"),  # a yes-or-no input; yes adds 1 to the modifiers in the lane "roll"
        number("luck", -2, 2, lane="roll"),  # an input of -2 to 2, which is a modifier in the lane "roll"
        # The device reads this input from the Sheet, and does not ask the player for it.
        number("gold", 0, MOST, role="seeker", field="gold", asked=False),
    ),
    _search,
    # Named conditions on the outcome key, here the gold. The form shows the probability of each condition.
    questions=(("some", lambda values, key: key > 0),),
    explain="search",
    roles=("seeker",),
)
