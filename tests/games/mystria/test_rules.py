"""Mystria: set-up, turns, loss and count on the Sheets.

The expected values are those of RULES.md.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

from gobelet.games.mystria.rules import draws, score, sheets, turn, walks
from gobelet.games.mystria.rules.sheets import (
    COMPLETE,
    GAVE_UP,
    INITIATION,
    KINDS,
    OVER,
    PLAY,
    SETUP,
    mending_changes,
)
from gobelet.rules.procedure import Refused, values
from gobelet.rules.sheet import State

A, B = 0, 1
VIOLET, GREEN, BLUE, RED = range(4)


def make_changes(state: State, changes: list[Any]) -> State:
    state.apply(state.effects(changes))
    return state


def make_game(version: int = INITIATION, first: int = A) -> State:
    """A game at its first turn; violet has the lowest value, red the highest."""
    state = make_changes(State(KINDS), turn.start_game(version))
    make_changes(state, turn.set_first_player(first))
    while turn.colours_without_value(state):
        make_changes(
            state,
            turn.give_value(
                state,
                {0: RED, 1: VIOLET}[version]
                if not given_count(state)
                else turn.colours_without_value(state)[0],
            ),
        )
    return make_changes(state, turn.begin_first_turn(state))


def given_count(state: State) -> int:
    return 4 - len(turn.colours_without_value(state))


def game_value(state: State, field: str) -> int:
    return int(state.get("game", 0, field))


def test_the_bag_is_known_while_stacks_are_dealt_and_once_all_are() -> None:
    state = make_changes(State(KINDS), turn.start_game(COMPLETE))
    make_changes(state, [("game", 0, "part", SETUP), ("table", 0, "cells", 10), ("game", 0, "dealt", 1)])
    assert None not in turn.bag_counts(state)
    make_changes(state, [("game", 0, "part", PLAY)])
    assert turn.bag_counts(state) == [None] * 4, "the other stacks were laid by hand"
    make_changes(state, turn.store_count(state, BLUE, 3))
    assert turn.bag_counts(state) == [None, None, 3, None]
    make_changes(state, [("game", 0, "dealt", 10)])
    assert None not in turn.bag_counts(state)


def test_each_player_is_asked_for_as_the_winner() -> None:
    tests = dict(score.count.questions)
    v = values(score.count, {"a_drops": 6, "a_red": 5})
    assert tests["a"](v, None) and not tests["b"](v, None)
    v = values(score.count, {"a_drops": 0, "b_red": 5})
    assert tests["b"](v, None) and not tests["a"](v, None)


def drops_of_both(state: State) -> tuple[int, int]:
    return state.get("player", A, "drops"), state.get("player", B, "drops")


def refusal_code(call: Any, *args: Any) -> str:
    with pytest.raises(Refused) as raised:
        call(*args)
    return str(raised.value.code)


# The components.


def test_the_components_as_they_are_listed() -> None:
    """L39-50: eleven drops, 64 tokens in four colours, eight tiles; L76: six and five drops."""
    assert sheets.DROPS == 11 == sum(sheets.START)
    assert len(sheets.COLOURS) * sheets.OF_COLOUR == 64
    assert (sheets.TILES, sheets.TURNS, sheets.CELLS) == (8, 12, 64 // 3)
    assert [sheets.board_values(version) for version in (INITIATION, COMPLETE)] == [
        [2, 3, 3, 4],
        [3, 5, 7, 10],
    ]
    assert sheets.MAJORITY == (5, 3)


@pytest.mark.parametrize("version", ["expert", 2, -1, None])
def test_a_version_that_there_is_not(version: Any) -> None:
    assert refusal_code(turn.check_version, version) == "MY-E01"


@pytest.mark.parametrize("players", [0, 1, 3, 4])
def test_it_is_a_duel(players: int) -> None:
    assert refusal_code(turn.check_players, players) == "MY-E15"
    turn.check_players(2)


# Set-up.


def test_both_set_ups_in_their_order() -> None:
    """The order is that of L66-90.

    L193-201 adds the objectives, and gives the values when the board is ready.
    """
    short = [name for name, _ in walks.setup_walk(INITIATION)]
    long = [name for name, _ in walks.setup_walk(COMPLETE)]
    assert short == ["board", "boards", "first", "drops", "stacks", "values", "majority", "start"]
    assert long == [
        "board",
        "boards",
        "first",
        "drops",
        "stacks",
        "objectives",
        "majority",
        "values",
        "start",
    ]


@pytest.mark.parametrize(("first", "expected"), [(A, (6, 5)), (B, (5, 6))])
def test_the_first_player_has_six_drops(first: int, expected: tuple[int, int]) -> None:
    state = make_game(first=first)
    assert drops_of_both(state) == expected
    assert (game_value(state, "turn"), game_value(state, "active"), game_value(state, "part")) == (
        1,
        first,
        PLAY,
    )


@pytest.mark.parametrize(
    ("version", "asked", "decisions"), [(INITIATION, [4, 2], 12), (COMPLETE, [10, 7, 5], 24)]
)
def test_every_way_to_give_the_values_is_asked_as_shortly_as_can_be(
    version: int, asked: list[int], decisions: int
) -> None:
    """One order of answers leads to each permutation of the values.

    The last value needs no question.
    """
    found = set()
    for order in permutations(range(4), len(asked)):
        state = make_changes(State(KINDS), turn.start_game(version))
        seen = []
        for colour in order:
            seen.append(turn.open_values(state)[0])
            make_changes(state, turn.give_value(state, colour))
        assert seen == asked
        assert turn.colours_without_value(state) == []
        values = sheets.values_by_colour(state, "game", 0, sheets.VALUE)
        score.check_values(version, values)
        found.add(tuple(values))
    assert len(found) == decisions == len(set(permutations(sheets.board_values(version))))


# A turn.


def test_an_action_gives_one_drop_and_the_sum_stays() -> None:
    state = make_game()
    for n in range(1, 7):
        make_changes(state, turn.use_action(state))
        assert drops_of_both(state) == (6 - n, 5 + n)
        assert game_value(state, "acted") == n
    assert refusal_code(turn.use_action, state) == "MY-E13"


@pytest.mark.parametrize(("mine", "other"), [(5, 5), (12, -1), (-1, 12), (0, 0)])
def test_drops_that_are_not_eleven(mine: int, other: int) -> None:
    assert refusal_code(turn.give_drop, mine, other) == "MY-E02"


def test_all_eleven_may_lie_with_one() -> None:
    assert turn.give_drop(11, 0) == (10, 1)
    assert refusal_code(turn.give_drop, 0, 11) == "MY-E13"
    assert turn.take_drop_back(10, 1, 1) == (11, 0)
    assert refusal_code(turn.take_drop_back, 5, 6, 0) == "MY-E10"


def test_a_ready_triangle_is_free_even_without_a_drop() -> None:
    """The rule is in L121."""
    state = make_game()
    make_changes(state, [("player", A, "drops", 0), ("player", B, "drops", 11)])
    make_changes(state, turn.take_token(state, BLUE))
    make_changes(state, turn.place_token(state, 1))
    assert drops_of_both(state) == (0, 11)
    assert game_value(state, "active") == B


def test_a_turn_ends_with_a_token_taken_and_placed() -> None:
    state = make_game()
    assert refusal_code(turn.place_token, state, 1) == "MY-E03"
    make_changes(state, turn.take_token(state, GREEN))
    assert game_value(state, "active") == A
    assert turn.group_sizes(state) == (1, 1, 1)
    make_changes(state, turn.place_token(state, 1))
    assert (game_value(state, "active"), game_value(state, "turn"), game_value(state, "taken")) == (B, 1, 0)
    assert state.get("player", A, "group1") == state.get("player", A, "took1") == 1


@pytest.mark.parametrize(
    ("now", "active", "first", "after"),
    [
        (1, B, A, (2, A)),
        (1, A, A, (1, B)),
        (12, A, A, (12, B)),
        (12, B, A, None),
        (12, A, B, None),
        (7, A, B, (8, B)),
    ],
)
def test_whose_turn_comes(now: int, active: int, first: int, after: Any) -> None:
    assert turn.end_turn(now, active, first, True, True) == after
    assert refusal_code(turn.end_turn, now, active, first, False, False) == "MY-E03"
    assert refusal_code(turn.end_turn, now, active, first, True, False) == "MY-E04"


@pytest.mark.parametrize(
    ("took", "group", "sizes"), [(0, 0, (1, 1, 1)), (1, 1, (1, 2, 2)), (4, 2, (2, 3, 5)), (5, 5, (5, 6, 6))]
)
def test_how_large_the_group_can_be_after_a_token(took: int, group: int, sizes: tuple[int, int, int]) -> None:
    """The group never shrinks, and never exceeds the tokens of its colour.

    Two groups may join.
    """
    state = make_game()
    make_changes(state, [("player", A, "took3", took), ("player", A, "group3", group)])
    make_changes(state, turn.take_token(state, RED))
    assert turn.group_sizes(state) == sizes
    for size in (sizes[0] - 1, sizes[2] + 1):
        assert refusal_code(turn.place_token, state, size) == "MY-E05"


def test_sixteen_tokens_of_a_colour_are_all() -> None:
    state = make_game()
    make_changes(state, [("player", A, "took0", 9), ("player", B, "took0", 7)])
    assert refusal_code(turn.take_token, state, VIOLET) == "MY-LEFT"
    make_changes(state, [("player", B, "took0", 6)])
    turn.take_token(state, VIOLET)


def test_twelve_turns_each_then_the_count() -> None:
    state = make_game(first=B)
    placed = 0
    while game_value(state, "part") == PLAY:
        make_changes(state, turn.take_token(state, placed // 2 % 4))
        make_changes(state, turn.place_token(state, turn.group_sizes(state)[1]))
        placed += 1
    assert placed == 24
    assert game_value(state, "part") == OVER
    for row in (A, B):
        assert sum(sheets.values_by_colour(state, "player", row, sheets.TOOK)) == 12
    for call in (
        turn.use_action,
        lambda state: turn.take_token(state, 0),
        lambda state: turn.place_token(state, 1),
    ):
        assert refusal_code(call, state) == "MY-E14"
    assert refusal_code(turn.lose_game, state, A) == "MY-E14"


def test_a_loss_ends_the_game_at_once() -> None:
    state = make_game()
    make_changes(state, turn.lose_game(state, A, GAVE_UP))
    assert (game_value(state, "part"), game_value(state, "loser"), game_value(state, "how")) == (
        OVER,
        A,
        GAVE_UP,
    )


def test_tokens_of_a_colour_are_in_the_bag_in_stacks_or_on_the_boards() -> None:
    state = make_game()
    make_changes(state, [("game", 0, "bag2", 5), ("player", A, "took2", 3), ("player", B, "took2", 1)])
    assert turn.board_count(state, BLUE) == 16 - 5 - 3 - 1


def test_setup_part() -> None:
    state = make_changes(State(KINDS), turn.start_game(COMPLETE))
    assert (game_value(state, "part"), game_value(state, "version")) == (SETUP, COMPLETE)


# The count.

EXAMPLE = ([3, 1, 3, 3], [2, 5, 3, 2])  # equal groups in both examples (L181, L223)


def test_the_example_of_the_initiation_with_its_erratum() -> None:
    """The example is L181-187.

    B's colours are printed as 33, but their sum is 36 [E-MY01].
    """
    found = score.count_points(INITIATION, [2, 3, 3, 4], EXAMPLE, (5, 6))
    assert found.colours == [(6, 4), (3, 15), (9, 9), (12, 8)]
    assert (found.board, found.majority, found.drops) == ((30, 36), (0, 5), (5, 6))
    assert (found.total, found.winner, found.by_drops) == ((35, 47), B, False)


def test_the_example_of_the_complete_version() -> None:
    """The example is L223-231."""
    found = score.count_points(COMPLETE, [3, 5, 7, 10], EXAMPLE, (5, 6), (7, 6))
    assert found.colours == [(3, 0), (0, 5), (0, 0), (10, 0)]
    assert (found.board, found.objective, found.majority) == ((13, 5), (7, 6), (0, 3))
    assert (found.total, found.winner, found.by_drops) == ((25, 20), A, False)


def test_equal_points_are_decided_by_drops_which_are_never_equal() -> None:
    """The rule is L149; the complete version lists only its changes [A-MY08]."""
    for version in (INITIATION, COMPLETE):
        values = sheets.board_values(version)
        for mine in range(12):
            objective = (0, 0) if version == INITIATION else (11 - mine, mine)
            found = score.count_points(
                version, values, ([3, 3, 3, 3], [3, 3, 3, 3]), (mine, 11 - mine), objective
            )
            assert found.winner == (A if mine > 5 else B)
            assert found.by_drops == (version == COMPLETE)


def test_an_objective_counts_only_in_the_complete_version() -> None:
    assert score.count_points(INITIATION, [2, 3, 3, 4], EXAMPLE, (5, 6), (7, 6)).total == (35, 47)


def test_a_colour_that_nobody_has_gives_no_points() -> None:
    found = score.count_points(COMPLETE, [3, 5, 7, 10], ([3, 0, 0, 0], [1, 2, 0, 0]), (6, 5))
    assert found.colours == [(3, 0), (0, 5), (0, 0), (0, 0)]


def test_the_largest_group_of_any_colour_has_the_majority_and_a_tie_nobody() -> None:
    for mine, other, expected in (([4, 0, 0, 0], [0, 0, 0, 3], (5, 0)), ([4, 1, 0, 0], [0, 0, 0, 4], (0, 0))):
        found = score.count_points(INITIATION, [2, 3, 3, 4], (mine, other), (6, 5))
        assert found.majority == expected


@pytest.mark.parametrize(
    ("values", "groups", "objective", "code"),
    [
        ([2, 3, 3, 3], ([1, 0, 0, 0], [1, 0, 0, 0]), (0, 0), "MY-E08"),
        ([2, 3, 4], ([1, 0, 0, 0], [1, 0, 0, 0]), (0, 0), "MY-E08"),
        ([2, 3, 3, 4], ([13, 0, 0, 0], [1, 0, 0, 0]), (0, 0), "MY-E05"),
        ([2, 3, 3, 4], ([1, 0, 0, 0], [1, -1, 0, 0]), (0, 0), "MY-E05"),
        ([2, 3, 3, 4], ([1, 0, 0], [1, 0, 0, 0]), (0, 0), "MY-E05"),
        ([2, 3, 3, 4], ([4, 4, 4, 1], [1, 0, 0, 0]), (0, 0), "MY-E06"),
        ([2, 3, 3, 4], ([1, 0, 0, 0], [0, 0, 0, 0]), (0, 0), "MY-E07"),
        ([2, 3, 3, 4], ([1, 0, 0, 0], [1, 0, 0, 0]), (-1, 0), "MY-E09"),
    ],
)
def test_what_cannot_be_counted(values: Any, groups: Any, objective: Any, code: str) -> None:
    assert refusal_code(score.count_points, INITIATION, values, groups, (5, 6), objective) == code


def test_points_before_the_end_are_counted_without_a_token_too() -> None:
    found = score.count_sheets(make_game())
    assert (found.total, found.winner) == ((6, 5), A)


def test_nobody_can_have_more_points_than_the_bounds() -> None:
    """RULES 4.5: the bounds are 64, and 39 without the objective.

    The test finds both bounds again among all groups of twelve tokens.
    """
    assert (score.most_points(INITIATION), score.most_points(COMPLETE)) == (64, 39)
    every = [groups for groups in product(range(13), repeat=4) if 0 < sum(groups) <= 12]
    for version in (INITIATION, COMPLETE):
        best = max(
            score.Count(version, sheets.board_values(version), (groups, other), (11, 0), (0, 0)).total[0]
            for groups in every
            for other in ((0, 0, 0, 1), (1, 0, 0, 0))
        )
        # One token gives the other player a group of some colour, or a tie. So 25 points need four larger
        # groups.
        assert best == score.most_points(version)


# Stacks.


def test_a_stack_has_three_tokens_not_all_alike() -> None:
    for stack in product(range(4), repeat=3):
        if len(set(stack)) == 1:
            assert refusal_code(draws.check_stack, stack) == "MY-E12"
        else:
            draws.check_stack(stack)
    for stack in ((), (1, 2), (1, 2, 3, 0)):
        assert refusal_code(draws.check_stack, stack) == "MY-E11"


def test_a_stack_is_kept_as_one_number_and_turned_over() -> None:
    for stack in product(range(4), repeat=3):
        assert draws.decode_stack(draws.encode_stack(stack)) == stack
        assert draws.flip_stack(draws.flip_stack(stack)) == list(stack)
    assert draws.flip_stack([GREEN, BLUE, RED]) == [RED, BLUE, GREEN]


# Values that no play makes together.


def mended_from(**fields: int) -> dict[str, int]:
    """Return the values of a game with these fields, after its correction."""
    state = State(KINDS)
    drops = ("drops0", "drops1")
    changes = [("game", 0, field, value) for field, value in fields.items() if field not in drops]
    changes += [("player", row, "drops", fields[name]) for row, name in enumerate(drops) if name in fields]
    state.apply(state.effects(changes))
    state.apply(state.effects(mending_changes(state)))
    assert mending_changes(state) == []
    found = {field: state.get("game", 0, field) for field in ("first", "active", "turn")}
    return found | {name: state.get("player", row, "drops") for row, name in enumerate(drops)}


@pytest.mark.parametrize(
    ("first", "active", "begins", "acts"),
    [(-1, -1, 0, 0), (-1, 1, 1, 1), (1, -1, 1, 1), (1, 0, 1, 0), (0, 1, 0, 1), (0, 0, 0, 0)],
)
@pytest.mark.parametrize("part", [PLAY, OVER])
def test_a_game_under_way_has_somebody_who_began_and_somebody_whose_turn_it_is(
    part, first, active, begins, acts
):
    found = mended_from(part=part, first=first, active=active)
    assert (found["first"], found["active"], found["turn"]) == (begins, acts, 1)


def test_the_drops_are_eleven_in_all():
    found = mended_from(part=PLAY, first=0, active=0, turn=3, drops0=4, drops1=4)
    assert (found["turn"], found["drops0"], found["drops1"]) == (3, 4, sheets.DROPS - 4)


def test_before_the_set_up_there_is_nobody():
    assert mended_from(part=0)["first"] == -1
