"""Tri'Nytia: values that no play makes together; they are changed when a game opens."""

from __future__ import annotations

import pytest

from gobelet.games.trinytia.rules import setup, walks
from gobelet.games.trinytia.rules.sheets import ALIVE, KINDS, PLAY, SETUP, STEPS, mending_changes
from gobelet.rules.sheet import State
from gobelet.rules.walk import is_applicable


def make_changes(state, changes):
    state.apply(state.effects(list(changes)))


def make_game(*changes, mode=setup.NORMAL, players=5):
    state = State(KINDS)
    make_changes(state, setup.start_game(players, mode, 3))
    assert mending_changes(state) == []
    make_changes(state, changes)
    return state


def test_without_players_all_begins_anew_but_what_the_players_agreed_on():
    state = State(KINDS)
    make_changes(state, [("pack", 2, "left", 7), ("stack", 0, "owner", 3), ("char", 4, "gold", 9)])
    make_changes(state, [("option", 0, "harass", 1), ("game", 0, "lieux", 2), ("game", 0, "actions", 5)])
    make_changes(state, mending_changes(state))
    assert state.restart_changes() == [("game", 0, "actions", 0), ("option", 0, "harass", 0)]


def test_nobody_sits_beyond_the_players_and_nobody_is_missing():
    state = make_game(
        ("char", 5, "seat", 1), ("char", 9, "score", 4), ("char", 9, "stake", 8), ("char", 2, "seat", 0)
    )
    make_changes(state, mending_changes(state))
    assert state.get("char", 2, "seat") == ALIVE
    for row in range(5, 10):
        assert [state.get("char", row, field) for field in ("seat", "score", "stake")] == [0, 0, 0]


def test_a_step_of_set_up_that_is_not_there_is_its_first():
    for step in (-1, 30):
        state = make_game(("game", 0, "part", SETUP), ("game", 0, "step", step))
        assert ("game", 0, "step", 0) in mending_changes(state)


@pytest.mark.parametrize(("mode", "players"), [(setup.NORMAL, 5), (setup.TRICORNE, 3), (setup.DUEL, 2)])
def test_a_step_that_the_mode_has_not_is_the_next_one_that_it_has(mode, players):
    """An intermediate version numbered the steps in another way."""
    state = make_game(mode=mode, players=players)
    own = [at for at, step in enumerate(walks.SETUP) if is_applicable(step, state)]
    for number in range(STEPS):
        make_changes(state, [("game", 0, "step", number)])
        make_changes(state, mending_changes(state))
        at = walks.step_index(number)
        assert walks.step_index(state.get("game", 0, "step")) == min(step for step in own if step >= at)
        assert at not in own or state.get("game", 0, "step") == number


@pytest.mark.parametrize(("faction", "most"), [(1, 2), (2, 2), (3, 1)])
def test_no_more_are_of_a_faction_than_were_dealt(faction, most):
    state = make_game(("game", 0, "column", 3), *[("char", row, "faction", faction) for row in range(4)])
    make_changes(state, mending_changes(state))
    assert [state.get("char", row, "faction") for row in range(4)] == [faction] * most + [0] * (4 - most)


@pytest.mark.parametrize(("field", "row"), [("active", 5), ("first", 5), ("active", -1)])
def test_whoever_is_not_at_the_table_is_the_first_player(field, row):
    state = make_game(("game", 0, "part", PLAY), ("game", 0, "active", 4), ("game", 0, "first", 4))
    assert [each for each in mending_changes(state) if each[2] in ("active", "first")] == []
    make_changes(state, [("game", 0, field, row)])
    assert ("game", 0, field, 0) in mending_changes(state)


def test_in_a_duel_a_god_chooses():
    state = make_game(("game", 0, "part", PLAY), mode=setup.DUEL, players=2)
    assert ("game", 0, "god", 1) in mending_changes(state)
    make_changes(state, [("game", 0, "god", 2)])
    assert "god" not in [each[2] for each in mending_changes(state)]


def test_each_arcane_on_the_stack_has_an_owner_at_the_table():
    state = make_game(("game", 0, "arcanes", 3), ("stack", 0, "owner", 4), ("stack", 1, "owner", 5))
    make_changes(state, mending_changes(state))
    assert [state.get("stack", at, "owner") for at in range(4)] == [4, 0, 0, -1]


def test_factions_that_are_more_than_were_dealt_are_hidden():
    state = make_game(*[("char", row, "faction", 1) for row in range(5)])
    make_changes(state, mending_changes(state))
    factions = [state.get("char", row, "faction") for row in range(5)]
    dealt = factions.count(1)
    assert factions == [1] * dealt + [0] * (5 - dealt) and 0 < dealt < 5
