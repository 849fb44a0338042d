"""Do the tests notice a fault? A sample of small ones is put into the rules, the engine, the keys and the navigation.

make mutants                        500 of them: an hour on two processors
make mutants ARGS="--count 50"      fewer
make mutants ARGS="--seed 7"        others
make mutants ARGS="--only core"     in sources whose path has this

Each is put into a copy of the project, and the tests of its part run until one fails. A mutant that none notices
has survived: it is listed with its file and line. Those that change nothing are in equivalent.txt, with the reason.
Exit code 1 if more than a tenth survive.
"""

from __future__ import annotations

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutants.mutate import Mutant, sample

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
COPIED = ("boards", "firmware", "host_tools", "simulator", "tests", "pyproject.toml", "README.md")
FIRMWARE = ROOT / "firmware" / "gobelet"
# Of each part of the sources, the tests that are to notice: those that are fast come first.
OF_CORE = ("tests/core", "tests/test_session.py", "tests/test_resolution.py", "tests/test_older.py")
OF_GAME = ("tests/games/{game}", "tests/vectors", "tests/games/test_every_procedure.py")
OF_KEYS = ("tests/device/test_keys.py", "tests/faults/test_hardware.py")
OF_NAVIGATION = ("tests/test_app.py", "tests/system", "tests/test_boot.py", "tests/ui/test_history.py")
SURVIVE = 0.1  # may
SLOW = 6  # times as long as without a fault: it runs for ever

KILLED, SURVIVED, KNOWN = "killed", "survived", "changes nothing"


def sources() -> list[Path]:
    found = [*FIRMWARE.glob("core/*.py"), *FIRMWARE.glob("games/*/rules/**/*.py")]
    return sorted([*found, FIRMWARE / "device" / "keys.py", FIRMWARE / "navigation.py"])


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


class Copies:
    """As many copies of the project as there are processes. In the first, the tests have run without a fault, so all
    is compiled; the rest is copied from it.
    """

    def __init__(self, folder: Path, count: int, commands: Iterable[tuple[str, ...]]) -> None:
        self.free: queue.Queue[Path] = queue.Queue()
        first = folder / "0"
        first.mkdir()
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, first / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(ROOT / name, first / name)
        self.seconds = {command: self._without_fault(first, command) for command in commands}
        for number in range(1, count):
            shutil.copytree(first, folder / str(number))
        for number in range(count):
            self.free.put(folder / str(number))

    def _without_fault(self, folder: Path, command: tuple[str, ...]) -> float:
        begun = time.monotonic()
        done = run(folder, command, {})
        if done.returncode:
            raise SystemExit(f"These tests fail without a fault:\n{done.stdout}")
        return time.monotonic() - begun


def run(
    folder: Path, command: tuple[str, ...], more: dict[str, str], seconds: float | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-x", "-q", "-p", "no:cacheprovider", *command],
        cwd=folder,
        env={**environment, **more},
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )


def outcome(mutant: Mutant, copies: Copies, known: set[tuple[str, str, str]]) -> str:
    if (str(mutant.path.relative_to(ROOT)), *mutant.changed()) in known:
        return KNOWN
    folder = copies.free.get()
    path = folder / mutant.path.relative_to(ROOT)
    command = tests_of(mutant.path)
    try:
        path.write_text(mutant.source(), encoding="utf-8")
        # Nothing is compiled into a file: one of the same second and size would be taken for another.
        done = run(folder, command, {"PYTHONDONTWRITEBYTECODE": "1"}, 30 + SLOW * copies.seconds[command])
        return KILLED if done.returncode else SURVIVED
    except subprocess.TimeoutExpired:
        return KILLED
    finally:
        shutil.copyfile(mutant.path, path)
        copies.free.put(folder)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="of mutants (500)")
    parser.add_argument("--seed", type=int, default=1, help="of other mutants (1)")
    parser.add_argument("--only", default="", metavar="WORDS", help="sources whose path has these words")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(argv)
    paths = [path for path in sources() if options.only in str(path.relative_to(ROOT))]
    chosen = sample(paths, options.count, options.seed)
    known = equivalent()
    survivors = []
    counts = dict.fromkeys((KILLED, SURVIVED, KNOWN), 0)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.processes) as pool:
        commands = dict.fromkeys(tests_of(mutant.path) for mutant in chosen)
        copies = Copies(Path(folder), options.processes, commands)
        for mutant, came in zip(
            chosen, pool.map(lambda one: outcome(one, copies, known), chosen), strict=True
        ):
            counts[came] += 1
            print(f"{sum(counts.values())} of {len(chosen)}", file=sys.stderr, flush=True)
            if came == SURVIVED:
                before, after = mutant.changed()
                where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}: {mutant.operator}"
                survivors.append(where)
                print(f"{where}\n    {before}\n    {after}", flush=True)
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    print(f"{len(chosen)} mutants, seed {options.seed}: {told}")
    return 1 if len(survivors) > SURVIVE * len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
