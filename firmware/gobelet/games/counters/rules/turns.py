"""The course of turns, in the order of the seats or of the initiative.

A row of the Kind "player" is a player or a non-player. A player who is out has no turns. An initiative is active while
the field "round", the number of the round, is not 0. A row has three fields for the initiative. The row with the
highest "score" plays first. The field "tie" orders rows with equal scores, again the highest first. The field "rank" is
the place of the row in this order, from 1. A delayed turn changes the ranks, but not the scores and ties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clock import add_time
from .sheets import MOST_ROUNDS, OTHERS, PLAYERS, ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row


def seated_rows(state: State) -> list[Row]:
    """Return the rows in use: those of the players, then those of the non-players."""
    others = PLAYERS + min(state.get("table", 0, "others"), OTHERS)
    return list(range(state.get("table", 0, "players"))) + list(range(PLAYERS, others))


def is_out(state: State, row: Row) -> bool:
    """Tell whether a player or non-player is out.

    A player is out if the first counter, such as life, has a start value above 0 and the player's value is 0 or less.
    """
    return state.get("counter", 0, "start") > 0 >= state.get("player", row, "v0")


def turn_order(state: State) -> list[Row]:
    """Return the rows in use in the order of their turns.

    Players who joined after the roll of an active initiative are last.
    """
    return order_of_initiative(state) if state.get("table", 0, "round") else seated_rows(state)


def order_of_initiative(state: State) -> list[Row]:
    """Return the rows in use in the order of the last initiative, also after its end.

    Rows without a rank are last.
    """
    keys = [(state.get("player", row, "rank") or ROWS + 1) * ROWS + row for row in seated_rows(state)]
    return [key % ROWS for key in sorted(keys)]


def step_turn(state: State, by: int) -> tuple[Row, int]:
    """Return (row, round) of the next turn (`by` 1) or of the turn before (`by` -1).

    Players who are out are skipped. If all other players are out, the row is that of the present turn.
    """
    order = turn_order(state)
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
    """Return the changes that begin the next turn (`by` 1) or the turn before (-1).

    `more` is the number of seconds of the present turn that are not in the Sheets yet. The list is empty if all other
    players are out, or if there is no turn before the present turn.
    """
    row, rounds = step_turn(state, by)
    if row == state.get("table", 0, "turn") or (state.get("table", 0, "round") and not rounds):
        return []
    return add_time(state, more, row) + [("table", 0, "round", rounds)]


def delay_row(state: State, more: int) -> list[Change]:
    """Return the changes that let the next row play before the row in turn.

    The turn of the next row begins, and the delayed row plays after the next row. The list is empty without an active
    initiative, and for the last row of a round. `more` is the number of seconds of the present turn that are not in the
    Sheets yet.
    """
    now = state.get("table", 0, "turn")
    row, rounds = step_turn(state, 1)
    if not rounds or rounds != state.get("table", 0, "round") or row == now:
        return []
    order = turn_order(state)
    order.remove(now)
    order.insert(order.index(row) + 1, now)
    return add_time(state, more, row) + _rank_changes(order)


def _rank_changes(order: list[Row]) -> list[Change]:
    """Return the changes that give the rows in `order` the ranks from 1."""
    return [("player", row, "rank", index + 1) for index, row in enumerate(order)]


def set_scores(
    state: State, scores: Mapping[Row, int], ties: Mapping[Row, int] | None = None
) -> list[Change]:
    """Return the changes that set the scores of some rows, and all ranks.

    `scores` maps rows to new values of the field "score", `ties` maps rows to new values of the field "tie". A row that
    is only in `scores` gets the tie 0. The ranks order all rows by score, then by tie, the highest first.
    """
    ties = ties or {}
    found = []
    keys = []
    for row in seated_rows(state):
        score = scores.get(row, state.get("player", row, "score"))
        tie = ties.get(row, 0 if row in scores else state.get("player", row, "tie"))
        found += [("player", row, "score", score), ("player", row, "tie", tie)]
        keys.append((-score * 1000 - tie) * ROWS + row)
    return found + _rank_changes([key % ROWS for key in sorted(keys)])


def tied_rows(state: State) -> list[Row]:
    """Return the first rows of the initiative with the same score and the same tie.

    The list is empty if there are no such rows. Players who are out, and rows without a rank, are not compared.
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
    """Return the changes that begin the first round.

    The first turn belongs to the first row of the initiative whose player is not out. `more` is the number of seconds
    of the present turn that are not in the Sheets yet.
    """
    order = order_of_initiative(state)
    inside = [row for row in order if not is_out(state, row)]
    return add_time(state, more, (inside or order)[0]) + [("table", 0, "round", 1)]
