"""Compare Gobelet with other programs in one table. The exit code is 1 if a goal is missed.

make bench                                  prints the table.
make bench ARGS=--write                     also writes it into tests/MEASURED.md.
make bench ARGS="--part page --write"       measures one part only.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence

from tests import measured
from tests.bench import device, odds, page, panel, start
from tests.bench.line import Line

PARTS = {"panel": panel, "odds": odds, "device": device, "start": start, "page": page}
BEGIN = "<!-- make bench ARGS=--write writes this table -->"
END = "<!-- end of the table -->"
HEAD = "| what | unit | Gobelet | other | Gobelet / other | better | goal |\n|---|---|--:|--:|--:|---|---|\n"


def line_names() -> list[str]:
    """Return the names of all lines, without measuring."""
    return [name for part in PARTS.values() for name in part.line_names()]


def format_row(line: Line) -> str:
    few = f", or {line.few:g} {line.unit.split()[0]}" if line.few else ""
    goal = "" if line.goal is None else f"≤ {line.goal:g}{few}{'' if line.met else ', MISSED'}"
    better = "cannot be less" if line.least else line.better
    figures = f"{_format_figure(line.ours)} | {_format_figure(line.theirs)} ({line.other}) | {line.ratio:.2f}"
    return f"| {line.what.replace('|', chr(92) + '|')} | {line.unit} | {figures} | {better} | {goal} |"


def _format_figure(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def format_table(lines: Iterable[Line]) -> str:
    return HEAD + "".join(format_row(line) + "\n" for line in lines)


def replace_lines(lines: Iterable[Line]) -> str:
    """Return the table in MEASURED.md with these lines replaced."""
    made = {format_row(line).partition(" | ")[0]: format_row(line) for line in lines}
    there = measured.text_between(BEGIN, END).strip().splitlines()
    return "".join(made.get(each.partition(" | ")[0], each) + "\n" for each in there)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="put the table into tests/MEASURED.md")
    parser.add_argument("--part", choices=PARTS, help="only this one")
    options = parser.parse_args(argv)
    found: list[Line] = []
    print(HEAD, end="")
    parts = [PARTS[options.part]] if options.part else [*PARTS.values()]
    for part in parts:
        for line in part.measure_lines():
            print(format_row(line), flush=True)
            found.append(line)
    if [line.what for line in found] != [name for part in parts for name in part.line_names()]:
        raise AssertionError("a line has another name than announced")
    if options.write:
        measured.replace_between(
            BEGIN, END, format_table(found) if options.part is None else replace_lines(found)
        )
    missed = [line for line in found if not line.met]
    for line in missed:
        print(f"goal missed: {line.what} {line.where}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
