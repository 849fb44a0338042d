"""Damaged files of every kind; `make survive` tries ten thousand."""

from __future__ import annotations

import pytest

from tests.faults import mutations
from tests.faults.mutations import World

SOME = 21
OLDER = 14


# Seeds of earlier faults. One was a log of a Duel Astral that also lost players. Other seeds had another
# game's file in place of Trirème's owner tables, and an older log of the open game.
FOUND = (1153, 1383, 1798, 2262, 4248)


@pytest.mark.parametrize("seed", FOUND)
def test_what_ten_thousand_have_found(worlds: list[World], seed: int) -> None:
    assert mutations.check_damage(worlds, seed) in ("told", "nothing lost")


def test_an_older_copy_of_one_file_and_settings_that_are_cut(worlds: list[World]) -> None:
    told = [mutations.check_damage(worlds, seed, mutations.OLDER) for seed in range(OLDER)]
    assert {"told", "nothing lost"} <= set(told) <= {"told", "nothing lost", "as after a power cut"}


def test_a_device_starts_on_damaged_files_and_says_what_it_lost(worlds: list[World]) -> None:
    told = [mutations.check_damage(worlds, seed) for seed in range(SOME)]
    assert set(told) == {"told", "nothing lost"}
