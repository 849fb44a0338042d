"""Damaged files of every kind; `make survive` tries ten thousand."""

from __future__ import annotations

from pathlib import Path

from tests.faults import mutations

SOME = 42
PACKS = 100


def test_no_part_of_a_damaged_pack_is_used(tmp_path: Path) -> None:
    told = [mutations.check_packs(seed, tmp_path) for seed in range(PACKS)]
    assert set(told) == {"told", "nothing read"}


def test_a_device_starts_on_damaged_files_and_says_what_it_lost() -> None:
    worlds = mutations.worlds()
    told = [mutations.check(worlds[seed % len(worlds)], seed) for seed in range(SOME)]
    assert set(told) == {"told", "nothing lost"}
