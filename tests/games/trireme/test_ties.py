"""Trirème: the ties between two ships, and rolls between enemies."""

from __future__ import annotations

import pytest

from gobelet.games.trireme.rules import ships, walks
from gobelet.games.trireme.rules.sheets import (
    APART,
    FLEET,
    GRAPPLED,
    KINDS,
    SHIPS,
    SIDE,
    SUNK,
    SURRENDERED,
    TIES,
)
from gobelet.games.trireme.rules.ships import Ships, done_changes
from gobelet.rules.refused import Refused
from gobelet.rules.sheet import State

R1, R2, R3, J1, J2 = 0, 1, 2, 20, 21


@pytest.fixture
def state():
    found = State(KINDS)
    apply_changes(found, [("ship", row, "used", 1) for row in (R1, R2, R3, J1, J2)])
    for field, value in (("men", 10), ("factor", 5)):
        apply_changes(found, [("ship", row, field, value) for row in (R1, R2, R3, J1, J2)])
    apply_changes(found, [ships.note_change(found, row) for row in (R1, R2, R3, J1, J2)])
    apply_changes(found, [("game", 0, "game", SHIPS), ("game", 0, "step", 6), ("game", 0, "turn", 1)])
    return found


def apply_changes(state, changes):
    state.apply(state.effects(changes))


def roll_result(state, name, rows, key, *changes):
    apply_changes(state, ships.roll_changes(state, name, rows, key, list(changes)))


def grapple_ships(state, *rows):
    roll_result(state, "ship_grapple", rows, 1, ("ship", rows[0], "grappled", rows[1] + 1))


def board_ship(state, one, other, loss):
    roll_result(state, "ship_boarding", (one, other), loss)
    apply_changes(state, [("ship", other, "men", max(state.get("ship", other, "men") - loss, 0))])


def tie_of(state, one, other):
    return ships.find_tie(ships.ties(state), one, other)


def test_a_ship_may_hang_together_with_many(state):
    grapple_ships(state, R1, J1)
    grapple_ships(state, R1, J2)
    grapple_ships(state, J1, R2)
    ships = Ships(state)
    assert [ships.partners(row) for row in (R1, R2, R3, J1, J2)] == [[J1, J2], [J1], [], [R1, R2], [R1]]
    assert walks.ships_to_act(state, "boardings") == [(R1, J1), (R1, J2), (R2, J1)]
    assert walks.ships_to_act(state, "detachments") == [(R1, J1), (R1, J2), (R2, J1)]


def test_each_pair_is_fought_once(state):
    grapple_ships(state, R1, J1)
    grapple_ships(state, R2, J1)
    board_ship(state, R1, J1, 2)
    assert walks.ships_to_act(state, "boardings") == [(J1, R1), (R2, J1)]
    board_ship(state, J1, R1, 0)
    assert walks.ships_to_act(state, "boardings") == [(R2, J1)]
    board_ship(state, R2, J1, 1)
    board_ship(state, J1, R2, 1)
    assert walks.ships_to_act(state, "boardings") == []


def test_a_boarding_of_another_step_counts_for_the_turn(state):
    apply_changes(state, [("game", 0, "step", 5)])
    grapple_ships(state, R1, J1)
    board_ship(state, R1, J1, 1)
    board_ship(state, J1, R1, 3)
    apply_changes(state, walks.forward_changes(state))
    assert walks.step(state)[0] == "morale", "there is nothing left to board"
    assert walks.ships_to_act(state, "boardings") == []


@pytest.mark.parametrize(
    ("losses", "lost"), [((3, 1), J1), ((1, 3), R1), ((2, 2), -1), ((0, 0), -1), ((1, 0), J1), ((0, 1), R1)]
)
def test_who_loses_more_men_has_lost_whoever_rolled_first(state, losses, lost):
    for rows in ((R1, J1), (J1, R1)):
        apply_changes(state, ships.tie_removal_changes(state, R1))
        for one, other in (rows, rows[::-1]):
            assert ships.boarding_loser(state, tie_of(state, R1, J1)) == -1 if tie_of(state, R1, J1) else True
            roll_result(state, "ship_boarding", (one, other), losses[one == J1])
        assert ships.boarding_loser(state, tie_of(state, R1, J1)) == lost
        assert walks.ships_to_act(state, "morale") == ([lost] if lost >= 0 else [])


@pytest.mark.parametrize(("rows", "lost"), [((R1, J1), (0, 3)), ((J1, R1), (3, 0))])
def test_who_has_boarded_alone_has_lost_nobody_yet(state, rows, lost):
    roll_result(state, "ship_boarding", rows, 3)
    assert tie_of(state, R1, J1).lost == lost


