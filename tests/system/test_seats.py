"""Seats: their colours, and names from the desk or from the device."""

from __future__ import annotations

import pytest

from gobelet.words.messages import COLOURS, NAMES


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
    assert seats.reads("Place 3", "Vert")
    seats.down(3)
    seats.ok()
    assert seats.top.list[2] == ("3 Max", "Orange")
    seats.pull()
    assert seats.context.messages.colour(2) == "Orange"
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
        assert sorted(seats.context.messages.colours) == list(range(10))


def test_back_leaves_it_as_it_was(seats):
    seats.ok()
    seats.down()
    seats.back()
    assert seats.top.list[0] == ("1 Zoé", "Rouge")
    assert COLOURS not in seats.store.files


def test_a_name_is_written_and_kept(seats):
    seats.down()
    seats.ok()
    seats.up(2)  # moves from the colour to the first line
    seats.ok()
    seats.ok()  # writes A
    seats.up()
    seats.ok()
    assert seats.top.list[:3] == [("1 Zoé", "Rouge"), ("2 A", "Bleu"), ("3 Max", "Vert")]
    seats.pull()
    assert [seats.context.seat(row) for row in range(4)] == ["Zoé", "A", "Max", "Jaune"]


def test_a_name_that_is_being_written_is_there_after_a_restart(seats):
    """Test a name from the computer too, with letters that the wheel lacks."""
    seats.ok()
    seats.up()
    seats.ok()
    seats.down()
    seats.ok()  # writes A after Zoé
    seats.run(500)
    seats.pull()
    assert seats.ids == ["system.home", "system.seats", "system.wheel"]
    assert seats.context.session is None
    assert seats.reads("Place 1", "ZoéA")
    seats.back()
    assert seats.top.list[0] == ("1 ZoéA", "Rouge")


def test_a_full_store_leaves_a_name_as_it_was(seats, monkeypatch):
    def raise_full(name, data):
        raise OSError(28)

    monkeypatch.setattr(seats.app.device.store, "replace", raise_full)
    with pytest.raises(OSError):
        seats.context.messages.set_name(0, "ANA")
    assert seats.context.seat(0) == "Zoé"
