"""template_game: why a result is what it is, imported when OK is held: a function for each `explain`.

It takes the Procedure, the values and the path (the faces of each roll, the option of each decision) and gives
[(text key, numbers)...]. The dice and the modifiers are listed without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane

from .tables import found

if TYPE_CHECKING:
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Path, Values, Why


def search(proc: Procedure, values: Values, path: Path) -> Why:
    total = path[0][0] + lane(proc, values, "roll")
    return [("why.row", (total, found(total)))]
