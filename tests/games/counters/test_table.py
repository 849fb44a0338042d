"""The set-up of the table: every list of changes leads to a valid table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.counters.rules import table, turns
from gobelet.games.counters.rules.sheets import (
    COUNTERS,
    HIGH,
    KINDS,
    LIMITS,
    LOW,
    PLAYERS,
    STEPS,
    VALUE_FIELDS,
    WORDS,
    word,
)
from gobelet.rules.sheet import State
from host_tools.building import texts


def make_changes(state, changes):
    state.apply(state.effects(changes))


def counter_values(state, counter):
    return [state.get("player", row, VALUE_FIELDS[counter]) for row in range(PLAYERS)]


def in_order(state):
    """Check that bounds are in order, and that every value is between its bounds."""
    for row in range(state.get("table", 0, "counters")):
        low, high = state.get("counter", row, "low"), state.get("counter", row, "high")
        assert low <= state.get("counter", row, "start") <= high
        assert all(low <= value <= high for value in counter_values(state, row))


@pytest.fixture
def state():
    return State(KINDS)


def test_a_new_device_counts_twenty_lives_for_two(state):
    assert state.get("table", 0, "players") == 2
    assert state.get("table", 0, "counters") == 1
    assert word(state.get("counter", 0, "word")) == ("life", 20, 0, 999)
    assert counter_values(state, 0) == [20] * PLAYERS
    in_order(state)


def test_the_usual_names_make_sense_and_have_words():
    names = [word(at + 1)[0] for at in range(len(WORDS))]
    assert len(set(names)) == len(names) <= 255
    for at in range(len(WORDS)):
        _, start, low, high = word(at + 1)
        assert LOW <= low <= start <= high <= HIGH
    for language, words in texts.load(texts.catalogues()["counters"]).items():
        assert {"word." + name for name in names} == {key for key in words if key.startswith("word.")}, (
            language
        )


def test_places_that_are_not_in_the_list_are_the_first_name():
    assert word(0) == word(1) == word(len(WORDS) + 1)


def test_six_counters_and_more_have_room(state):
    for at in range(2, COUNTERS + 1):
        make_changes(state, table.add_counter(state, at))
        in_order(state)
    assert state.get("table", 0, "counters") == COUNTERS >= 6
    assert counter_values(state, 2) == [0] * PLAYERS


def test_those_who_join_begin_at_the_start(state):
    make_changes(state, [("player", row, "v0", 7) for row in range(PLAYERS)])
    make_changes(state, table.set_players(state, 4))
    assert counter_values(state, 0)[:5] == [7, 7, 20, 20, 7]
    make_changes(state, [("table", 0, "turn", 3)])
    make_changes(state, table.set_players(state, 3))
    assert state.get("table", 0, "turn") == 0
    assert counter_values(state, 0)[:4] == [7, 7, 20, 20], "who leaves keeps what he had"


def test_a_turn_of_nobody_at_the_table_counts_as_that_of_the_first(state):
    make_changes(state, table.set_players(state, 4))
    for turn, (following, before) in ((2, (3, 1)), (6, (1, 3))):
        make_changes(state, [("table", 0, "turn", turn)])
        assert turns.step_turn(state, 1) == (following, 0)
        assert turns.step_turn(state, -1) == (before, 0)


def test_all_follow_a_start_that_nobody_has_left(state):
    make_changes(state, table.edit_counter(state, 0, "start", 40))
    assert counter_values(state, 0) == [40] * PLAYERS
    make_changes(state, [("player", 1, "v0", 39)])
    make_changes(state, table.edit_counter(state, 0, "start", 50))
    assert counter_values(state, 0)[:3] == [40, 39, 40]


def test_bounds_give_way_to_the_one_that_is_set(state):
    make_changes(state, table.edit_counter(state, 0, "high", 10))
    assert counter_values(state, 0) == [10] * PLAYERS
    make_changes(state, table.edit_counter(state, 0, "low", 15))
    assert state.get("counter", 0, "high") == 15
    make_changes(state, table.edit_counter(state, 0, "high", -5))
    assert state.get("counter", 0, "low") == -5
    in_order(state)


def test_a_start_or_a_step_moves_no_bound(state):
    make_changes(state, table.edit_counter(state, 0, "low", 5))
    make_changes(state, table.edit_counter(state, 0, "step", 2))
    make_changes(state, table.edit_counter(state, 0, "start", 3))
    assert [state.get("counter", 0, name) for name in ("start", "step", "low")] == [5, 2, 5]
    high = state.get("counter", 0, "high")
    make_changes(state, table.edit_counter(state, 0, "start", high + 1))
    assert [state.get("counter", 0, name) for name in ("start", "high")] == [high, high]


def test_a_bound_leaves_the_values_within_it(state):
    make_changes(state, table.edit_counter(state, 0, "high", 70))
    assert counter_values(state, 0) == [20] * PLAYERS
    make_changes(state, table.edit_counter(state, 0, "low", 15))
    assert counter_values(state, 0) == [20] * PLAYERS


def test_a_name_brings_its_bounds_only_while_nobody_has_left_the_start(state):
    make_changes(state, table.rename_counter(state, 0, 7))
    assert [state.get("counter", 0, name) for name in ("start", "low", "high")] == [0, 0, 10]
    make_changes(state, [("player", 0, "v0", 3)])
    make_changes(state, table.rename_counter(state, 0, 1))
    assert state.get("counter", 0, "word") == 1
    assert state.get("counter", 0, "high") == 10
    assert counter_values(state, 0)[0] == 3


def test_removing_moves_the_others_up(state):
    make_changes(state, table.add_counter(state, 7))
    make_changes(state, table.add_counter(state, 4))
    make_changes(state, [("player", 1, "v2", 99), ("counter", 2, "step", 5), ("counter", 2, "n0", 3)])
    make_changes(state, table.remove_counter(state, 0))
    assert state.get("table", 0, "counters") == 2
    assert [state.get("counter", row, "word") for row in (0, 1)] == [7, 4]
    assert state.get("counter", 1, "step") == 5
    assert state.get("counter", 1, "n0") == 3
    assert counter_values(state, 1)[:2] == [0, 99]


def test_a_counter_added_after_another_was_removed_has_nothing_of_it(state):
    make_changes(state, table.add_counter(state, 7))
    make_changes(state, [("counter", 1, "step", 5), ("player", 1, "v1", 4)])
    make_changes(state, table.remove_counter(state, 1))
    make_changes(state, table.add_counter(state, 2))
    assert state.get("counter", 1, "step") == 1
    assert counter_values(state, 1) == [0] * PLAYERS


def test_reset(state):
    make_changes(state, table.add_counter(state, 8))
    make_changes(
        state, [("player", 0, "v0", 1), ("player", 7, "v1", 2), ("player", 3, "m", 9), ("table", 0, "s", 5)]
    )
    make_changes(state, [("player", 0, "n0", 130), ("table", 0, "turn", 1)])
    make_changes(state, table.reset(state))
    assert counter_values(state, 0) == [20] * PLAYERS
    assert counter_values(state, 1) == [10] * PLAYERS
    assert state.get("player", 3, "m") == state.get("table", 0, "s") == 0
    assert state.get("player", 0, "n0") == 130, "names stay"
    assert state.get("table", 0, "era") == 1


def test_the_era_comes_round(state):
    make_changes(state, [("table", 0, "era", 32767)])
    make_changes(state, table.reset_clocks(state))
    assert state.get("table", 0, "era") == 0


ROWS = st.integers(0, COUNTERS - 1)
NUMBERS = st.integers(LOW, HIGH)
DEEDS = st.one_of(
    st.tuples(st.just("add"), st.integers(1, len(WORDS))),
    st.tuples(st.just("remove"), ROWS),
    st.tuples(st.just("seat"), st.integers(1, PLAYERS)),
    st.tuples(st.just("rename"), ROWS, st.integers(1, len(WORDS))),
    st.tuples(st.just("edit"), ROWS, st.sampled_from(["low", "high"]), NUMBERS),
    st.tuples(st.just("edit"), ROWS, st.just("step"), st.integers(1, STEPS)),
    st.tuples(st.just("start"), ROWS, NUMBERS),
    st.tuples(st.just("value"), ROWS, st.integers(0, PLAYERS - 1), NUMBERS),
    st.tuples(st.just("reset")),
)


def action_changes(state, deed):
    """The changes of an action as the screens make it; [] if the screens refuse it."""
    name, *rest = deed
    count = state.get("table", 0, "counters")
    if name == "add":
        return table.add_counter(state, *rest) if count < COUNTERS else []
    if name == "reset":
        return table.reset(state)
    if name == "seat":
        return table.set_players(state, *rest)
    row = rest[0] % count
    if name == "remove":
        return table.remove_counter(state, row) if count > 1 else []
    low, high = state.get("counter", row, "low"), state.get("counter", row, "high")
    if name == "start":
        return table.edit_counter(state, row, "start", table.clamp(rest[1], low, high))
    if name == "value":
        return [("player", rest[1], VALUE_FIELDS[row], table.clamp(rest[2], low, high))]
    return getattr(table, name + "_counter")(state, row, *rest[1:])


@given(st.lists(DEEDS, max_size=25))
def test_whatever_is_done_the_table_stays_in_order_and_all_of_it_can_be_taken_back(deeds):
    state = State(KINDS)
    fresh = [bytes(sheet) for sheet in state.sheets]
    done = []
    for deed in deeds:
        effects = state.effects(action_changes(state, deed))
        assert len(effects) <= 2000, "more than one transaction of the journal"
        state.apply(effects)
        done.append(effects)
        in_order(state)
    for effects in reversed(done):
        state.apply(effects, forward=False)
    assert [bytes(sheet) for sheet in state.sheets] == fresh


def test_a_table_begins_with_counters_of_the_first_usual_name():
    state = State(KINDS)
    name, *fields = word(1)
    assert (name, fields) == ("life", [20, 0, 999])
    for row in range(COUNTERS):
        assert [state.get("counter", row, field) for field in ("word", "start", "low", "high")] == [
            1,
            *fields,
        ]
    assert counter_values(state, 0) == [20] * PLAYERS


def test_limits_of_a_turn_go_up_in_quarters_of_a_minute_to_two_hours():
    assert sorted(set(LIMITS)) == list(LIMITS)
    assert (LIMITS[0], LIMITS[-1]) == (0, 2 * 60 * 60)
    assert not any(limit % 15 for limit in LIMITS)
