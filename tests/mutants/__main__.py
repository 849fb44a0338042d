"""Mutation testing of the rules, the engine, the keys and the navigation, on a sample of mutants.

make mutants                        500 of them.
make mutants ARGS="--count 50" fewer. make mutants ARGS="--seed 7" others. make mutants ARGS="--only rules"
only some parts: rules, journal, a game, device/keys, navigation. make mutants ARGS=--write write the rows of
these parts into the table of tests/MEASURED.md.

Each part has a share of the mutants by its number of lines. The same seed and count give the same mutants,
also for a single part. Changing a line does not affect the mutants on other lines.

On each mutant the tests of the mutated part run until one fails. If none fails, the mutant has survived, and
is printed with its file and line. equivalent.txt lists the mutants that change nothing, each with a reason.
The exit code is 1 if more than a tenth survive.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from tests import measured
from tests.mutants import judge
from tests.mutants.judge import KILLED, SURVIVED
from tests.mutants.mutate import Mutant, sample_mutants

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
FIRMWARE = ROOT / "firmware" / "gobelet"
# The tests for each part of the sources.
ENGINE = ("rules", "journal")
OF_ENGINE = ("tests/rules", "tests/journal", "tests/game")
OF_GAME = (
    "tests/games/{game}",
    "tests/vectors",
    "tests/games/test_every_procedure.py",
    "tests/games/test_playable.py",
    "tests/games/test_declared.py",
)
NAVIGATION = ("navigation", "locations", "games", "resume", "snapshot")  # these modules were once one module
OF_KEYS = ("tests/device/test_keys.py", "tests/faults/test_hardware.py")
OF_NAVIGATION = (
    "tests/shell/test_navigation.py",
    "tests/shell/test_resume.py",
    "tests/shell/test_snapshot.py",
    "tests/shell/test_full.py",
    "tests/shell/test_recovery.py",
    "tests/shell/test_undo.py",
    "tests/shell/test_error_screen.py",
    "tests/shell/test_app.py",
    "tests/words/test_messages.py",
    "tests/device/test_device.py",
    "tests/system",
    "tests/start/test_boot.py",
    "tests/ui/screens/test_history.py",
    "tests/ui/screens/test_turn_clock.py",
)
SURVIVE = 0.1  # share of mutants that may survive
KNOWN = "changes nothing"
BEGIN = "<!-- make mutants ARGS=--write writes this table -->"
END = "<!-- end of the mutants' table -->"


def mutated_sources() -> list[Path]:
    found = [
        *FIRMWARE.glob("rules/*.py"),
        *FIRMWARE.glob("journal/*.py"),
        *FIRMWARE.glob("games/*/rules/**/*.py"),
    ]
    return sorted(
        [*found, FIRMWARE / "device" / "keys.py", *(FIRMWARE / "shell" / f"{name}.py" for name in NAVIGATION)]
    )


def part_of(path: Path) -> str:
    """Return the part of a source: rules, journal, a game, navigation, or the module itself."""
    parts = path.relative_to(FIRMWARE).with_suffix("").parts
    if parts[0] == "shell":
        return NAVIGATION[0]
    if parts[0] in ENGINE:
        return parts[0]
    return parts[1] if parts[0] == "games" else "/".join(parts)


def choose_mutants(only: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Sample each part's share of `count` mutants, by its lines."""
    parts: defaultdict[str, list[Path]] = defaultdict(list)
    for path in mutated_sources():
        parts[part_of(path)].append(path)
    if unknown := sorted(set(only) - set(parts)):
        raise SystemExit(f"{', '.join(unknown)}: no part; there are {', '.join(parts)}")
    lines = {name: sum(path.read_text().count("\n") for path in paths) for name, paths in parts.items()}
    found: list[Mutant] = []
    for name, paths in parts.items():
        if not only or name in only:
            found += sample_mutants(paths, round(count * lines[name] / sum(lines.values())), seed)
    return found


