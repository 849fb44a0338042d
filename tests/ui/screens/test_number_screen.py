"""Repeated presses for one number: they form one transaction within four seconds."""

from __future__ import annotations

import pytest

from gobelet.ui.screens.number_screen import NumberScreen


class Armour(NumberScreen):
    def on_step(self, by):
        now = self.context.session.get("char", 0, "armour")
        to = max(0, min(9, now + by))
        self.change_number([("char", 0, "armour", to)], to - now)


@pytest.fixture
def armour_screen(toy):
    toy.game()
    toy.context.push(Armour(toy.context))
    toy.run(20)
    return toy.app.stack.top()


def undo_steps(toy):
    return len(toy.context.session.journal.done)


def test_presses_in_a_row_are_one_transaction_until_none_comes_for_four_seconds(toy, armour_screen):
    before = undo_steps(toy)
    for _ in range(3):
        toy.up()
        toy.run(3500)
    assert (armour_screen.sum, undo_steps(toy)) == (3, before + 1)
    toy.run(500)
    assert (armour_screen.sum, armour_screen.joins) == (0, False)
    toy.up()
    assert (armour_screen.sum, undo_steps(toy)) == (1, before + 2)


def test_what_came_to_nothing_is_joined_no_longer_than_any_other(toy, armour_screen):
    before = undo_steps(toy)
    toy.up()
    toy.down()
    assert (armour_screen.sum, undo_steps(toy)) == (0, before + 1)
    toy.run(4000)
    toy.up()
    assert undo_steps(toy) == before + 2
    toy.undo()
    assert toy.context.session.get("char", 0, "armour") == 0


def test_at_its_bound_a_number_is_not_changed_and_its_sum_stays(toy, armour_screen):
    toy.up(10)
    before = undo_steps(toy)
    toy.run(3000)
    toy.up()
    toy.run(3000)
    assert (armour_screen.sum, undo_steps(toy)) == (9, before)


def test_what_an_undo_gave_back_is_marked_and_the_next_press_begins_anew(toy, armour_screen):
    toy.up(4)
    before = undo_steps(toy)
    assert armour_screen.show_undo(-4, "↶")
    toy.run(3000)
    assert (armour_screen.sum, armour_screen.sign) == (-4, "↶")
    toy.up()
    assert (armour_screen.sum, armour_screen.sign, undo_steps(toy)) == (1, "", before + 1)
    armour_screen.show_undo(-1, "↶")
    toy.run(4000)
    assert (armour_screen.sum, armour_screen.sign) == (0, "")
