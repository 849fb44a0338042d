"""The table of the bench, and its lines that count bytes or code."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests import measured, sweep
from tests.bench import __main__ as bench
from tests.bench import device, panel, wire
from tests.bench.line import Line

MET = Line("a", "µs", 1.0, 4.0, "that", 0.5)
MISSED = Line("a | b", "bytes", 300.0, 200.0, "the least", 1.25, True)


def test_a_line_names_the_better() -> None:
    assert (MET.ratio, MET.met, MET.better) == (0.25, True, "Gobelet")
    assert bench.format_row(MET) == "| a | µs | 1 | 4 (that) | 0.25 | Gobelet | ≤ 0.5 |"
    assert Line("a", "s", 3.0, 2.0, "that").better == "that"
    assert not MISSED.met
    assert bench.format_row(MISSED) == (
        "| a \\| b | bytes | 300 | 200 (the least) | 1.50 | cannot be less | ≤ 1.25, MISSED |"
    )


def test_the_readme_has_every_line_that_the_bench_makes() -> None:
    table = measured.text_between(bench.BEGIN, bench.END)
    rows = [row for row in table.splitlines() if row.startswith("| ")]
    named = [row.removeprefix("| ").partition(" | ")[0].replace("\\|", "|") for row in rows[1:]]
    assert named == bench.line_names()
    assert "make bench" in measured.page_text().partition(bench.BEGIN)[0]
    assert "MISSED" not in table


def test_no_two_lines_share_a_name() -> None:
    names = bench.line_names()
    assert len(set(names)) == len(names)


def test_where_little_is_counted_a_few_meet_the_goal() -> None:
    few = Line("a", "bytes", 18.0, 5.0, "the least", 2.5, True, 18)
    assert few.met
    assert bench.format_row(few).endswith("| 3.60 | cannot be less | ≤ 2.5, or 18 bytes |")
    assert not Line("a", "bytes", 19.0, 5.0, "the least", 2.5, True, 18).met


# Counts, unlike times, are equal on every computer.


def figure_in_table(what: str) -> float:
    """The figure of a line in the table."""
    (row,) = (
        row for row in measured.text_between(bench.BEGIN, bench.END).splitlines() if f"| {what} |" in row
    )
    return float(row.split(" | ")[2])


def check_lines(part: str, lines: Iterable[Line]) -> None:
    """Check that each goal is met, and that the table is at most 10 % off."""
    for line in lines:
        assert line.met, f"{bench.format_row(line)} {line.where}"
        said = f"{line.what}: {line.ours:.0f} now, {figure_in_table(line.what):.0f} in the table"
        assert line.ours == pytest.approx(figure_in_table(line.what), rel=0.1), (
            f'{said}: make bench ARGS="--part {part} --write"'
        )


@pytest.mark.sweep
def test_bytes_to_the_panel() -> None:
    """Measure the script to which the limits refer; `make survive` measures all scripts."""
    check_lines("panel", panel.measure_lines(None if sweep.SHARE else [wire.NAMED]))


def test_no_byte_that_changed_is_left_out() -> None:
    found = wire.measure_script(wire.NAMED)
    assert len(found) > 300
    assert all(each.sent >= each.changed for each in found)


def test_what_a_driver_of_whole_frames_sends() -> None:
    assert (
        panel.full_frame() == 7 + 6 + 1024
    )  # control bytes and commands of the adafruit driver, and its frame


def test_heap_that_a_key_takes(firmware: Path) -> None:
    check_lines("device", device.measure_build(firmware))
