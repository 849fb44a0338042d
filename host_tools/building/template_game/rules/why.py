"""template_game: explanations of results.

The attribute `explain` of a Procedure names a function of this module, which the device calls when the player
holds OK on a result. The arguments of the function are the Procedure, the values of its inputs, and the path: the
faces of each roll and the option of each decision. The function returns a list of (text key, numbers), one pair
for each line on the screen. Dice and modifiers need no line here, because the device lists them itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane

from .tables import gold_for

if TYPE_CHECKING:
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Path, Values, Why


def search(proc: Procedure, values: Values, path: Path) -> Why:
    """Return the line that explains which table row a total selects."""
    total = path[0][0] + lane(proc, values, "roll")
    return [("why.row", (total, gold_for(total)))]
