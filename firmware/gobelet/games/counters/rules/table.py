"""The set-up of players, counters and clocks.

Each public function except `clamp` returns the changes of one transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sheets import COUNTERS, PLAYERS, ROWS, VALUE_FIELDS, word
from .turns import seated_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row


def _value_changes(row: Row, value: int) -> list[Change]:
    """Return the changes that set the counter `row` to a value for all players.

    They also change the rows of the Kind "player" that are not in use.
    """
    return [("player", index, VALUE_FIELDS[row], value) for index in range(ROWS)]


def clamp(value: int, low: int, high: int) -> int:
    """Return `value`, limited to the range from `low` to `high`."""
    return max(low, min(high, value))


def reset(state: State) -> list[Change]:
    """Return the changes that start the game anew.

    All players get the start values. Every clock is set to 0, the initiative ends, and all marks are removed.
    """
    found = reset_clocks(state) + [("table", 0, "round", 0)]
    found += [("player", row, "marks", 0) for row in range(ROWS)]
    for row in range(COUNTERS):
        found += _value_changes(row, state.get("counter", row, "start"))
    return found


def reset_clocks(state: State) -> list[Change]:
    """Return the changes that set every clock to 0."""
    found = [("table", 0, "era", (state.get("table", 0, "era") + 1) & 32767)]
    for kind, rows in (("table", 1), ("player", ROWS)):
        for row in range(rows):
            found += [(kind, row, "m", 0), (kind, row, "s", 0)]
    return found


def set_players(state: State, players: int) -> list[Change]:
    """Return the changes that set the number of players.

    New players get the start value of each counter.
    """
    found = [("table", 0, "players", players)]
    if players <= state.get("table", 0, "turn") < PLAYERS:
        found.append(("table", 0, "turn", 0))
    return found + _start_changes(state, range(state.get("table", 0, "players"), players))


def set_others(state: State, count: int) -> list[Change]:
    """Return the changes that set the number of non-players.

    New non-players get the start value of each counter.
    """
    found = [("table", 0, "others", count)]
    if state.get("table", 0, "turn") >= PLAYERS + count:
        found.append(("table", 0, "turn", 0))
    return found + _start_changes(state, range(PLAYERS + state.get("table", 0, "others"), PLAYERS + count))


def _start_changes(state: State, rows: Iterable[Row]) -> list[Change]:
    """Return the changes that give new players the start value of each counter.

    `rows` has the rows of these players or non-players. They then have no initiative and no marks.
    """
    found = []
    for index in rows:
        found += [("player", index, field, 0) for field in ("score", "tie", "rank", "marks")]
        for row in range(COUNTERS):
            found.append(("player", index, VALUE_FIELDS[row], state.get("counter", row, "start")))
    return found


def add_counter(state: State, index: int) -> list[Change]:
    """Return the changes that add a counter with the usual name `index`, from 1.

    The caller makes sure that the game has fewer than COUNTERS counters.
    """
    row = state.get("table", 0, "counters")
    return [("table", 0, "counters", row + 1), ("counter", row, "step", 1)] + _usual_changes(row, index)


def rename_counter(state: State, row: Row, index: int) -> list[Change]:
    """Return the changes that give the counter `row` the usual name `index`, from 1.

    If all players have the start value of the counter, the counter also gets the start value and bounds of the name.
    """
    return _usual_changes(row, index) if _is_at_start(state, row) else [("counter", row, "word", index)]


def _usual_changes(row: Row, index: int) -> list[Change]:
    """Return the changes that give a counter a usual name with its start and bounds.

    All players get the start value.
    """
    _, start, low, high = word(index)
    found = [("counter", row, "word", index)]
    for name, value in (("start", start), ("low", low), ("high", high)):
        found.append(("counter", row, name, value))
    return found + _value_changes(row, start)


def _is_at_start(state: State, row: Row) -> bool:
    """Tell whether all players and non-players have the counter's start value."""
    start = state.get("counter", row, "start")
    for index in list(range(PLAYERS)) + seated_rows(state):
        if state.get("player", index, VALUE_FIELDS[row]) != start:
            return False
    return True


def remove_counter(state: State, row: Row) -> list[Change]:
    """Return the changes that remove the counter `row`.

    Each counter after the removed counter moves to the row before. The caller makes sure that the game has at least two
    counters.
    """
    last = state.get("table", 0, "counters") - 1
    found = [("table", 0, "counters", last)]
    for index in range(row, last):
        for field in state.kind("counter").fields:
            found.append(("counter", index, field, state.get("counter", index + 1, field)))
        for player in range(ROWS):
            value = state.get("player", player, VALUE_FIELDS[index + 1])
            found.append(("player", player, VALUE_FIELDS[index], value))
    return found


def edit_counter(state: State, row: Row, field: str, value: int) -> list[Change]:
    """Return the changes that set a field of a counter.

    `field` is "start", "step", "low" (the minimum) or "high" (the maximum). A new minimum or maximum also limits the
    other bound, the start value and the players' values. If all players have the old start value, they get the new
    start value.
    """
    values = {field: value}
    for name in ("start", "low", "high"):
        values[name] = value if name == field else state.get("counter", row, name)
    if field == "low":
        values["high"] = max(values["high"], value)
    elif field == "high":
        values["low"] = min(values["low"], value)
    low, high = values["low"], values["high"]
    values["start"] = clamp(values["start"], low, high)
    found = [("counter", row, name, values[name]) for name in sorted(values)]
    if field == "start" and _is_at_start(state, row):
        return found + _value_changes(row, value)
    name = VALUE_FIELDS[row]
    for index in range(ROWS):
        found.append(("player", index, name, clamp(state.get("player", index, name), low, high)))
    return found
