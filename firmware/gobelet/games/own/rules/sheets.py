"""The Kinds of the open game that is a text, "seat" and "table". `declaration.take` sets these Kinds.

seat   a row for each player: `here`, whether he plays, then his counters
table  one row: step of the turn, round, seat whose turn it is, then the shared counters
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.sheet import Kind

if TYPE_CHECKING:
    from typing import Any

KINDS: tuple = ()  # type: ignore[type-arg]
# For each Kind, the counters that the text has removed. The fields of these counters still have values, which
# the link never sends.
GONE_FIELDS: dict = {}  # type: ignore[type-arg]
SECRET: dict = {}  # type: ignore[type-arg]
# The journal stores the index of a field, so the game's own fields come after these.
SEAT = (("here", 0, 1, 1),)
TABLE = (("step", 0, 63, 0), ("round", 1, 999, 1), ("turn", 0, 7, 0))


def make_kinds(seats: int, counters: Any, steps: int) -> tuple[Kind, Kind]:
    """The Kinds for this many seats.

    `counters` are those of the table and of a seat from `ids`; `steps` is the number of steps of a turn.
    """
    step, low, high, start = TABLE[0]
    table = ((step, low, max(high, steps - 1), start),) + TABLE[1:]
    return (
        Kind("seat", max(seats, 1), SEAT + tuple([tuple(each) for each in counters[1]])),
        Kind("table", 1, table + tuple([tuple(each) for each in counters[0]])),
    )
