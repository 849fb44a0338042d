"""Mystria: the explanation of a count of points.

This module is imported only for an explanation of the Procedure `count`, to save memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .score import count_of_inputs
from .sheets import COMPLETE

if TYPE_CHECKING:
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Path, Values, Why


def count(proc: Procedure, values: Values, path: Path) -> Why:
    """Return the lines that explain the points of both players.

    The points are those of L157-167 (initiation) and L211-219 (complete version).
    """
    found = count_of_inputs(values)
    lines: Why = [("why.board", found.board)]
    if values["version"] == COMPLETE:
        lines.append(("why.objective", found.objective))
    lines += [("why.majority", found.majority), ("why.drops", found.drops)]
    return lines + [("why.equal" if found.by_drops else "why.total", found.total)]
