"""The set-up of the table: each function returns the changes of one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sheets import COUNTERS, PLAYERS, ROWS, VALUE_FIELDS, word
from .turns import seated_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row


def _all(row: Row, value: int) -> list[Change]:
    """The changes of counter `row` for all rows of players, used or not."""
    return [("player", index, VALUE_FIELDS[row], value) for index in range(ROWS)]


def clamp(value: int, low: int, high: int) -> int:
    """The value from low to high that is nearest to `value`."""
    return max(low, min(high, value))


def reset(state: State) -> list[Change]:
    """The changes that reset counters, clocks, initiative and marks to their start."""
    found = reset_clocks(state) + [("table", 0, "round", 0)]
    found += [("player", row, "marks", 0) for row in range(ROWS)]
    for row in range(COUNTERS):
        found += _all(row, state.get("counter", row, "start"))
    return found


def reset_clocks(state: State) -> list[Change]:
    """The changes that set every clock to 0."""
    found = [("table", 0, "era", (state.get("table", 0, "era") + 1) & 32767)]
    for kind, rows in (("table", 1), ("player", ROWS)):
        for row in range(rows):
            found += [(kind, row, "m", 0), (kind, row, "s", 0)]
    return found


def seat(state: State, players: int) -> list[Change]:
    """The changes that set another number of players. New players begin at the start values."""
    found = [("table", 0, "players", players)]
    if players <= state.get("table", 0, "turn") < PLAYERS:
        found.append(("table", 0, "turn", 0))
    return found + _order_joining(state, range(state.get("table", 0, "players"), players))


def others(state: State, count: int) -> list[Change]:
    """The changes that set another number of non-players at the table."""
    found = [("table", 0, "others", count)]
    if state.get("table", 0, "turn") >= PLAYERS + count:
        found.append(("table", 0, "turn", 0))
    return found + _order_joining(state, range(PLAYERS + state.get("table", 0, "others"), PLAYERS + count))


def _order_joining(state: State, rows: Iterable[Row]) -> list[Change]:
    found = []
    for index in rows:
        found += [("player", index, field, 0) for field in ("score", "tie", "rank", "marks")]
        for row in range(COUNTERS):
            found.append(("player", index, VALUE_FIELDS[row], state.get("counter", row, "start")))
    return found


def add(state: State, index: int) -> list[Change]:
    """The changes that add a counter, with usual name `index`. The table must have room for the counter."""
    row = state.get("table", 0, "counters")
    return [("table", 0, "counters", row + 1), ("counter", row, "step", 1)] + _usual(row, index)


def rename(state: State, row: Row, index: int) -> list[Change]:
    """Set the usual name `index` of a counter.

    The counter gets the usual start and bounds too if all its values are still at the start.
    """
    return _usual(row, index) if _fresh(state, row) else [("counter", row, "word", index)]


def _usual(row: Row, index: int) -> list[Change]:
    _, start, low, high = word(index)
    found = [("counter", row, "word", index)]
    for name, value in (("start", start), ("low", low), ("high", high)):
        found.append(("counter", row, name, value))
    return found + _all(row, start)


def _fresh(state: State, row: Row) -> bool:
    start = state.get("counter", row, "start")
    for index in list(range(PLAYERS)) + seated_rows(state):
        if state.get("player", index, VALUE_FIELDS[row]) != start:
            return False
    return True


def remove(state: State, row: Row) -> list[Change]:
    """The changes that remove counter `row`.

    The counters after the removed one move up by one. The last remaining counter cannot be removed.
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


def edit(state: State, row: Row, field: str, value: int) -> list[Change]:
    """Change the start, step, minimum or maximum of a counter.

    The other two bounds are adjusted, and so are the players' values. If all values are still at the start,
    they get the new start.
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
    if field == "start" and _fresh(state, row):
        return found + _all(row, value)
    name = VALUE_FIELDS[row]
    for index in range(ROWS):
        found.append(("player", index, name, clamp(state.get("player", index, name), low, high)))
    return found
