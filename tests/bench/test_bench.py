"""The table of the bench, without measuring."""

from __future__ import annotations

from tests import readme
from tests.bench import __main__ as bench
from tests.bench.line import Line

MET = Line("a", "µs", 1.0, 4.0, "that", 0.5)
MISSED = Line("a | b", "bytes", 300.0, 200.0, "the least", 1.25, True)


def test_a_line_names_the_better() -> None:
    assert (MET.ratio, MET.met, MET.better) == (0.25, True, "Gobelet")
    assert bench.row(MET) == "| a | µs | 1 | 4 (that) | 0.25 | Gobelet | ≤ 0.5 |"
    assert Line("a", "s", 3.0, 2.0, "that").better == "that"
    assert not MISSED.met
    assert bench.row(MISSED) == (
        "| a \\| b | bytes | 300 | 200 (the least) | 1.50 | cannot be less | ≤ 1.25, MISSED |"
    )


def test_the_readme_has_every_line_that_the_bench_makes() -> None:
    table = readme.between(bench.BEGIN, bench.END)
    rows = [row for row in table.splitlines() if row.startswith("| ")]
    named = [row.removeprefix("| ").partition(" | ")[0].replace("\\|", "|") for row in rows[1:]]
    assert named == bench.names()
    assert "make bench" in readme.text().partition(bench.BEGIN)[0]
    assert "MISSED" not in table


def test_no_two_lines_share_a_name() -> None:
    names = bench.names()
    assert len(set(names)) == len(names)
