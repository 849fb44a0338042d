"""The report of a profile, computed from counts that the emulator made."""

from __future__ import annotations

from typing import Any

from tests.chip import profile

TOLD: dict[str, Any] = {
    "ms": 13.0,
    "rows": [
        ["gobelet/shell/app.py:step", 1, 2.0, 12.0],
        ["gobelet/shell/app.py:step;gobelet/shell/app.py:step", 1, 1.0, 4.0],
        ["gobelet/shell/app.py:step;gobelet/shell/app.py:step;gc_collect", 2, 3.0, 3.0],
        ["gobelet/shell/app.py:step;gobelet/shell/app.py:draw;gc_alloc", 9, 3.0, 3.0],
        ["gobelet/shell/app.py:step;mp_hal_delay_ms;tud_task_ext", 5, 3.0, 3.0],
    ],
    "largest": {"bytes": 4112, "path": "gobelet/shell/app.py:step;gobelet/shell/app.py:draw;gc_alloc"},
}


def test_a_profile_by_kinds_and_by_functions() -> None:
    made = profile.build_profile("open", TOLD)
    kinds = {"Python": 3.0, "collecting garbage": 3.0, "allocating": 3.0, "asleep": 3.0, "not timed": 1.0}
    assert made.kinds == kinds
    [step] = [row for row in made.rows if row.name == "shell.app:step"]
    assert (step.calls, step.own, step.whole) == (2, 3.0, 12.0), "one within the other counts once"
    lines = list(profile.report_lines(made, 1))
    assert lines[0] == "== open: 13.0 ms"
    assert any("shell.app:step" in line for line in lines[3:])
    assert not any("mp_hal_delay_ms" in line for line in lines), "only so many"


def test_the_largest_piece_of_memory_and_which_function_asked_for_it() -> None:
    made = profile.build_profile("open", TOLD)
    assert made.largest == (4112, "shell.app:draw")
    assert "   the largest piece of memory: 4112 bytes, shell.app:draw" in profile.report_lines(made, 1)
    told = TOLD | {"largest": {"bytes": 64, "path": "mp_init;gc_alloc"}}
    assert profile.build_profile("start", told).largest == (64, "gc_alloc"), "none of Python"
