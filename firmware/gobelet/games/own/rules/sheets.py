"""What is kept of the game that is text and open: its Kinds, "seat" and "table". `declaration.take` puts them here.

seat   a row for each player: `here`, whether they play, then the counters of each
table  one row: which step of the turn, which round, which seat's turn, then the counters of all
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.sheet import Kind

if TYPE_CHECKING:
    from typing import Any

KINDS: tuple = ()  # type: ignore[type-arg]
# The journal knows a field by its index: the game's own come behind these.
SEAT = (("here", 0, 1, 1),)
TABLE = (("step", 0, 63, 0), ("round", 1, 999, 1), ("turn", 0, 7, 0))


def made(seats: int, counters: Any) -> tuple[Kind, Kind]:
    """The Kinds for so many seats and these counters, as in the file: (name, low, high, start, step, whose, zero)."""
    fields: Any = (list(SEAT), list(TABLE))
    for name, low, high, start, _, whose, _ in counters:
        fields[0 if whose else 1].append((name, low, high, start))
    return (Kind("seat", max(seats, 1), tuple(fields[0])), Kind("table", 1, tuple(fields[1])))
