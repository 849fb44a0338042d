"""Seats: their colours, and names from the desk."""

from __future__ import annotations

import pytest

from gobelet.telling import COLOURS, NAMES


@pytest.fixture
def seats(toy):
    toy.store.files[NAMES] = "Zoé\n\nMax\n".encode()
    toy.pull()
    toy.down(2)
    toy.ok()
    return toy


def test_names_and_colours(seats):
    assert seats.top.list[:4] == [("1 Zoé", "Rouge"), ("2 Bleu", ""), ("3 Max", "Vert"), ("4 Jaune", "")]
    assert len(seats.top.list) == 10


def test_a_colour_is_chosen_and_kept(seats):
    seats.down(2)
    seats.ok()
    assert seats.reads("Couleur 3", "Vert")
    seats.down(3)
    seats.ok()
    assert seats.top.list[2] == ("3 Max", "Orange")
    seats.pull()
    assert seats.app.colour(2) == "Orange"
    assert len(seats.store.files[COLOURS]) == 10


def test_no_two_seats_have_one_colour(seats):
    seats.ok()
    seats.down()
    seats.ok()
    assert seats.top.list[:2] == [("1 Zoé", "Bleu"), ("2 Rouge", "")]
    for _ in range(12):
        seats.down()
        seats.ok()
        seats.down(3)
        seats.ok()
        assert sorted(seats.app.colours) == list(range(10))


def test_back_leaves_it_as_it_was(seats):
    seats.ok()
    seats.down()
    seats.back()
    assert seats.top.list[0] == ("1 Zoé", "Rouge")
    assert COLOURS not in seats.store.files
