"""Trirème: the sequences, and what a step has left to resolve."""

from __future__ import annotations

import pytest

from gobelet.core import walk
from gobelet.core.sheet import State
from gobelet.games.trireme.rules import marks, ties, walks
from gobelet.games.trireme.rules.afloat import Ships
from gobelet.games.trireme.rules.kinds import KINDS
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS


@pytest.fixture
def state():
    found = State(KINDS)
    change(found, *[("ship", row, "used", 1) for row in (0, 1, 2, 20, 21)])
    return found


def change(state, *changes):
    state.apply(state.effects(changes))


def tie(state, one, other, **values):
    change(state, *ties.put(state, one, other, **{"how": 1, **values}))


@pytest.mark.parametrize(("game", "count"), [(FLEET, 5), (SHIPS, 11)])
def test_every_step_comes_in_turn(state, game, count):
    steps = walks.WALKS[game]
    at = -1
    names = []
    while (at := walk.following(steps, at, state)) >= 0:
        names.append(steps[at][0])
    assert names == [step[0] for step in steps]
    assert len(names) == count
    assert all(isinstance(walks.left(state, name), (list, tuple)) for name in names)


def test_ships_in_play(state):
    assert Ships(state).afloat == [0, 1, 2, 20, 21]
    change(state, ("ship", 1, "fate", 1), ("ship", 20, "captured", 1))
    assert Ships(state).afloat == [0, 2, 20, 21]
    assert Ships(state).sides == ([0, 2, 20], [21])


def test_immobilised_ships_are_to_be_cleared_unless_for_ever(state):
    change(
        state, ("ship", 0, "immobilised", 1), ("ship", 1, "immobilised", 2), ("ship", 20, "immobilised", 1)
    )
    assert walks.left(state, "clearances") == [0, 20]
    change(state, ("ship", 20, "fate", 1))
    assert walks.left(state, "clearances") == [0]


def test_grappled_pairs_once_each(state):
    change(state, ("game", 0, "game", SHIPS))
    tie(state, 20, 0)
    tie(state, 21, 1)
    tie(state, 2, 21, how=ties.APART, eased=1)
    tie(state, 3, 2)  # a ship that is gone is none
    assert walks.left(state, "boardings") == walks.left(state, "detachments") == [(0, 20), (1, 21)]
    assert walks.left(state, "grapples") == [(2, 21)]


def test_movers_by_step(state):
    change(
        state, *[("ship", row, "order", speed) for row, speed in ((0, 5), (1, 4), (2, 3), (20, 2), (21, 1))]
    )
    moving = [walks.movers(state, Ships(state).afloat, pulse) for pulse in range(1, 6)]
    assert moving == [[0, 1], [0, 2], [0, 1, 2, 20], [0, 1], [0, 1, 2, 20, 21]]
    assert walks.left(state, "moves") == ()
    change(state, ("game", 0, "pulse", 2))
    assert walks.left(state, "moves") == [0, 2]


def test_what_else_is_left(state):
    change(state, ("ship", 0, "done", 1), ("ship", 1, "eased", 1), ("ship", 2, "infantry", 2))
    change(state, ("ship", 20, "towers", 1), ("ship", 1, "engines", 1))
    assert walks.left(state, "fire") == [1, 20]
    assert walks.left(state, "orders") == [1, 2, 20, 21]
    assert walks.left(state, "grapples") == [1]
    assert walks.left(state, "infantry") == [2]
    assert walks.left(state, "weather") == ()


def test_the_next_turn_ends_what_held_for_one(state):
    change(state, ("game", 0, "game", SHIPS), ("game", 0, "turn", 4), ("game", 0, "step", 10))
    change(state, ("ship", 0, "order", 3), ("ship", 1, "eased", 1), ("ship", 2, "done", 1))
    change(state, ("ship", 0, "immobilised", 1), ("ship", 0, "bonus", 1))
    change(state, *walks.onward(state))
    assert [state.get("game", 0, field) for field in ("turn", "step", "pulse")] == [5, 0, 0]
    assert [state.get("ship", row, field) for row, field in ((0, "order"), (1, "eased"), (2, "done"))] == [
        0
    ] * 3
    assert (state.get("ship", 0, "immobilised"), state.get("ship", 0, "bonus")) == (1, 1)


@pytest.mark.parametrize(("game", "count"), [(FLEET, 5), (SHIPS, 11 + walks.PULSES)])
def test_a_turn_onward_and_back(state, game, count):
    change(state, ("game", 0, "game", game), ("game", 0, "turn", 1), ("game", 0, "step", 0))
    seen = [(0, 0)]
    while not seen[1:] or state.get("game", 0, "turn") == 1:
        change(state, *walks.onward(state))
        seen.append((state.get("game", 0, "step"), state.get("game", 0, "pulse")))
    assert len(seen) == count + 1 == len(set(seen[:-1])) + 1
    assert seen[-1] == (0, 0)
    assert walks.backward(state) == []
    change(state, *walks.onward(state), *[("ship", 0, "done", 1)])
    change(state, *walks.backward(state))
    assert state.get("game", 0, "step") == 0
    assert state.get("ship", 0, "done") == 1


def test_a_roll_of_one_ship_is_marked_at_its_step_whenever_it_is_made(state):
    change(state, ("game", 0, "game", SHIPS), ("game", 0, "step", 3))
    assert marks.marks(state, "ship_surrender", [20]) == [("ship", 20, "done", 1 << 7)]
    assert marks.marks(state, "ship_clearance", [20]) == [("ship", 20, "done", 1 << 10)]
    assert marks.marks(state, "ship_clearance", [-1]) == []
    assert marks.marks(state, "ship_ram", [0, 20]) == []
    assert marks.marks(state, "fleet_clearance", [0]) == [], "a table of the other game"


def test_the_steps_of_the_marks_are_those_of_the_walks(state):
    for name, at in marks.RESOLVED.items():
        game = FLEET if name.startswith("fleet_") else SHIPS
        assert name in walks.WALKS[game][at][2]


def test_the_fleets_move_one_after_the_other(state):
    change(state, ("game", 0, "game", FLEET), ("game", 0, "step", 1), ("ship", 1, "captured", 1))
    assert (walks.mover(state), walks.left(state, "first")) == (0, [0, 2])
    assert walks.left(state, "second") == [1, 20, 21]
    change(state, ("game", 0, "step", 2), ("game", 0, "starts", 1))
    assert (walks.mover(state), walks.left(state, "second")) == (0, [0, 2])
    change(state, ("game", 0, "step", 3))
    assert walks.mover(state) == -1
