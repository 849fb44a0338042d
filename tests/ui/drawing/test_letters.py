"""The layout of names in a Sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.counters.rules import sheets as counters
from gobelet.games.dice.rules import sheets as dice
from gobelet.ui.drawing.letters import ALPHABET, LETTERS, name_of, name_words


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
