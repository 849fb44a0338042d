"""Names written with four keys, and how they lie in a Sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.counters.rules import sheets as counters
from gobelet.games.dice.rules import sheets as dice
from gobelet.ui.letters import ALPHABET, LETTERS, Letters, name_of, name_words


@given(st.text(ALPHABET, max_size=LETTERS))
def test_a_name_comes_back(name):
    words = name_words(name)
    assert all(0 <= word <= 32767 for word in words)
    assert name_of(words) == name


@pytest.mark.parametrize("rules", [counters, dice])
def test_the_sheets_have_room_for_a_name(rules):
    assert len(rules.NAME_FIELDS) == len(name_words("")) == LETTERS // 2


def test_foreign_letters_are_left_out_and_long_names_cut():
    assert name_of(name_words("ÉPÉE☃ 2")) == "ÉPÉE 2"
    assert name_of(name_words("ABCDEFGHIJKLM")) == "ABCDEFGHIJ"
    assert name_of([0] * 5) == ""


@given(st.lists(st.integers(0, 32767), min_size=5, max_size=5))
def test_damaged_words_are_still_a_name(words):
    assert set(name_of(words)) <= set(ALPHABET)


def test_the_alphabet_fits_seven_bits_without_doubles():
    assert len(ALPHABET) == len(set(ALPHABET)) < 128


def opened(title, name=""):
    """The wheel as `App.letters` opens it."""
    return Letters(App(), len(title), len(name), *[ord(letter) for letter in title + name + name])


class App:
    def __init__(self):
        self.closed = []

    def close(self, result=None):
        self.closed.append(result)


def write(screen, name):
    """Turn each letter up and take it, then end."""
    wheel = "✓" + ALPHABET + "←"
    for letter in name + "✓":
        screen.down((wheel.index(letter) - screen.cursor) % len(wheel))
        screen.ok()


@given(st.text(ALPHABET, max_size=LETTERS))
def test_any_name_can_be_written(name):
    screen = opened("Nom")
    write(screen, name)
    assert screen.app.closed == [name.strip()]


def test_a_letter_is_taken_back_and_no_more_than_there_are():
    screen = opened("Nom", "AB")
    write(screen, "←C")
    assert screen.app.closed == ["AC"]
    screen = opened("Nom")
    write(screen, "←A")
    assert screen.app.closed == ["A"]


def test_a_full_name_only_offers_the_end():
    screen = opened("Nom")
    for _ in range(LETTERS):
        screen.ok()
    assert screen.cursor == 0
    screen.down(1)
    screen.ok()
    assert screen.name == "A" * LETTERS
    screen.up(1)
    screen.ok()
    assert screen.app.closed == ["A" * LETTERS]


def test_leaving_gives_no_name():
    screen = opened("Nom", "AB")
    screen.back()
    assert screen.app.closed == [None]


def test_back_keeps_what_was_written():
    screen = opened("Nom")
    screen.ok()
    screen.back()
    assert screen.app.closed == ["A"]
    screen = opened("Nom", "AB")
    screen.cursor = ("✓" + ALPHABET + "←").index("←")
    screen.ok()
    screen.back()
    assert screen.app.closed == ["A"]


def test_back_on_a_name_as_it_was_changes_nothing():
    for name in ("", "AB"):
        screen = opened("Nom", name)
        screen.down(3)
        screen.back()
        assert screen.app.closed == [None]


@given(st.text(ALPHABET, max_size=LETTERS), st.sampled_from(("", "Aline", "Zoé’s 12 – x")), st.data())
def test_it_is_made_again_as_it_was(typed, before, data):
    """A name from the desk has letters that the wheel has not."""
    screen = opened("Nom", before)
    screen.name = typed
    screen.cursor = data.draw(st.integers(0, len(ALPHABET) + 1))
    numbers = screen.arguments()
    assert all(type(number) is int for number in numbers)
    again = Letters(App(), *numbers)
    again.cursor = screen.cursor
    assert vars(again) == {**vars(screen), "app": again.app}
    again.back()
    assert again.app.closed == [None if typed == before else typed.strip()]
