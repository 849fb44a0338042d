"""Clock: the playing time in a row of a Sheet, such as the row of a player.

The row has one field for minutes and one for seconds, because seconds alone would exceed a 16-bit field after
nine hours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .sheet import State
    from .types import Change, Row, Sheet

FIELDS = (("m", 0, 32767, 0), ("s", 0, 59, 0))  # the fields minutes and seconds, declared as in `Kind`
MOST = 32767 * 60 + 59  # longest playing time that a row can store, in seconds


def seconds(state: State, kind: Sheet, row: Row) -> int:
    """Return the number of seconds of playing time in a row of the Sheet `kind`."""
    return state.get(kind, row, "m") * 60 + state.get(kind, row, "s")


def time_changes(kind: Sheet, row: Row, value: int) -> list[Change]:
    """Return the changes that set the playing time in a row to `value` seconds.

    A `value` above MOST counts as MOST.
    """
    value = min(value, MOST)
    return [(kind, row, "m", value // 60), (kind, row, "s", value % 60)]


def clock_text(value: int) -> str:
    """Return a time of `value` seconds as text, such as "0:07" or "1:02:03".

    A negative time begins with the sign "−", not with a hyphen.
    """
    sign = "−" if value < 0 else ""
    value = abs(value)
    if value < 3600:
        return "%s%d:%02d" % (sign, value // 60, value % 60)
    return "%s%d:%02d:%02d" % (sign, value // 3600, value // 60 % 60, value % 60)
