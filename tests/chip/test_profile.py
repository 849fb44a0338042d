"""What a profile tells, of what the emulator has counted."""

from __future__ import annotations

from typing import Any

from tests.chip import profile

NAMES = {"gobelet.ui.menu": {"x": ["Menu.draw"], "y": ["Menu.rows", "Menu.title", "Menu.more"]}}
TOLD: dict[str, Any] = {
    "ms": 20.0,
    "rows": [
        ["gobelet.ui.menu:x", 1, 5.0, 12.0],
        ["gobelet.ui.menu:x;gobelet.ui.menu:y", 3, 4.0, 7.0],
        ["gobelet.ui.menu:x;gobelet.ui.menu:y;gc_alloc", 9, 3.0, 3.0],
        ["mp_hal_delay_ms;tud_task_ext", 2, 6.0, 6.0],
    ],
    "largest": {"bytes": 4112, "path": "gobelet.ui.menu:x;gobelet.ui.menu:y;gc_alloc"},
}


def test_kinds_functions_and_the_largest_piece() -> None:
    made = profile.made("start", TOLD, NAMES)
    assert made.kinds == {"Python": 9.0, "allocating": 3.0, "asleep": 6.0, "not timed": 2.0}
    assert made.largest == (4112, "ui.menu:Menu.rows|Menu.title")
    [row] = [row for row in made.rows if row.name == "ui.menu:Menu.draw"]
    assert (row.calls, row.own, row.whole) == (1, 5.0, 12.0)
    said = "\n".join(profile.report(made, 2))
    assert "the largest piece of memory: 4112 bytes, ui.menu:Menu.rows|Menu.title" in said
    assert "ui.menu:Menu.draw" in said and "gc_alloc" not in said


def test_a_piece_that_no_python_asked_for() -> None:
    told = TOLD | {"largest": {"bytes": 64, "path": "mp_init;gc_alloc"}}
    assert profile.made("start", told, NAMES).largest == (64, "gc_alloc")
