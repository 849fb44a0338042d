"""template_game: explanations of results.

Each `explain` of a Procedure names a function of this module. The device imports the module when the player
holds OK. Each function takes the Procedure, the values and the path: the faces of each roll and the option of
each decision. The function returns [(text key, numbers)...]. The dice and the modifiers are listed separately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane

from .tables import gold_for

if TYPE_CHECKING:
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Path, Values, Why


def search(proc: Procedure, values: Values, path: Path) -> Why:
    """Explain the total, and name its row in the table."""
    total = path[0][0] + lane(proc, values, "roll")
    return [("why.row", (total, gold_for(total)))]
