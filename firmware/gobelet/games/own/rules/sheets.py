"""The Kinds of a game as text, which `declaration.load_game` sets.

seat   one row for each seat. Fields: `here` (1 if the seat has a player), then the counters that each seat has
table  one row. Fields: step of the turn, round, seat in turn, then the counters that all players share
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.sheet import Kind

if TYPE_CHECKING:
    from typing import Any

KINDS: tuple = ()  # type: ignore[type-arg]
# For each Kind, the names of the counters that earlier texts had and the present text lacks. The fields of these
# counters keep their values. SECRET has the same content, so that the USB link does not send these fields.
GONE_FIELDS: dict = {}  # type: ignore[type-arg]
SECRET: dict = {}  # type: ignore[type-arg]
# The first fields of the two Kinds. The journal stores the index of a field, so the counters must follow these fields.
SEAT = (("here", 0, 1, 1),)
TABLE = (("step", 0, 63, 0), ("round", 1, 999, 1), ("turn", 0, 7, 0))


def make_kinds(seats: int, counters: Any, steps: int) -> tuple[Kind, Kind]:
    """Return the Kinds of a game.

    seats     maximum number of seats that a version of the text has had.
    counters  (counters of the table, counters of each seat), removed counters included.
    steps     number of steps of a turn, removed steps included.
    """
    step, low, high, start = TABLE[0]
    table = ((step, low, max(high, steps - 1), start),) + TABLE[1:]
    return (
        Kind("seat", max(seats, 1), SEAT + tuple([tuple(each) for each in counters[1]])),
        Kind("table", 1, table + tuple([tuple(each) for each in counters[0]])),
    )
