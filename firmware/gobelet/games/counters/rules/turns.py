"""The course of turns, in the order of the seats or of the initiative.

A row that is out is skipped, and rounds are counted. An initiative is active while "round" is not 0. Each row
then has a score, and higher scores come first. "tie" orders equal scores, and "rank" is the position in the
order, from 1: a delay changes only the rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clock import keep_time
from .sheets import MOST_ROUNDS, OTHERS, PLAYERS, ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row


def seated_rows(state: State) -> list[Row]:
    """The rows at the table: the players, then the others."""
    others = PLAYERS + min(state.get("table", 0, "others"), OTHERS)
    return list(range(state.get("table", 0, "players"))) + list(range(PLAYERS, others))


def is_out(state: State, row: Row) -> bool:
    """Tell whether a row is out: its first counter began above zero, and is at zero now."""
    return state.get("counter", 0, "start") > 0 >= state.get("player", row, "v0")


def in_order(state: State) -> list[Row]:
    """The rows at the table in the order of their turns. Rows that joined after the initiative come last."""
    return order_of_initiative(state) if state.get("table", 0, "round") else seated_rows(state)


def order_of_initiative(state: State) -> list[Row]:
    """The rows at the table in the order of the initiative, active or not."""
    keys = [(state.get("player", row, "rank") or ROWS + 1) * ROWS + row for row in seated_rows(state)]
    return [key % ROWS for key in sorted(keys)]


def step(state: State, by: int) -> tuple[Row, int]:
    """The row whose turn is next, or with `by` -1 was before, and the round of that turn.

    If all other rows are out, the result is the row of this turn.
    """
    order = in_order(state)
    now = state.get("table", 0, "turn")
    index = order.index(now) if now in order else 0
    rounds = state.get("table", 0, "round")
    for _ in order:
        index += by
        if not 0 <= index < len(order):
            index %= len(order)
            if rounds:
                rounds = min(rounds + by, MOST_ROUNDS)
        if not is_out(state, order[index]):
            break
    return order[index], rounds


def pass_turn(state: State, more: int, by: int = 1) -> list[Change]:
    """The changes that begin the next turn, or with `by` -1 the turn before.

    `more` is the number of seconds that are not in the Sheets yet. The list is empty if no other row can have
    the turn.
    """
    row, rounds = step(state, by)
    if row == state.get("table", 0, "turn") or (state.get("table", 0, "round") and not rounds):
        return []
    return keep_time(state, more, row) + [("table", 0, "round", rounds)]


def delay_row(state: State, more: int) -> list[Change]:
    """The changes that delay the row of this turn: it acts after the next row.

    The turn of the next row begins. The list is empty without an initiative, and for the last row of a round.
    """
    now = state.get("table", 0, "turn")
    row, rounds = step(state, 1)
    if not rounds or rounds != state.get("table", 0, "round") or row == now:
        return []
    order = in_order(state)
    order.remove(now)
    order.insert(order.index(row) + 1, now)
    return keep_time(state, more, row) + _ranks(order)


def _ranks(order: list[Row]) -> list[Change]:
    return [("player", row, "rank", index + 1) for index, row in enumerate(order)]


def set_scores(
    state: State, scores: Mapping[Row, int], ties: Mapping[Row, int] | None = None
) -> list[Change]:
    """The changes that set the scores of some rows, and the numbers that order ties.

    The order of all rows then follows the scores. A row with a new score loses its old number of a tie,
    unless `ties` has a new one.
    """
    ties = ties or {}
    found = []
    keys = []
    for row in seated_rows(state):
        score = scores.get(row, state.get("player", row, "score"))
        tie = ties.get(row, 0 if row in scores else state.get("player", row, "tie"))
        found += [("player", row, "score", score), ("player", row, "tie", tie)]
        keys.append((-score * 1000 - tie) * ROWS + row)
    return found + _ranks([key % ROWS for key in sorted(keys)])


def tied_rows(state: State) -> list[Row]:
    """The rows of the first tie in the initiative, [] if there is none.

    Rows that are out or have no score do not count.
    """
    found: list[Row] = []
    last = None
    for row in order_of_initiative(state):
        if is_out(state, row) or not state.get("player", row, "rank"):
            continue
        key = (state.get("player", row, "score"), state.get("player", row, "tie"))
        if key == last:
            found.append(row)
        elif len(found) > 1:
            break
        else:
            found = [row]
        last = key
    return found if len(found) > 1 else []


def begin_rounds(state: State, more: int) -> list[Change]:
    """The changes that begin the first round, with the first row of the order that is not out."""
    order = order_of_initiative(state)
    inside = [row for row in order if not is_out(state, row)]
    return keep_time(state, more, (inside or order)[0]) + [("table", 0, "round", 1)]
