"""The natural result of a test: which of the two dice of a Trinité counts."""

from __future__ import annotations

from gobelet.games.trinites.rules.natural import BOTH, DARK, PALE, better_die, dice_of, next_natural

FACES = range(1, 13)


def test_the_die_that_is_chosen_counts() -> None:
    for pale in FACES:
        for dark in FACES:
            fallen = next_natural(0, (pale, dark))
            assert dice_of(fallen) == (pale, dark)
            assert [next_natural(fallen, die) for die in BOTH] == [pale, dark]


def test_the_better_die_is_preferred_and_the_pale_one_of_equal_ones() -> None:
    for pale in FACES:
        for dark in FACES:
            assert better_die(next_natural(0, (pale, dark))) == (DARK if dark > pale else PALE)
