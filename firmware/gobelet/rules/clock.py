"""Clock: the playing time of a row, as Sheets keep it.

A row has a field of minutes and a field of seconds, because a 16-bit field of seconds would overflow after
nine hours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .sheet import State
    from .types import Change, Row, Sheet

FIELDS = (("m", 0, 32767, 0), ("s", 0, 59, 0))  # fields that a Kind with a clock declares
MOST = 32767 * 60 + 59  # longest time in seconds


def seconds(state: State, kind: Sheet, row: Row) -> int:
    """Return the playing time of a row in seconds."""
    return state.get(kind, row, "m") * 60 + state.get(kind, row, "s")


def time_changes(kind: Sheet, row: Row, value: int) -> list[Change]:
    """Return the changes that set the playing time of a row to `value` seconds.

    A time above MOST is set to MOST.
    """
    value = min(value, MOST)
    return [(kind, row, "m", value // 60), (kind, row, "s", value % 60)]


def clock_text(value: int) -> str:
    """Return seconds as text, such as "0:07" or "1:02:03".

    A negative value has a real minus sign.
    """
    sign = "−" if value < 0 else ""
    value = abs(value)
    if value < 3600:
        return "%s%d:%02d" % (sign, value // 60, value % 60)
    return "%s%d:%02d:%02d" % (sign, value // 3600, value // 60 % 60, value % 60)
