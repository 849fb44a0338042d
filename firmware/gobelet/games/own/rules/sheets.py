"""The Kinds of a game as text, which `declaration.load_game` sets.

seat   one row for each seat: `here` (1 if the seat has a player), then the counters of the seat
table  one row: step of the turn, round, seat in turn, then the counters that all players share
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.sheet import Kind

if TYPE_CHECKING:
    from typing import Any

KINDS: tuple = ()  # type: ignore[type-arg]
# By Kind, the names of the counters that the text does not have any more. The fields of these counters keep their
# values, which the link never sends.
GONE_FIELDS: dict = {}  # type: ignore[type-arg]
SECRET: dict = {}  # type: ignore[type-arg]
# The first fields of each Kind. The journal stores the index of a field, so counters must follow these fields.
SEAT = (("here", 0, 1, 1),)
TABLE = (("step", 0, 63, 0), ("round", 1, 999, 1), ("turn", 0, 7, 0))


def make_kinds(seats: int, counters: Any, steps: int) -> tuple[Kind, Kind]:
    """Return the Kinds of a game.

    counters  (counters of the table, counters of a seat), see `ids.Ids`.
    steps     number of steps of a turn that the text has or had.
    """
    step, low, high, start = TABLE[0]
    table = ((step, low, max(high, steps - 1), start),) + TABLE[1:]
    return (
        Kind("seat", max(seats, 1), SEAT + tuple([tuple(each) for each in counters[1]])),
        Kind("table", 1, table + tuple([tuple(each) for each in counters[0]])),
    )
