"""Numbers to set, and questions with the answer "no" unless the player moves the cursor."""

from __future__ import annotations

import pytest

from gobelet.ui.screens.dial import Confirm, Dial
from simulator.keys import DOWN, UP


@pytest.fixture
def push_and_result(toy):
    """Push a screen over the list of games; return the list that gets its result."""
    got = []
    toy.top.on_result = got.append

    def push_screen(screen):
        toy.context.push(screen)
        toy.run(20)
        return got

    return push_screen


def test_a_dial_shows_what_it_was_and_closes_with_the_number(toy, push_and_result):
    got = push_and_result(Dial(toy.context, "PV", 20, 1, 60, "pv"))
    assert toy.reads("PV", "1 à 60", "20", "pv")
    toy.up(3)
    assert toy.reads("20→", "23")
    toy.down()
    toy.ok()
    assert got == [22]


def test_back_leaves_it_as_it_was(toy, push_and_result):
    got = push_and_result(Dial(toy.context, "PV", 20, 1, 60))
    toy.up(3)
    toy.back()
    assert got == [None]


def test_it_stops_at_its_bounds_however_fast(toy, push_and_result):
    got = push_and_result(Dial(toy.context, "PV", 20, -5, 60))
    toy.press(UP, 5000)
    assert toy.top.value == 60
    toy.press(DOWN, 9000)
    assert toy.top.value == -5
    assert toy.reads("−5")
    toy.down()
    toy.ok()
    assert got == [-5]


def test_held_keys_take_larger_steps(toy, push_and_result):
    push_and_result(Dial(toy.context, "n", 0, 0, 9999))
    toy.press(UP, 900)
    slow = toy.top.value
    assert 3 < slow < 8
    toy.press(UP, 6000)
    assert toy.top.value - slow > 100


@pytest.mark.parametrize(("value", "shown"), [(99, 10), (-3, 1), (4, 4)])
def test_a_value_outside_its_bounds_starts_at_the_nearest(toy, push_and_result, value, shown):
    push_and_result(Dial(toy.context, "n", value, 1, 10))
    assert toy.top.value == shown


def test_a_dial_with_one_value_only(toy, push_and_result):
    got = push_and_result(Dial(toy.context, "n", 3, 3, 3))
    toy.up()
    toy.down(2)
    toy.ok()
    assert got == [3]


def test_a_question_is_answered_no_unless_one_moves(toy, push_and_result):
    got = push_and_result(Confirm(toy.context, "Tout effacer ?"))
    assert toy.reads("Tout effacer ?", "non", "oui")
    toy.ok()
    for key in (UP, DOWN):
        push_and_result(Confirm(toy.context, "Tout effacer ?"))
        toy.press(key)
        toy.ok()
    push_and_result(Confirm(toy.context, "Tout effacer ?"))
    toy.up(2)
    toy.ok()
    push_and_result(Confirm(toy.context, "Tout effacer ?"))
    toy.back()
    assert got == [False, True, True, False, None]
