"""Trirème: the sequences, and what a step has left to resolve."""

from __future__ import annotations

import pytest

from gobelet.core import walk
from gobelet.core.sheet import State
from gobelet.games.trireme.rules import walks
from gobelet.games.trireme.rules.kinds import KINDS
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS


@pytest.fixture
def state():
    found = State(KINDS)
    change(found, *[("ship", row, "used", 1) for row in (0, 1, 2, 20, 21)])
    return found


def change(state, *changes):
    state.apply(state.effects(changes))


@pytest.mark.parametrize(("game", "count"), [(FLEET, 5), (SHIPS, 11)])
def test_every_step_comes_in_turn(state, game, count):
    steps = walks.WALKS[game]
    at = -1
    names = []
    while (at := walk.following(steps, at, state)) >= 0:
        names.append(steps[at][0])
    assert names == [name for name, _ in steps]
    assert len(names) == count
    assert all(isinstance(walks.left(state, name), (list, tuple)) for name in names)


def test_ships_in_play(state):
    assert walks.afloat(state) == [0, 1, 2, 20, 21]
    change(state, ("ship", 1, "fate", 1), ("ship", 20, "captured", 1))
    assert walks.afloat(state) == [0, 2, 20, 21]
    assert walks.afloat(state, 0) == [0, 2, 20]
    assert walks.afloat(state, 1) == [21]


def test_immobilised_ships_are_to_be_cleared_unless_for_ever(state):
    change(
        state, ("ship", 0, "immobilised", 1), ("ship", 1, "immobilised", 2), ("ship", 20, "immobilised", 1)
    )
    assert walks.left(state, "clearances") == [0, 20]
    change(state, ("ship", 20, "fate", 1))
    assert walks.left(state, "clearances") == [0]


def test_grappled_pairs_once_each(state):
    change(
        state,
        ("ship", 0, "grappled", 21),
        ("ship", 20, "grappled", 1),
        ("ship", 1, "grappled", 22),
        ("ship", 2, "grappled", 4),
    )
    assert walks.pairs(state) == [(0, 20), (1, 21)], "one side is enough, a ship that is gone is none"
    assert walks.left(state, "boardings") == walks.left(state, "detachments") == [(0, 20), (1, 21)]


def test_movers_by_step(state):
    change(
        state, *[("ship", row, "order", speed) for row, speed in ((0, 5), (1, 4), (2, 3), (20, 2), (21, 1))]
    )
    moving = [walks.movers(state, pulse) for pulse in range(1, 6)]
    assert moving == [[0, 1], [0, 2], [0, 1, 2, 20], [0, 1], [0, 1, 2, 20, 21]]
    assert walks.left(state, "moves") == ()
    change(state, ("game", 0, "pulse", 2))
    assert walks.left(state, "moves") == [0, 2]


def test_what_else_is_left(state):
    change(state, ("ship", 0, "order", 3), ("ship", 1, "eased", 1), ("ship", 2, "infantry", 2))
    assert walks.left(state, "orders") == [1, 2, 20, 21]
    assert walks.left(state, "grapples") == [1]
    assert walks.left(state, "infantry") == [2]
    assert walks.left(state, "weather") == ()


def test_the_next_turn(state):
    change(state, ("ship", 0, "order", 3), ("ship", 1, "eased", 1), ("game", 0, "pulse", 5))
    change(state, ("ship", 0, "immobilised", 1), ("ship", 0, "bonus", 1))
    change(state, *walks.following_turn(state))
    assert (state.get("game", 0, "turn"), state.get("game", 0, "step"), state.get("game", 0, "pulse")) == (
        1,
        0,
        0,
    )
    assert (state.get("ship", 0, "order"), state.get("ship", 1, "eased")) == (0, 0)
    assert (state.get("ship", 0, "immobilised"), state.get("ship", 0, "bonus")) == (1, 1)


def test_the_last_ships_used(state):
    for row in (3, 20, 7, 3, 39, 1):
        change(state, *walks.used(state, row))
    assert [state.get("game", 0, f"recent{n}") for n in range(1, 5)] == [1, 39, 3, 7]