def tests_of(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(FIRMWARE).parts
    if parts[0] == "games":
        return (*(words.format(game=parts[1]) for words in OF_GAME), "-k", parts[1])
    if parts[0] in ENGINE:
        return OF_ENGINE
    return OF_KEYS if parts[0] == "device" else OF_NAVIGATION


def without_comment(line: str) -> str:
    """Return a line of code without its comment, because a comment may be reworded."""
    return re.sub(r"\s+# .*", "", line).strip()


def equivalent_mutants() -> set[tuple[str, str, str]]:
    """Return (file, line, changed line) of each mutant that changes nothing, without comments."""
    found = set()
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            file, before, after, _ = line.split("\t")
            found.add((file.strip(), without_comment(before), without_comment(after)))
    return found


class Outcomes:
    """A file of outcomes to which all processes append lines: number of the mutant, outcome."""

    def __init__(self, folder: Path, mutants: Sequence[Mutant]) -> None:
        self.file = folder / "outcomes"
        self.file.touch()
        self.mutants = mutants

    def add_outcome(self, mutant: Mutant, outcome: str) -> None:
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{self.mutants.index(mutant)} {outcome}\n")
        if outcome == SURVIVED:
            before, after = mutant.changed()
            where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}: {mutant.operator}"
            os.write(TOLD, f"{where}\n    {before}\n    {after}\n".encode())

    def read_outcomes(self) -> dict[Mutant, str]:
        lines = (line.split(" ", 1) for line in self.file.read_text(encoding="utf-8").splitlines())
        return {self.mutants[int(number)]: outcome for number, outcome in lines}


TOLD = os.dup(1)  # a copy of standard output, which stays open while pytest is silent


def judge_mutants(mutants: Sequence[Mutant], processes: int) -> dict[Mutant, str]:
    known = equivalent_mutants()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        outcomes = Outcomes(folder, mutants)
        groups: defaultdict[tuple[str, ...], list[Mutant]] = defaultdict(list)
        for mutant in mutants:
            file = str(mutant.path.relative_to(ROOT))
            if (
                any(file == each for each, _, _ in known)
                and (file, *map(without_comment, mutant.changed())) in known
            ):
                outcomes.add_outcome(mutant, KNOWN)
            else:
                groups[tests_of(mutant.path)].append(mutant)

        def judge_group(command: tuple[str, ...]) -> tuple[tuple[str, ...], judge.CleanRun, list[Mutant]]:
            of_group = groups[command]
            paths = {mutant.path for mutant in of_group}
            return (command, *judge.judge_functions(command, of_group, paths, folder, outcomes.add_outcome))

        def judge_alone(command: tuple[str, ...], ran: judge.CleanRun, mutant: Mutant) -> Mutant:
            outcomes.add_outcome(mutant, judge.judge_import(command, mutant, ran, folder))
            return mutant

        works: list[Callable[[], object]] = []
        for came in judge.run_side_by_side(
            [partial(judge_group, command) for command in groups], processes, folder
        ):
            if came is None:
                raise SystemExit("The tests without a fault were ended")
            command, ran, left = came
            if ran.failed:
                raise SystemExit(f"These tests fail without a fault:\n{ran.failed}")
            works += [partial(judge_alone, command, ran, mutant) for mutant in left]
        for _ in judge.run_side_by_side(works, processes, folder):
            pass
        found = outcomes.read_outcomes()
    # A mutant without an outcome exceeded its limit.
    return {mutant: found.get(mutant, KILLED) for mutant in mutants}


HEAD = ["| part | mutants | killed | change nothing | survive |", "|---|--:|--:|--:|--:|"]
ALL = "all"


def count_by_part(outcomes: Mapping[Mutant, str]) -> dict[str, list[int]]:
    """Return for each part the numbers: killed, equivalent, survived."""
    counts = Counter((part_of(mutant.path), outcome) for mutant, outcome in outcomes.items())
    return {
        name: [counts[name, outcome] for outcome in (KILLED, KNOWN, SURVIVED)] for name, _ in sorted(counts)
    }


def parse_table() -> dict[str, list[int]]:
    """Parse the rows of the present table."""
    lines = measured.text_between(BEGIN, END).strip().splitlines()[len(HEAD) :]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {name: [int(count) for count in counts[1:]] for name, *counts in cells if name != ALL}


def format_table(found: Mapping[str, Sequence[int]]) -> str:
    every = {
        **dict(sorted(found.items())),
        ALL: [sum(counts) for counts in zip(*found.values(), strict=True)],
    }
    lines = [f"| {name} | {sum(counts)} | {' | '.join(map(str, counts))} |" for name, counts in every.items()]
    return "\n".join([*HEAD, *lines]) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="of mutants (500)")
    parser.add_argument("--seed", type=int, default=1, help="of other mutants (1)")
    parser.add_argument("--only", default=[], nargs="+", metavar="PART", help="those of these parts alone")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="put the table into tests/MEASURED.md")
    options = parser.parse_args(argv)
    outcomes = judge_mutants(choose_mutants(options.only, options.count, options.seed), options.processes)
    found = count_by_part(outcomes)
    print(format_table(found))
    if options.write:
        measured.replace_between(BEGIN, END, format_table({**parse_table(), **found}))
    survivors = sum(outcome == SURVIVED for outcome in outcomes.values())
    return 1 if survivors > SURVIVE * len(outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
