"""Tri'Nytia: the two modes for few players.

In Tricorne, each of 3 players plays a Corsaire (pirate). In Duel Astral, each of 2 players plays a god with three
champions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import turn
from .cards import gold_left
from .combat import check_alive
from .sheets import ALIVE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row

# The name of each of the three Corsaires, its first face-down card, and the pack of that card (L225-228).
CORSAIRS = (
    "dolg    tresor    bleu",
    "coepor  boussole  violet",
    "selvir  sabre     rouge",
)


def check_stakes(state: State, row: Row = -1) -> None:
    """Refuse stakes of Corsaires (pirates) that the rules forbid.

    `row` is the row of a Corsaire who is about to stake, or -1. TN-E10 refuses a dead Corsaire, TN-E24 a stake above
    the gold owned, TN-E13 Corsaires who stake on different Lieux (places).
    """
    lieux = []
    for index in range(len(CORSAIRS)):
        stake = state.get("char", index, "stake")
        if stake or index == row:
            check_alive(index, state.get("char", index, "seat") == ALIVE)
            gold_left(state.get("char", index, "gold"), max(stake, 1))
            lieux.append(state.get("char", index, "lieu"))
    if len(set(lieux)) > 1:
        raise Refused("TN-E13")


def champions(
    alive: Sequence[int], played: Sequence[int], own: Sequence[Row] | None = None
) -> tuple[list[Row], bool]:
    """Return (rows of the champions who may play now, whether a new round begins).

    The living champions who have not played in this round may play. If there are none, a new round begins, in which all
    living champions may play. `own` limits the rows to the champions of one god; None means both gods. A god for whom
    the list is empty passes [A-TN14].
    """
    rows = range(len(alive))
    left = [index for index in rows if alive[index] and not played[index]]
    again = not left
    if again:
        left = [index for index in rows if alive[index]]
    return [index for index in left if own is None or index in own], again


def rows_of(god: int) -> tuple[Row, ...]:
    """Return the rows of a god's champions: god 1 is Solaire (sun), 2 Lunaire (moon)."""
    return (0, 1, 2) if god == 1 else (3, 4, 5)


def may_play(state: State, god: int) -> list[Row]:
    """Return the rows of the champions that `god` may play now."""
    alive = turn.life_flags(state)
    return champions(alive, _played_rows(state), rows_of(god))[0]


def begin_turn(row: Row) -> list[Change]:
    """Return the changes when a god begins a turn with the champion in `row`."""
    return turn.begin_turn(row) + [("char", row, "played", 1)]


def pass_turn(state: State) -> list[Change]:
    """Return the changes that end a champion's turn and begin a god's turn.

    The turn passes to the other god, unless the other god has no champion who may play. No champion is active after
    these changes: the player of the god chooses one.
    """
    changes = turn.end_turn(state)
    god = 3 - state.get("game", 0, "god")
    alive = turn.life_flags(state)
    mine, again = champions(alive, _played_rows(state), rows_of(god))
    if again:
        changes += turn.begin_cycle(state)
        for row in range(len(alive)):
            changes.append(("char", row, "played", 0))
    elif not mine:
        god = 3 - god
    return changes + [("game", 0, "god", god), ("game", 0, "active", -1)]


def _played_rows(state: State) -> list[int]:
    return [state.get("char", row, "played") for row in range(turn.seats(state))]