def test_a_crew_that_held_is_not_asked_again(state):
    for other in (J1, J2):
        roll_result(state, "ship_boarding", (other, R1), 4)
        roll_result(state, "ship_boarding", (R1, other), 1)
    assert walks.ships_to_act(state, "morale") == [R1]
    apply_changes(state, [("ship", R1, "done", 1 << 7)])
    assert walks.ships_to_act(state, "morale") == []


@pytest.mark.parametrize(
    ("game", "name", "both"),
    [
        (SHIPS, "ship_grapple", False),
        (SHIPS, "ship_boarding", False),
        (SHIPS, "ship_detachment", False),
        (FLEET, "fleet_grapple", False),
        (FLEET, "fleet_boarding", True),
    ],
)
def test_a_pair_has_each_roll_once_a_turn(state, game, name, both):
    def refusal_of(rows):
        try:
            ships.check_roll(state, Ships(state), name, rows)
        except Refused as found:
            return found.code, found.fields
        return None

    apply_changes(state, [("game", 0, "game", game)])
    apply_changes(state, ships.tie_changes(state, R1, J1, how=GRAPPLED))
    assert refusal_of((R1, J1)) is None
    roll_result(state, name, (R1, J1), 1)
    assert refusal_of((R1, J1)) == ("TRI-E11", {"name": R1})
    assert refusal_of((J1, R1)) == (("TRI-E11", {"name": J1}) if both else None)
    assert refusal_of((R1, J2)) is None
    apply_changes(state, ships.turn_end_changes(state))
    assert refusal_of((R1, J1)) is None


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (FLEET, "fleet_clearance"),
        (FLEET, "fleet_fatigue"),
        (SHIPS, "ship_surrender"),
        (SHIPS, "ship_clearance"),
    ],
)
def test_a_ship_has_each_roll_of_its_own_once_a_turn(state, game, name):
    apply_changes(state, [("game", 0, "game", game)])
    ships.check_roll(state, Ships(state), name, (R1,))
    apply_changes(state, done_changes(state, name, (R1,)))
    with pytest.raises(Refused) as refused:
        ships.check_roll(state, Ships(state), name, (R1,))
    assert (refused.value.code, refused.value.fields) == ("TRI-E11", {"name": R1})
    ships.check_roll(state, Ships(state), name, (R2,))
    apply_changes(state, [("game", 0, "step", len(walks.steps(state)) - 1)])
    apply_changes(state, walks.forward_changes(state))
    ships.check_roll(state, Ships(state), name, (R1,))


def test_a_ship_without_men_loses_none_and_does_not_reply(state):
    apply_changes(state, [("ship", J1, "men", 0)])
    grapple_ships(state, R1, J1)
    board_ship(state, R1, J1, 3)
    assert tie_of(state, R1, J1).lost == (0, 0)
    assert walks.ships_to_act(state, "boardings") == []
    assert ships.boarding_loser(state, tie_of(state, R1, J1)) == -1
    with pytest.raises(Refused) as refused:
        ships.check_roll(state, Ships(state), "ship_boarding", (J1, R1))
    assert refused.value.code == "TRI-E10"


def test_the_last_men_fight_in_the_boarding_that_costs_them_and_in_no_other(state):
    grapple_ships(state, R1, J1)
    grapple_ships(state, R2, J1)
    board_ship(state, R1, J1, 12)
    assert state.get("ship", J1, "men") == 0
    assert walks.ships_to_act(state, "boardings") == [(J1, R1), (R2, J1)]
    ships.check_roll(state, Ships(state), "ship_boarding", (J1, R1))
    with pytest.raises(Refused) as refused:
        ships.check_roll(state, Ships(state), "ship_boarding", (J1, R2))
    assert (refused.value.code, refused.value.fields) == ("TRI-E10", {"name": J1})
    board_ship(state, J1, R1, 0)
    board_ship(state, R2, J1, 0)
    assert walks.ships_to_act(state, "boardings") == []
    assert ships.boarding_loser(state, tie_of(state, R1, J1)) == J1, "the other's roll was its last"
    assert ships.boarding_loser(state, tie_of(state, R2, J1)) == -1


@pytest.mark.parametrize("others", [0, 10])
def test_where_no_men_were_entered_nothing_is_refused(state, others):
    apply_changes(state, [("ship", R1, "men", 0), ("ship", R1, "noted", 1), ("ship", J1, "men", others)])
    apply_changes(state, [ships.note_change(state, R1, ("factor",))])
    grapple_ships(state, R1, J1)
    ships.check_roll(state, Ships(state), "ship_boarding", (R1, J1))
    assert walks.ships_to_act(state, "boardings") == [(R1, J1)]


