"""Engagement is always mutual, after each act of either character (L454, L563, L626-630)."""

from __future__ import annotations

import random

import pytest

from gobelet.games.trinites.rules import combat_rounds, engagement, roster
from gobelet.games.trinites.rules.sheets import CHARACTERS, FEU, KINDS
from gobelet.rules.sheet import State
from simulator.keys import DOWN, OK, UP
from tests.games.trinites.test_combat_screens import Table


@pytest.fixture
def state() -> State:
    found = State(KINDS)
    rows = (0, 1, 8, 9, 10, 19)
    apply_changes(
        found, [("char", row, "used", 1) for row in rows] + [("char", row, "zone", FEU) for row in rows]
    )
    apply_changes(found, [("char", row, "init", 5) for row in rows] + [("combat", 0, "round", 1)])
    return found


def apply_changes(state: State, changes: list) -> None:
    state.apply(state.effects(changes))


def check_party(state: State) -> None:
    for row in range(CHARACTERS):
        foes = engagement.foes(state, row)
        assert state.get("char", row, "engaged") == len(foes) and row not in foes
        assert all(row in engagement.foes(state, other) for other in foes)


def test_two_meet_and_part(state: State) -> None:
    for other in (8, 9, 19):
        apply_changes(state, engagement.engagement_changes(state, 0, other))
    assert engagement.foes(state, 0) == [8, 9, 19] and state.get("char", 0, "engaged") == 3
    assert engagement.foes(state, 19) == [0]
    apply_changes(state, engagement.engagement_changes(state, 9, 0))
    assert engagement.foes(state, 0) == [8, 19] and engagement.foes(state, 9) == []
    apply_changes(state, engagement.disengagement_changes(state, 0))
    check_party(state)
    assert not any(state.get("char", row, "engaged") for row in range(CHARACTERS))


def test_whoever_dies_or_faints_or_leaves_hinders_nobody(state: State) -> None:
    for other in (8, 9, 10):
        apply_changes(state, engagement.engagement_changes(state, 0, other))
    apply_changes(state, combat_rounds.wound_changes(state, 8, 9))  # a human: the third line
    assert engagement.foes(state, 0) == [9, 10]
    apply_changes(state, combat_rounds.wound_changes(state, 9, 13))
    assert state.get("char", 9, "dead") and engagement.foes(state, 0) == [10]
    apply_changes(state, roster.removal_changes(state, 10))
    assert state.get("char", 0, "engaged") == 0
    check_party(state)


def test_nobody_waits_for_who_leaves_and_others_keep_whom_they_wait_for(state: State) -> None:
    fields = ("feint", "spurred_by", "cowed_by")
    apply_changes(
        state, [("char", 9 + at, field, 2 + at) for at in range(2) for field in fields]
    )  # of rows 1 and 2
    apply_changes(state, roster.withdrawal_changes(state, 1))
    assert [state.get("char", 9, field) for field in fields] == [0, 0, 0]
    assert [state.get("char", 10, field) for field in fields] == [3, 3, 3]


@pytest.mark.parametrize("field", ["active", "target"])
def test_only_who_leaves_is_not_the_one_who_acts_or_is_aimed_at_any_more(state: State, field: str) -> None:
    for row, left in ((1, -1), (0, 0), (2, 2)):
        apply_changes(state, [("combat", 0, field, row)])
        apply_changes(state, roster.withdrawal_changes(state, 1))
        assert state.get("combat", 0, field) == left


def test_whoever_leaves_or_is_released_is_held_no_more(state: State) -> None:
    grip = ("held", "grip", "secured", "gagged", "shield")
    for tied in (0, 1):
        for gone in (roster.withdrawal_changes, engagement.release_changes):
            apply_changes(state, [("char", 1, field, 1) for field in grip] + [("char", 1, "tied", tied)])
            apply_changes(state, gone(state, 1))
            assert [state.get("char", 1, field) for field in grip] == [0, tied, tied, 0, 0]


def test_whatever_happens_it_stays_a_relation_of_two(state: State) -> None:
    dice = random.Random(5)
    rows = [0, 1, 8, 9, 10, 19]
    for _ in range(400):
        a, b = dice.sample(rows, 2)
        kind = dice.randrange(4)
        if kind == 0:
            apply_changes(state, engagement.engagement_changes(state, a, b))
        elif kind == 1:
            apply_changes(state, engagement.disengagement_changes(state, a))
        else:  # a move to a person: away from all others
            gone = [("char", a, "engaged", 0)] if kind == 2 else []
            apply_changes(
                state,
                engagement.with_linked_changes(
                    state, [*gone, ("char", a, "engaged", 1), ("char", b, "engaged", 1)]
                ),
            )
            assert b in engagement.foes(state, a)
            if gone:
                assert engagement.foes(state, a) == [b]
        check_party(state)


def test_the_first_of_those_who_meet_meets_all_others(state: State) -> None:
    """A move that two have stopped at once (L626)."""
    apply_changes(
        state, engagement.with_linked_changes(state, [("char", row, "engaged", 1) for row in (0, 8, 9)])
    )
    assert engagement.foes(state, 0) == [8, 9]
    assert engagement.foes(state, 8) == [0] and engagement.foes(state, 9) == [0]


def test_a_move_leaves_those_whom_it_was_engaged_with() -> None:
    """The absent character no longer counts as an opponent that hinders the others' reactions."""
    table = Table((0, 7), (8, 3), (9, 2))
    state = table.context.session.state
    for row in (8, 9):
        table.context.change(engagement.engagement_changes(state, 0, row))
    assert table.char(0, "engaged") == 2
    table.press(OK, OK)  # opens the turn, and announces one free action
    table.press(DOWN, DOWN, OK, OK, OK, OK)  # a short move to a place, with nobody in the way, needs no dice
    assert table.char(0, "moved") == 1
    assert [table.char(row, "engaged") for row in (0, 8, 9)] == [0, 0, 0]
    table.undo()
    assert [table.char(row, "engaged") for row in (0, 8, 9)] == [2, 1, 1]


def test_pairs_are_set_by_hand_and_the_engaged_are_aimed_at_first() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.open("trinites.stance", 0, 0)
    table.board.run(50)
    table.press(DOWN, DOWN, DOWN, DOWN, OK)
    assert table.at() == "trinites.foes" and "☐" in table.words()
    table.press(DOWN, OK)
    assert (table.char(0, "engaged"), table.char(9, "engaged"), table.char(8, "engaged")) == (1, 1, 0)
    assert "☑" in table.words()
    table.press(OK)
    assert table.char(9, "engaged") == 0
    table.undo()
    assert table.char(9, "engaged") == 1
    table.context.open("trinites.memo")
    table.board.run(50)
    table.press(OK, OK, OK)
    assert table.at() == "trinites.form" and table.app.stack.top().rows[:2] == [0, 9]


def test_two_ready_characters_take_seven_presses() -> None:
    """From the empty list of characters: up to the line, one ready character, and another."""
    table = Table()
    table.context.open("trinites.party")
    table.board.run(50)
    table.press(UP, UP, OK, OK, OK, DOWN, OK)
    assert [table.char(row, "used") > 0 for row in (0, 1, 2)] == [True, True, False]
    assert table.at() == "trinites.party"
