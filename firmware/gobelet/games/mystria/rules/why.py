"""Mystria: why a count is what it is, imported when somebody asks."""

from .score import of_values
from .sheets import COMPLETE


def count(proc, v, path):
    """The lines of the count (L157-167, L211-219), the points of both players in each."""
    found = of_values(v)
    lines = [("why.board", found.board)]
    if v["version"] == COMPLETE:
        lines.append(("why.objective", found.objective))
    lines += [("why.majority", found.majority), ("why.drops", found.drops)]
    return lines + [("why.equal" if found.by_drops else "why.total", found.total)]