def test_two_ships_that_have_lost_all_their_men_board_no_more(state):
    grapple_ships(state, R1, J1)
    board_ship(state, R1, J1, 12)
    board_ship(state, J1, R1, 12)
    apply_changes(state, ships.turn_end_changes(state))
    assert walks.ships_to_act(state, "boardings") == []
    for rows in ((R1, J1), (J1, R1)):
        with pytest.raises(Refused) as refused:
            ships.check_roll(state, Ships(state), "ship_boarding", rows)
        assert refused.value.code == "TRI-E10"


@pytest.mark.parametrize(
    ("values", "house", "read"),
    [
        ({}, 0, {"pv": False, "men": False, "factor": False}),
        ({"size": 5}, 0, {"pv": False, "men": True, "factor": True}),
        ({"pv": 5}, 0, {"pv": True, "men": True, "factor": True}),
        ({"men": 9}, 0, {"pv": False, "men": True, "factor": False}),
        ({"size": 5}, 1, {"pv": True, "men": True, "factor": True}),
    ],
)
def test_a_ship_from_before_zeros_were_told_apart_is_read_as_it_was(values, house, read):
    state = State(KINDS)
    apply_changes(state, [("ship", R1, "used", 1), ("ship", R1, "house", house)])
    apply_changes(state, [("ship", R1, field, value) for field, value in values.items()])
    assert {field: ships.is_noted(state, R1, field) for field in read} == read
    # A field that a roll sets to 0, or that a player enters, is known afterwards. The other fields do not
    # change.
    apply_changes(
        state, ships.mark_zeros(state, [("ship", R1, field, 0) for field in values if field in read])
    )
    assert {field: ships.is_noted(state, R1, field) for field in read} == read
    apply_changes(state, [ships.note_change(state, R1, ("pv",))])
    assert {field: ships.is_noted(state, R1, field) for field in read} == {**read, "pv": True}


def test_ships_from_before_without_any_men_board_as_they_did(state):
    grapple_ships(state, R1, J1)
    apply_changes(state, [("ship", row, "noted", 0) for row in (R1, J1)])
    apply_changes(state, [("ship", row, "men", 0) for row in (R1, J1)])
    assert ships.has_men(state, R1, J1)
    apply_changes(state, [("ship", J1, "men", 3)])
    assert not ships.has_men(state, R1, J1)


@pytest.mark.parametrize("fate", [SUNK, SURRENDERED])
def test_ships_that_are_gone_roll_no_more(state, fate):
    grapple_ships(state, R1, J1)
    apply_changes(state, [("ship", J1, "fate", fate)])
    for name in ("ship_grapple", "ship_boarding", "ship_ram"):
        with pytest.raises(Refused):
            ships.check_roll(state, Ships(state), name, (J1, R1))
    if fate == SUNK:
        with pytest.raises(Refused):
            ships.check_roll(state, Ships(state), "ship_grapple", (R1, J1))
    else:
        ships.check_roll(state, Ships(state), "ship_detachment", (R1, J1))
        assert walks.ships_to_act(state, "detachments") == [(R1, J1)], "who surrendered does not let go"
    assert walks.ships_to_act(state, "boardings") == []


def test_a_grapple_that_failed_is_not_offered_twice(state):
    apply_changes(state, [("game", 0, "step", 2)])
    apply_changes(state, [("ship", J1, "eased", 1)])
    roll_result(state, "ship_ram", (R1, J1), 2, ("ship", J1, "eased", 1))
    assert walks.ships_to_act(state, "grapples") == [(R1, J1)]
    roll_result(state, "ship_grapple", (R1, J1), 0)
    assert walks.ships_to_act(state, "grapples") == []
    roll_result(state, "ship_ram", (R2, J1), 2, ("ship", J1, "eased", 1))
    assert walks.ships_to_act(state, "grapples") == [(R2, J1)], "another one may"


def test_a_rammer_that_became_easier_to_grapple_is_offered_to_the_other(state):
    roll_result(state, "ship_ram", (R1, J1), 13, ("ship", R1, "eased", 1))
    assert walks.ships_to_act(state, "grapples") == [(J1, R1)]
    apply_changes(state, [*ships.tie_removal_changes(state, R1), ("ship", R1, "eased", 0)])
    roll_result(state, "ship_ram", (J1, R1), 13, ("ship", J1, "eased", 1))
    assert walks.ships_to_act(state, "grapples") == [(R1, J1)]


def test_a_ship_that_somebody_says_is_easy_to_grapple_is_listed_alone(state):
    apply_changes(state, [("ship", J2, "eased", 1)])
    assert walks.ships_to_act(state, "grapples") == [J2]
    roll_result(state, "ship_grapple", (R1, J2), 0)
    assert walks.ships_to_act(state, "grapples") == []


