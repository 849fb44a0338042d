"""The clocks: each player's whole time and that of the present turn, kept in minutes and seconds.

The time of the game is the sum of the players': a second always belongs to one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sheets import ROWS

if TYPE_CHECKING:
    from gobelet.core.sheet import State
    from gobelet.core.types import Change, Row

MOST = 32767 * 60 + 59


def seconds(state: State, kind: str, row: Row) -> int:
    """Seconds of the turn ("table", 0) or of a player ("player", row)."""
    return state.get(kind, row, "m") * 60 + state.get(kind, row, "s")


def game(state: State) -> int:
    """Seconds of the whole game."""
    return sum([seconds(state, "player", row) for row in range(ROWS)])


def _set(kind: str, row: Row, value: int) -> list[Change]:
    value = min(value, MOST)
    return [(kind, row, "m", value // 60), (kind, row, "s", value % 60)]


def kept(state: State, more: int, turn: int | None = None) -> list[Change]:
    """The changes that add `more` seconds to whose turn it is; with `turn` that player's turn begins."""
    now = state.get("table", 0, "turn")
    found = _set("player", now, seconds(state, "player", now) + more)
    if turn is None:
        return found + _set("table", 0, seconds(state, "table", 0) + more)
    return found + _set("table", 0, 0) + [("table", 0, "turn", turn)]


def written(value: int) -> str:
    """Seconds as "0:07", "12:34" or "1:02:03", with a real minus sign where there is one."""
    sign = "−" if value < 0 else ""
    value = abs(value)
    if value < 3600:
        return "%s%d:%02d" % (sign, value // 60, value % 60)
    return "%s%d:%02d:%02d" % (sign, value // 3600, value // 60 % 60, value % 60)
