"""Trirème: setting up a battle; ships that join or leave it; classes of ships."""

from __future__ import annotations

import pytest

from gobelet.games.trireme.rules import battle, ships, walks
from gobelet.games.trireme.rules.sheets import FLEET, KINDS, SHIPS, SIDE
from gobelet.games.trireme.rules.ships import fleet
from gobelet.rules.sheet import State


@pytest.fixture
def state():
    return State(KINDS)


def apply_changes(state, changes):
    state.apply(state.effects(changes))


@pytest.mark.parametrize(("first", "second"), [(1, 1), (3, 2), (SIDE, SIDE)])
def test_a_battle_begins_with_named_ships(state, first, second):
    apply_changes(state, battle.start_changes(state, FLEET, first, second))
    assert (len(fleet(state, 0)), len(fleet(state, 1))) == (first, second)
    for rows in (fleet(state, 0), fleet(state, 1)):
        assert [state.get("ship", row, "name") for row in rows] == list(range(len(rows)))
    assert [state.get("game", 0, field) for field in ("game", "turn", "step", "pulse")] == [FLEET, 1, 1, 0]
    assert walks.step(state)[0] == "first", (
        "nothing is immobilised yet: what the sequence begins with is passed over"
    )
    assert [change[3] for change in walks.backward_changes(state)] == [0, 0], (
        "and still there for who wants it"
    )


def test_nothing_of_the_battle_before_is_left(state):
    apply_changes(state, battle.start_changes(state, SHIPS, SIDE, SIDE))
    apply_changes(state, [("ship", row, "men", 9) for row in range(2 * SIDE)])
    apply_changes(state, [("ship", 3, "fate", 1), ("game", 0, "tide", 1), ("game", 0, "turn", 7)])
    apply_changes(state, battle.start_changes(state, FLEET, 2, 1))
    assert state.get("game", 0, "battle") == 2
    apply_changes(state, [("game", 0, "battle", 1)])
    fresh = State(KINDS)
    fresh.apply(fresh.effects(battle.start_changes(fresh, FLEET, 2, 1)))
    assert state.sheets == fresh.sheets


def test_a_ship_joins_with_a_name_that_is_free(state):
    apply_changes(state, battle.start_changes(state, FLEET, 2, SIDE))
    apply_changes(state, [("ship", 0, "name", 5)])
    apply_changes(state, battle.joining_changes(state, 0))
    assert [state.get("ship", row, "name") for row in fleet(state, 0)] == [5, 1, 0]
    assert battle.joining_changes(state, 1) == []


def test_a_ship_leaves_and_lets_go_of_the_others(state):
    apply_changes(state, battle.start_changes(state, SHIPS, 2, 2))
    apply_changes(state, [("ship", 1, "men", 7)])
    for one, other in ((1, 20), (21, 0), (21, 1)):
        apply_changes(state, ships.tie_changes(state, one, other, how=1, rolled=1))
    apply_changes(state, battle.removal_changes(state, 1))
    assert fleet(state) == [0, 20, 21]
    assert [tie.ships for tie in ships.ties(state)] == [(0, 21)]
    assert state.get("ship", 1, "men") == 0


def test_a_class_is_copied_and_what_happened_to_a_ship_is_not(state):
    apply_changes(state, battle.start_changes(state, SHIPS, 2, 1))
    values = dict.fromkeys(battle.CLASS, 1)
    apply_changes(state, [("ship", 0, field, value) for field, value in values.items()])
    apply_changes(state, [("ship", 0, "breaches", 2), ("ship", 0, "immobilised", 1), ("ship", 0, "order", 3)])
    apply_changes(state, battle.copy_changes(state, 0, 20))
    assert {field: state.get("ship", 20, field) for field in battle.CLASS} == values
    assert [state.get("ship", 20, field) for field in ("breaches", "immobilised", "order", "name")] == [0] * 4
