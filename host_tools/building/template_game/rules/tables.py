"""The tables of template_game, as they are printed."""

from __future__ import annotations

# The total of the die and its modifiers, the gold that is found.
FOUND = (
    "1  0",
    "2  0",
    "3  1",
    "4  1",
    "5  2",
    "6  3",
    "7  5",
)


def found(total: int) -> int:
    """Gold for a total; what is above or below the table counts as its last or first row."""
    at = min(max(total, 1), len(FOUND)) - 1
    return int(FOUND[at].split()[1])
