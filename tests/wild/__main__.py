"""Try public requests for dice rolls, and print a row for each: `python -m tests.wild`.

For a row about the device itself, run a test.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

from tests.wild.cases import MISSING, REFUSED, RIGHT, WRONG, Case
from tests.wild.rows import ROWS

ORDER = (RIGHT, WRONG, MISSING, REFUSED)


def passed_tests(tests: list[str]) -> dict[str, bool]:
    """Run these tests, and return which of them pass."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-q", "-rA", *tests],
        capture_output=True,
        text=True,
        check=False,
    )
    ends = [line.split(" ", 1) for line in run.stdout.splitlines() if line.startswith(("PASSED ", "FAILED "))]
    found = {}
    for test in tests:
        mine = [end for end, name in ends if name.split("[")[0].split(" ")[0] == test]
        found[test] = bool(mine) and "FAILED" not in mine
    return found


def verdict(case: Case, shown: dict[str, bool]) -> tuple[str, str]:
    if case.test:
        return (RIGHT if shown[case.test] else WRONG), case.test.rpartition("::")[2]
    return case.attempt() if case.attempt else (MISSING, "")


def escape_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def main() -> int:
    shown = passed_tests([case.test for case in ROWS if case.test])
    counts: Counter[str] = Counter()
    print("| # | what people ask | tried | Gobelet | |\n|--:|---|---|---|---|")
    for case in ROWS:
        found, said = verdict(case, shown)
        counts[found] += 1
        print(
            f"| {case.number} | {escape_cell(case.asked)} | {escape_cell(case.given)} | {escape_cell(said)} | {found} |"
        )
    print(f"\n{len(ROWS)} rows: " + ", ".join(f"{counts[each]} {each}" for each in ORDER) + ".")
    return 1 if counts[WRONG] else 0


if __name__ == "__main__":
    sys.exit(main())
