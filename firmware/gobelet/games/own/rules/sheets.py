"""The Kinds of the game that is text and open, "seat" and "table". `declaration.take` puts them here.

seat   a row for each player: `here`, whether they play, then the counters of each
table  one row: which step of the turn, which round, which seat's turn, then the counters of all
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.sheet import Kind

if TYPE_CHECKING:
    from typing import Any

KINDS: tuple = ()  # type: ignore[type-arg]
# By Kind, the counters that the text has no more: their values wait there. The link tells them to nobody.
GONE_FIELDS: dict = {}  # type: ignore[type-arg]
SECRET: dict = {}  # type: ignore[type-arg]
# The journal knows a field by its index: the game's own come behind these.
SEAT = (("here", 0, 1, 1),)
TABLE = (("step", 0, 63, 0), ("round", 1, 999, 1), ("turn", 0, 7, 0))


def made(seats: int, counters: Any, steps: int) -> tuple[Kind, Kind]:
    """The Kinds for so many seats, counters of the table and of a seat as `ids` has them, and steps of a turn."""
    step, low, high, start = TABLE[0]
    table = ((step, low, max(high, steps - 1), start),) + TABLE[1:]
    return (
        Kind("seat", max(seats, 1), SEAT + tuple([tuple(each) for each in counters[1]])),
        Kind("table", 1, table + tuple([tuple(each) for each in counters[0]])),
    )
