"""Damaged files of every kind; `make survive` tries ten thousand."""

from __future__ import annotations

from tests.faults import mutations

SOME = 42


def test_a_device_starts_on_damaged_files_and_says_what_it_lost() -> None:
    worlds = mutations.worlds()
    told = [mutations.check(worlds[seed % len(worlds)], seed) for seed in range(SOME)]
    assert set(told) == {"told", "nothing lost"}
