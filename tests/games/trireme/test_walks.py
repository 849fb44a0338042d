"""Trirème: the sequences, and the ships that a step has left to resolve."""

from __future__ import annotations

import pytest

from gobelet.games.trireme.rules import ships, walks
from gobelet.games.trireme.rules.sheets import FLEET, KINDS, SHIPS, row_in_turn
from gobelet.rules.sheet import State


@pytest.fixture
def state():
    found = State(KINDS)
    apply_changes(found, *[("ship", row, "used", 1) for row in (0, 1, 2, 20, 21)])
    return found


def apply_changes(state, *changes):
    state.apply(state.effects(changes))


def make_tie(state, one, other, **values):
    apply_changes(state, *ships.tie_changes(state, one, other, **{"how": 1, **values}))


def turn_of(state):
    """Go through one turn up to the first step of the next; return all (step, pulse)."""
    seen = [(state.get("game", 0, "step"), state.get("game", 0, "pulse"))]
    turn = state.get("game", 0, "turn")
    while state.get("game", 0, "turn") == turn:
        apply_changes(state, *walks.forward_changes(state))
        seen.append((state.get("game", 0, "step"), state.get("game", 0, "pulse")))
    return seen


def test_an_empty_turn_passes_over_what_the_sheets_say_is_empty(state):
    apply_changes(state, ("game", 0, "game", SHIPS), ("game", 0, "turn", 1), ("game", 0, "step", 0))
    names = [walks.SHIP_TURN[step][0] for step, _ in turn_of(state)]
    assert names == ["weather", "orders", "moves", "drift", "fire", "grapples", "weather"]
    apply_changes(state, ("game", 0, "game", FLEET), ("game", 0, "step", 1))
    assert [walks.FLEET_TURN[step][0] for step, _ in turn_of(state)] == [
        "first",
        "second",
        "rams",
        "boardings",
        "first",
    ]


def test_a_full_turn_shows_every_step(state):
    apply_changes(state, ("game", 0, "game", SHIPS), ("game", 0, "turn", 1), ("game", 0, "step", 0))
    apply_changes(state, ("ship", 0, "order", 5), ("ship", 0, "infantry", 1), ("ship", 1, "immobilised", 1))
    make_tie(state, 0, 20)
    make_tie(state, 2, 21, rolled=4, lost_first=3)  # the ship has also lost a boarding after both rolls
    apply_changes(state, ("tie", 1, "rolled", 12))
    seen = turn_of(state)
    assert [step for step, _ in seen[:-1]] == [0, 1, *[2] * 5, *range(3, 11)]
    assert [pulse for step, pulse in seen if step == 2] == [1, 2, 3, 4, 5]
    assert seen[-1] == (0, 0)


def test_only_the_steps_of_the_movement_at_which_a_ship_moves_are_shown_and_back_again(state):
    apply_changes(state, ("game", 0, "game", SHIPS), ("game", 0, "turn", 1), ("game", 0, "step", 1))
    apply_changes(state, ("ship", 0, "order", 2))
    shown = []
    for _ in range(3):
        apply_changes(state, *walks.forward_changes(state))
        shown.append((state.get("game", 0, "step"), state.get("game", 0, "pulse")))
    assert shown == [(2, 3), (2, 5), (3, 0)]
    for expected in [(2, 5), (2, 3), (1, 0), (0, 0)]:
        apply_changes(state, *walks.backward_changes(state))
        assert (state.get("game", 0, "step"), state.get("game", 0, "pulse")) == expected
    assert walks.backward_changes(state) == []


def test_a_clearance_that_failed_is_there_again_in_the_next_turn(state):
    apply_changes(state, ("game", 0, "game", FLEET), ("game", 0, "turn", 1), ("game", 0, "step", 4))
    apply_changes(state, ("ship", 0, "immobilised", 1), ("ship", 0, "done", 1))
    apply_changes(state, *walks.forward_changes(state))
    assert (walks.step(state)[0], walks.ships_to_act(state, "clearances")) == ("clearances", [0])


def test_a_roll_of_one_ship_is_marked_at_its_step_whenever_it_is_made(state):
    apply_changes(state, ("game", 0, "game", SHIPS), ("game", 0, "step", 3))
    assert ships.done_changes(state, "ship_surrender", [20]) == [("ship", 20, "done", 1 << 7)]
    assert ships.done_changes(state, "ship_clearance", [20]) == [("ship", 20, "done", 1 << 10)]
    assert ships.done_changes(state, "ship_clearance", [-1]) == []
    assert ships.done_changes(state, "ship_ram", [0, 20]) == []
    assert ships.done_changes(state, "ship_surrender", [20, 3]) == [("ship", 20, "done", 1 << 7)], (
        "whose roll it is"
    )
    assert ships.done_changes(state, "fleet_clearance", [0]) == [], "a table of the other game"


def test_the_steps_of_the_marks_are_those_of_the_walks(state):
    for name, at in ships.RESOLVED.items():
        game = FLEET if name.startswith("fleet_") else SHIPS
        assert name in walks.WALKS[game][at][2]


def test_the_fleets_move_one_after_the_other(state):
    apply_changes(state, ("game", 0, "game", FLEET), ("game", 0, "step", 1), ("ship", 1, "captured", 1))
    assert (row_in_turn(state), walks.ships_to_act(state, "first")) == (0, [0, 2])
    assert walks.ships_to_act(state, "second") == [1, 20, 21]
    apply_changes(state, ("game", 0, "step", 2), ("game", 0, "starts", 1))
    assert (row_in_turn(state), walks.ships_to_act(state, "second")) == (0, [0, 2])
    apply_changes(state, ("game", 0, "step", 3))
    assert row_in_turn(state) == -1


def test_what_may_follow_a_roll_later_has_a_later_step_of_its_walk() -> None:
    for name, (step, other) in ships.LATER.items():
        walk = walks.WALKS[FLEET if name.startswith("fleet_") else SHIPS]
        assert name in walk[step][2] and other not in walk[step][2]
        assert next(at for at, (_, _, rolls) in enumerate(walk) if other in rolls) > step


def test_a_ram_of_fleets_leaves_a_grapple_to_the_step_of_boardings(state) -> None:
    apply_changes(state, ("game", 0, "game", FLEET), ("game", 0, "step", 4))
    known = ships.Ships(state)
    assert walks.ships_to_act(state, "boardings", known) == []
    rammed = [("ship", 20, "eased", 1)]
    apply_changes(state, *ships.roll_changes(state, "fleet_ram", [0, 20], 1, rammed))
    assert walks.ships_to_act(state, "boardings") == [(0, 20)] == walks.eased_pairs(state, ships.Ships(state))
    apply_changes(
        state, *ships.roll_changes(state, "fleet_grapple", [0, 20], 1, [("ship", 20, "grappled", 1)])
    )
    assert walks.eased_pairs(state, ships.Ships(state)) == []
    assert walks.ships_to_act(state, "boardings") == [(0, 20)], "they board each other now"
