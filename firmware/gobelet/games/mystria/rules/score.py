"""Mystria: the count of the points, in both versions of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, choice, number
from gobelet.rules.refused import Refused

from .sheets import (
    COLOURS,
    COMPLETE,
    DROPS,
    GROUP,
    MAJORITY,
    TURNS,
    VALUE,
    VERSIONS,
    board_values,
    values_by_colour,
)
from .turn import check_drops

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Key, Progress, Row, Values


def check_values(version: int, values: Sequence[int]) -> None:
    """Raise Refused(MY-E08) if `values` are not those of the version's score board."""
    if sorted(values) != board_values(version):
        raise Refused("MY-E08")


def check_groups(groups: Sequence[int], over: bool) -> None:
    """Refuse sizes that the largest groups of one player cannot have.

    `groups` has the size of the player's largest group of each colour. MY-E05 refuses an impossible size, MY-E06 a sum
    of sizes above the number of turns. If `over` is set, all turns are played, and MY-E07 refuses a player without any
    group.
    """
    if len(groups) != len(COLOURS) or min(groups) < 0 or max(groups) > TURNS:
        raise Refused("MY-E05")
    if sum(groups) > TURNS:
        raise Refused("MY-E06")
    if over and not max(groups):
        raise Refused("MY-E07")


class Count:
    """The points of both players. A pair is (points of player 0, points of player 1).

    colours    a pair for each colour
    board      the pair of the sums over all colours
    majority, objective, drops, total   the pair for each other part of the count, and for the sum of all parts
    by_drops   whether the totals are equal, so that the player with more drops wins (L149)
    winner     row of the winner, 0 or 1; a draw is impossible, because the numbers of drops are never equal
    """

    def __init__(
        self,
        version: int,
        values: Sequence[int],
        groups: Sequence[Sequence[int] | Sequence[int]],
        drops: Sequence[int],
        objective: Sequence[int],
    ) -> None:
        self.colours = [
            _points_of_colour(version, values[index], groups[0][index], groups[1][index])
            for index in range(len(values))
        ]
        self.board = tuple([sum([pair[row] for pair in self.colours]) for row in (0, 1)])
        self.majority = _points_of_larger(MAJORITY[version], max(groups[0]), max(groups[1]))
        self.objective: Any = objective if version == COMPLETE else (0, 0)
        self.drops: Any = drops
        self.total = tuple(
            [self.board[row] + self.majority[row] + self.objective[row] + drops[row] for row in (0, 1)]
        )
        self.by_drops = self.total[0] == self.total[1]
        better = drops if self.by_drops else self.total
        self.winner = 0 if better[0] > better[1] else 1


def _points_of_larger(points: int, mine: int, other: int) -> tuple[int, int]:
    """Return a pair: `points` for the player with the larger number, 0 for the other.

    If the numbers are equal, both players have 0 points.
    """
    return points if mine > other else 0, points if other > mine else 0


def _points_of_colour(version: int, value: int, mine: int, other: int) -> tuple[int, int]:
    """Return the points of both players for a colour.

    `mine` and `other` are the sizes of the two players' largest groups. In the complete version, the player with the
    larger group has the value of the colour (L213). In the initiation, each player has the value for each token of the
    group (L159).
    """
    return _points_of_larger(value, mine, other) if version == COMPLETE else (value * mine, value * other)


def count_points(
    version: int,
    values: Sequence[int],
    groups: Sequence[Sequence[int]],
    drops: Sequence[int],
    objective: Sequence[int] = (0, 0),
    over: bool = True,
) -> Count:
    """Return the Count of a game.

    `values` has the value of each colour. `groups`, `drops` and `objective` have an item for each player. The refusals
    are MY-E02, and MY-E05 to MY-E09.
    """
    check_values(version, values)
    check_drops(*drops)
    for row in (0, 1):
        check_groups(groups[row], over)
        if objective[row] < 0:
            raise Refused("MY-E09")
    return Count(version, values, groups, drops, objective)


def count_sheets(state: State, over: bool = False, placed: tuple[int, int, int] | None = None) -> Count:
    """Return the Count of the present Sheets.

    An unrevealed objective counts 0 points. `placed` is (row of the player, colour, size) of a group whose new size is
    not stored yet. The refusals are those of `count_points`.
    """
    get = state.get
    rows = (0, 1)
    groups = [values_by_colour(state, "player", row, GROUP) for row in rows]
    if placed:
        groups[placed[0]][placed[1]] = placed[2]
    return count_points(
        get("game", 0, "version"),
        values_by_colour(state, "game", 0, VALUE),
        groups,
        tuple([get("player", row, "drops") for row in rows]),
        tuple([max(get("player", row, "points"), 0) for row in rows]),
        over,
    )


def most_points(version: int) -> int:
    """Return the highest possible points of a player, without an objective.

    In the initiation, this player has all tokens in one group of the most valuable colour. In the complete version, the
    player has the larger group of every colour.
    """
    values = board_values(version)
    board = sum(values) if version == COMPLETE else values[-1] * TURNS
    return board + MAJORITY[version] + DROPS


# The count of points as a Procedure, for questions at the command line (host_tools.ask), which has no Sheets.


def count_of_inputs(inputs: Values) -> Count:
    """Return the Count for the inputs of the Procedure `count`."""
    a, b = [[inputs[who + colour] for colour in COLOURS] for who in ("a_", "b_")]
    values = [inputs[colour] for colour in COLOURS]
    drops = (inputs["a_drops"], DROPS - inputs["a_drops"])
    return count_points(
        inputs["version"], values, (a, b), drops, (inputs["a_objective"], inputs["b_objective"])
    )


def _step(values: Values, progress: Progress) -> Outcome:
    return Outcome(count_of_inputs(values).total)


def _is_complete(values: Values) -> bool:
    return values["version"] == COMPLETE


def _winner_test(row: Row) -> Callable[[Values, Key], object]:
    return lambda values, key: count_of_inputs(values).winner == row


count = Procedure(
    "count",
    (choice("version", VERSIONS),)
    + tuple([number(COLOURS[at], 0, 10, board_values(0)[at]) for at in range(len(COLOURS))])
    + tuple([number(who + colour, 0, TURNS, 1) for who in ("a_", "b_") for colour in COLOURS])
    + (
        number("a_drops", 0, DROPS, 6),
        number("a_objective", 0, 99, when=_is_complete),
        number("b_objective", 0, 99, when=_is_complete),
    ),
    _step,
    check=count_of_inputs,
    questions=(("a", _winner_test(0)), ("b", _winner_test(1))),
    explain="count",
    label=lambda key: "%d–%d" % key,
)
