"""Why a result is what it is: what the dice and their modifiers come to, and the row of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from gobelet.core.types import Path, Values, Why


def why(proc: Any, values: Values, path: Path) -> Why:
    roll = proc.step(values, None)
    base = roll.fold(values, None, path[0])
    number, row = proc.row(values, base)
    said: Why = [("why.total", (number,))]
    if row is not None:
        said.append(("why.row", (row[0],)) if row[0] == row[1] else ("why.rows", (row[0], row[1])))
    return said
