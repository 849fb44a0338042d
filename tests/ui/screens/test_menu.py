"""Lists to choose from, by keys on the virtual board."""

from __future__ import annotations

import pytest

from gobelet.ui.screens.menu import Menu, Picker
from simulator.keys import DOWN, UP


class Letters(Menu):
    title = "settings"

    def __init__(self, context, count, cursor=0):
        Menu.__init__(self, context, cursor)
        self.count = count
        self.done = []

    def entries(self):
        return [(f"entry{at}", "") for at in range(self.count)]

    def choose(self, at):
        self.done.append(("choose", at))

    def about(self, at):
        self.done.append(("about", at))


@pytest.fixture
def make_menu(toy):
    def push_letters(count, cursor=0):
        screen = Letters(toy.context, count, cursor)
        toy.context.push(screen)
        toy.run(20)
        return screen

    return push_letters


def test_the_cursor_goes_round_one_by_one(toy, make_menu):
    screen = make_menu(4)
    toy.up()
    assert screen.cursor == 3
    toy.down()
    assert screen.cursor == 0
    toy.down(2)
    assert screen.cursor == 2


def test_a_held_key_goes_faster_and_stops_at_the_ends(toy, make_menu):
    screen = make_menu(100)
    toy.press(DOWN, 3000)
    assert 20 < screen.cursor < 60
    toy.press(DOWN, 4000)
    assert screen.cursor == 99
    toy.press(UP, 9000)
    assert screen.cursor == 0


def test_ok_acts_once_on_release_and_held_it_tells(toy, make_menu):
    screen = make_menu(3, 1)
    toy.ok()
    assert screen.done == [("choose", 1)]
    toy.why()
    assert screen.done == [("choose", 1), ("about", 1)]


def test_the_chosen_row_is_always_seen(toy, make_menu):
    screen = make_menu(9)
    for key in (DOWN,) * 12 + (UP,) * 12:
        toy.press(key)
        assert toy.reads(f"entry{screen.cursor}")


def test_an_empty_list_takes_every_key(toy, make_menu):
    screen = make_menu(0)
    toy.up()
    toy.down()
    toy.ok()
    toy.why()
    assert screen.done == []
    assert toy.top is screen


def test_a_list_that_shrank_keeps_its_cursor_inside(toy, make_menu):
    screen = make_menu(5, 4)
    screen.count = 2
    screen.refresh()
    assert screen.cursor == 1
    assert screen.arguments() == (1,)
    screen.count = 0
    screen.refresh()
    assert screen.cursor == 0


def test_a_cursor_from_before_an_update_is_brought_inside(toy, make_menu):
    assert make_menu(3, 99).cursor == 2
    assert make_menu(3, -4).cursor == 0


def test_a_picker_closes_with_the_index_or_with_nothing(toy, make_menu):
    below = make_menu(2)
    got = []
    below.on_result = got.append
    for _ in range(2):
        toy.context.push(Picker(toy.context, "Quel ?", ["un", "deux", "trois"], 1))
        toy.run(20)
        assert toy.reads("Quel ?", "deux")
        toy.down()
        toy.ok() if not got else toy.back()
    assert got == [2, None]
