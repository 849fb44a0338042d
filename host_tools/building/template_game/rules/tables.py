"""The tables of template_game, in the layout of the rule book."""

from __future__ import annotations

# Each table row has the total of die and modifiers, then the number of gold pieces that the player finds.
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
    """Return the gold for a total of die and modifiers.

    A total below or above the table counts as the table's first or last row.
    """
    at = min(max(total, 1), len(FOUND)) - 1
    return int(FOUND[at].split()[1])
