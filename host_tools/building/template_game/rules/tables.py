"""The tables of template_game, in the layout of the rule book."""

from __future__ import annotations

# Each row: the total of the die and its modifiers, then the gold found.
FOUND = (
    "1  0",
    "2  0",
    "3  1",
    "4  1",
    "5  2",
    "6  3",
    "7  5",
)


def gold_for(total: int) -> int:
    """Return the gold for a total.

    A total outside of the table uses the first or last row.
    """
    at = min(max(total, 1), len(FOUND)) - 1
    return int(FOUND[at].split()[1])
