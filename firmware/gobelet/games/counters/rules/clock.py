"""The clocks: each player's whole time and the time of the present turn.

The time of the game is the sum of the players' times: each second belongs to one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import seconds, time_changes

from .sheets import ROWS

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change


def game(state: State) -> int:
    """Seconds of the whole game."""
    return sum([seconds(state, "player", row) for row in range(ROWS)])


def keep_time(state: State, more: int, turn: int | None = None) -> list[Change]:
    """The changes that add `more` seconds to the present player's time.

    If `turn` is given, the turn of that player begins.
    """
    now = state.get("table", 0, "turn")
    found = time_changes("player", now, seconds(state, "player", now) + more)
    if turn is None:
        return found + time_changes("table", 0, seconds(state, "table", 0) + more)
    return found + time_changes("table", 0, 0) + [("table", 0, "turn", turn)]
