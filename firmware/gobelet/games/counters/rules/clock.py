"""The clocks: the times of the players and of the present turn.

Each second counts for the player in turn. So the time of the game is the sum of all players' times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import seconds, time_changes

from .sheets import ROWS

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change


def game_seconds(state: State) -> int:
    """Return the time of the game in seconds, without seconds not yet in the Sheets."""
    return sum([seconds(state, "player", row) for row in range(ROWS)])


def add_time(state: State, more: int, turn: int | None = None) -> list[Change]:
    """Return the changes that add `more` seconds to the time of the player in turn.

    turn: the row of the player whose turn then begins; None continues the present turn.
    """
    now = state.get("table", 0, "turn")
    found = time_changes("player", now, seconds(state, "player", now) + more)
    if turn is None:
        return found + time_changes("table", 0, seconds(state, "table", 0) + more)
    return found + time_changes("table", 0, 0) + [("table", 0, "turn", turn)]
