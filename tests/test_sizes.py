"""The report of sizes; an increase of a tenth or more fails, with the names of the larger modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import measured, sizes


@pytest.mark.parametrize(
    ("path", "room"),
    [
        ("main.py", "shell"),
        ("gobelet/shell/app.mpy", "shell"),
        ("gobelet/ui/screens/form.mpy", "ui"),
        ("gobelet/games/__init__.mpy", "games"),
        ("gobelet/games/dice/rules/odds.mpy", "games/dice"),
        ("gobelet/media/dice.fr", "texts and fonts"),
    ],
)
def test_the_part_that_a_file_belongs_to(path: str, room: str) -> None:
    assert sizes.room_of(path) == room


def test_what_grew_is_named_beyond_a_tenth_and_not_before() -> None:
    before = {"gobelet/shell/app.mpy": 900, "gobelet/ui/screens/form.mpy": 100}
    assert (
        sizes.grown_parts({"gobelet/shell/app.mpy": 1000, "gobelet/ui/screens/form.mpy": 100}, before) == []
    )
    now = {"gobelet/shell/app.mpy": 901, "gobelet/ui/screens/form.mpy": 80, "gobelet/ui/new.mpy": 130}
    assert sizes.grown_parts(now, before) == [
        "gobelet/ui/new.mpy: +130 bytes, 130 now",
        "gobelet/shell/app.mpy: +1 bytes, 901 now",
    ]
    assert sizes.sizes_table(now, before).splitlines()[2:] == [
        "| shell | 1 | 901 | 900 |",
        "| ui | 2 | 210 | 100 |",
        "| all | 3 | 1111 | 1000 |",
    ]


def test_the_firmware_has_grown_by_no_more_than_a_tenth(tmp_path: Path) -> None:
    found = sizes.grown_parts(sizes.measure_sizes(tmp_path / "tree"), sizes.recorded_sizes())
    assert not found, "\n".join(["more than a tenth since `python -m tests.sizes --write`:", *found])


def test_the_table_is_that_of_the_record() -> None:
    record = sizes.recorded_sizes()
    assert measured.text_between(*sizes.MARKS).strip() == sizes.sizes_table(record, record).strip()
