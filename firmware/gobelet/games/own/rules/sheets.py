"""The Kinds of a game as text. `declaration.take` sets those of the open game.

seat   a row for each seat: `here`, 1 if it has a player, then its counters
table  one row: step of the turn, round, seat in turn, then the shared counters
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.sheet import Kind

if TYPE_CHECKING:
    from typing import Any

KINDS: tuple = ()  # type: ignore[type-arg]
# By Kind, the counters that the text has removed. Their fields still have values, which the link never sends.
GONE_FIELDS: dict = {}  # type: ignore[type-arg]
SECRET: dict = {}  # type: ignore[type-arg]
# The first fields of the Kinds. The journal stores indexes of fields, so counters must follow these.
SEAT = (("here", 0, 1, 1),)
TABLE = (("step", 0, 63, 0), ("round", 1, 999, 1), ("turn", 0, 7, 0))


def make_kinds(seats: int, counters: Any, steps: int) -> tuple[Kind, Kind]:
    """Return the Kinds of a game.

    counters  those of the table, and those of a seat, see `ids.Ids`
    steps     number of steps of a turn that the game ever had
    """
    step, low, high, start = TABLE[0]
    table = ((step, low, max(high, steps - 1), start),) + TABLE[1:]
    return (
        Kind("seat", max(seats, 1), SEAT + tuple([tuple(each) for each in counters[1]])),
        Kind("table", 1, table + tuple([tuple(each) for each in counters[0]])),
    )