def test_a_detachment_lets_one_pair_go_and_each_ship_tries_once(state):
    grapple_ships(state, R1, J1)
    grapple_ships(state, R1, J2)
    roll_result(state, "ship_detachment", (R1, J1), 0)
    assert walks.ships_to_act(state, "detachments") == [(J1, R1), (R1, J2)]
    roll_result(state, "ship_detachment", (J1, R1), 1, ("ship", R1, "grappled", 0))
    assert walks.ships_to_act(state, "detachments") == [(R1, J2)]
    assert Ships(state).partners(R1) == [J2]


def test_prizes_and_friends_do_not_fight(state):
    grapple_ships(state, R1, J1)
    apply_changes(state, [("ship", J1, "captured", 1)])
    assert walks.ships_to_act(state, "boardings") == []
    assert walks.ships_to_act(state, "detachments") == [(R1, J1)]
    grapple_ships(state, J1, J2)
    assert walks.ships_to_act(state, "boardings") == [(J1, J2)], "it may be taken back"


def test_one_roll_is_the_fight_of_both_in_the_fleet_game(state):
    apply_changes(state, [("game", 0, "game", FLEET)])
    roll_result(state, "fleet_grapple", (J1, R1), 1, ("ship", J1, "grappled", 1))
    assert walks.ships_to_act(state, "boardings") == [(R1, J1)]
    roll_result(state, "fleet_boarding", (R1, J1), 0)
    assert walks.ships_to_act(state, "boardings") == []
    apply_changes(state, ships.turn_end_changes(state))
    assert walks.ships_to_act(state, "boardings") == [(R1, J1)], "it goes on"


def test_a_turn_ends_what_was_rolled_and_not_what_holds(state):
    grapple_ships(state, R1, J1)
    board_ship(state, R1, J1, 3)
    roll_result(state, "ship_grapple", (R2, J2), 0)
    apply_changes(state, [("game", 0, "step", 10)])
    apply_changes(state, walks.forward_changes(state))
    found = ships.ties(state)
    assert [(each.ships, each.how, each.rolled, each.lost) for each in found] == [
        ((R1, J1), GRAPPLED, 0, (0, 0))
    ]


def test_a_corvus_stays_when_the_grapple_is_rolled_again(state):
    apply_changes(state, ships.tie_changes(state, R1, J1, how=3))
    grapple_ships(state, R1, J1)
    assert tie_of(state, R1, J1).how == 3


def test_a_ship_that_sinks_lets_all_go(state):
    for other in (J1, J2):
        grapple_ships(state, other, R1)
    board_ship(state, J1, R1, 1)
    changes = [("ship", R1, "fate", SUNK)]
    apply_changes(state, changes + ships.release_changes(state, changes))
    assert [each.how for each in ships.ties(state)] == [APART, APART]
    assert walks.ships_to_act(state, "boardings") == walks.ships_to_act(state, "detachments") == []


def test_rows_are_used_again_and_refused_when_none_is_free(state):
    apply_changes(state, [("ship", row, "used", 1) for row in range(2 * SIDE)])
    pairs = [(row, SIDE + other) for row in range(SIDE) for other in range(3)]
    for one, other in pairs[:TIES]:
        apply_changes(state, ships.tie_changes(state, one, other, how=GRAPPLED))
    with pytest.raises(Refused) as refused:
        ships.tie_changes(state, *pairs[TIES], how=GRAPPLED)
    assert (refused.value.code, refused.value.fields) == ("TRI-E08", {"n": TIES})
    apply_changes(state, ships.tie_changes(state, *pairs[0], how=APART))
    apply_changes(state, ships.tie_changes(state, *pairs[TIES], how=GRAPPLED))
    assert len(ships.ties(state)) == TIES
    assert ships.find_tie(ships.ties(state), *pairs[TIES]).row == 0


def test_an_order_is_no_faster_than_the_ship(state):
    assert not ships.has_order(state, R1)
    apply_changes(state, ships.order_changes(state, R1, 5))  # the full speed of the ship was not entered
    for pv in (3, 0):
        apply_changes(state, [("ship", R1, "pv", pv), ships.note_change(state, R1, ("pv",))])
        apply_changes(state, ships.order_changes(state, R1, pv))
        assert ships.has_order(state, R1)
        with pytest.raises(Refused) as refused:
            ships.order_changes(state, R1, pv + 1)
        assert (refused.value.code, refused.value.fields["n"]) == ("TRI-E07", pv)


def test_what_is_said_of_ships_that_are_not_known_is_kept_nowhere(state):
    assert ships.roll_changes(state, "ship_grapple", (R1, -1), 1, [("ship", R1, "grappled", 0)]) == []
    assert ships.roll_changes(state, "ship_surrender", (R1,), 1, [("ship", R1, "fate", 4)]) == [
        ("ship", R1, "fate", 4)
    ]
