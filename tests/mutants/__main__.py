"""Do the tests notice a fault? A sample of small ones is put into the rules, the engine, the keys and the navigation.

make mutants                        500 of them
make mutants ARGS="--count 50"      fewer
make mutants ARGS="--seed 7"        others
make mutants ARGS="--only core"     in sources whose path has this
make mutants ARGS=--write           puts the table into tests/MEASURED.md too

The tests of its part run with each of them until one fails. A mutant that none notices has survived: it is listed
with its file and line. Those that change nothing are in equivalent.txt, with the reason. Exit code 1 if more than a
tenth survive.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from tests import measured
from tests.mutants import judge
from tests.mutants.judge import KILLED, SURVIVED
from tests.mutants.mutate import Mutant, sample

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
FIRMWARE = ROOT / "firmware" / "gobelet"
# Of each part of the sources, the tests that are to notice.
OF_CORE = ("tests/core", "tests/test_session.py", "tests/test_resolution.py", "tests/test_older.py")
OF_GAME = (
    "tests/games/{game}",
    "tests/vectors",
    "tests/games/test_every_procedure.py",
    "tests/games/test_playable.py",
)
OF_KEYS = ("tests/device/test_keys.py", "tests/faults/test_hardware.py")
OF_NAVIGATION = ("tests/test_app.py", "tests/system", "tests/test_boot.py", "tests/ui/test_history.py")
SURVIVE = 0.1  # may
KNOWN = "changes nothing"
BEGIN = "<!-- make mutants ARGS=--write writes this table -->"
END = "<!-- end of the mutants' table -->"


def sources() -> list[Path]:
    found = [*FIRMWARE.glob("core/*.py"), *FIRMWARE.glob("games/*/rules/**/*.py")]
    return sorted([*found, FIRMWARE / "device" / "keys.py", FIRMWARE / "navigation.py"])


def part(path: Path) -> str:
    """Of the sources: core, a game, or the module itself."""
    parts = path.relative_to(FIRMWARE).with_suffix("").parts
    return {"core": "core", "games": parts[1]}.get(parts[0], "/".join(parts)) if parts[1:] else parts[0]


def tests_of(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(FIRMWARE).parts
    if parts[0] == "games":
        return (*(words.format(game=parts[1]) for words in OF_GAME), "-k", parts[1])
    return {"core": OF_CORE, "device": OF_KEYS}.get(parts[0], OF_NAVIGATION)


def equivalent() -> set[tuple[str, str, str]]:
    """(file, line, the line changed) of each mutant that changes nothing."""
    found = set()
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            file, before, after, _ = (words.strip() for words in line.split("\t"))
            found.add((file, before, after))
    return found


class Outcomes:
    """Written by all processes, each line at once: the number of the mutant in the sample and what came of it."""

    def __init__(self, folder: Path, chosen: Sequence[Mutant]) -> None:
        self.file = folder / "outcomes"
        self.file.touch()
        self.chosen = chosen

    def add(self, mutant: Mutant, outcome: str) -> None:
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{self.chosen.index(mutant)} {outcome}\n")
        if outcome == SURVIVED:
            before, after = mutant.changed()
            where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}: {mutant.operator}"
            os.write(TOLD, f"{where}\n    {before}\n    {after}\n".encode())

    def all(self) -> dict[Mutant, str]:
        lines = (line.split(" ", 1) for line in self.file.read_text(encoding="utf-8").splitlines())
        return {self.chosen[int(number)]: outcome for number, outcome in lines}


TOLD = os.dup(1)  # stays open where pytest is silent


def judged(chosen: Sequence[Mutant], processes: int) -> dict[Mutant, str]:
    known = equivalent()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        outcomes = Outcomes(folder, chosen)
        groups: defaultdict[tuple[str, ...], list[Mutant]] = defaultdict(list)
        for mutant in chosen:
            if (str(mutant.path.relative_to(ROOT)), *mutant.changed()) in known:
                outcomes.add(mutant, KNOWN)
            else:
                groups[tests_of(mutant.path)].append(mutant)

        def group(command: tuple[str, ...]) -> tuple[tuple[str, ...], judge.Ran, list[Mutant]]:
            mutants = groups[command]
            paths = {mutant.path for mutant in mutants}
            return (command, *judge.of_functions(command, mutants, paths, folder, outcomes.add))

        def alone(command: tuple[str, ...], ran: judge.Ran, mutant: Mutant) -> Mutant:
            outcomes.add(mutant, judge.of_import(command, mutant, ran, folder))
            return mutant

        works: list[Callable[[], object]] = []
        for came in judge.side_by_side([partial(group, command) for command in groups], processes, folder):
            if came is None:
                raise SystemExit("The tests without a fault were ended")
            command, ran, left = came
            if ran.failed:
                raise SystemExit(f"These tests fail without a fault:\n{ran.failed}")
            works += [partial(alone, command, ran, mutant) for mutant in left]
        for _ in judge.side_by_side(works, processes, folder):
            pass
        found = outcomes.all()
    # What is missing was ended by its limit.
    return {mutant: found.get(mutant, KILLED) for mutant in chosen}


def table(outcomes: Mapping[Mutant, str]) -> str:
    counts = Counter((part(mutant.path), outcome) for mutant, outcome in outcomes.items())
    counts.update(("all", outcome) for outcome in outcomes.values())
    lines = ["| part | mutants | killed | change nothing | survive |", "|---|--:|--:|--:|--:|"]
    for name in [*sorted({part(mutant.path) for mutant in outcomes}), "all"]:
        row = [counts[name, outcome] for outcome in (KILLED, KNOWN, SURVIVED)]
        lines.append(f"| {name} | {sum(row)} | {' | '.join(map(str, row))} |")
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="of mutants (500)")
    parser.add_argument("--seed", type=int, default=1, help="of other mutants (1)")
    parser.add_argument("--only", default="", metavar="WORDS", help="sources whose path has these words")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="put the table into tests/MEASURED.md")
    options = parser.parse_args(argv)
    paths = [path for path in sources() if options.only in str(path.relative_to(ROOT))]
    outcomes = judged(sample(paths, options.count, options.seed), options.processes)
    made = f"{table(outcomes)}\nSeed {options.seed}."
    print(made)
    if options.write:
        measured.put(BEGIN, END, f"{made}\n")
    survivors = sum(outcome == SURVIVED for outcome in outcomes.values())
    return 1 if survivors > SURVIVE * len(outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
