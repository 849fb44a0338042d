"""Inject faults into Gobelet, and print the results as one table. The exit code is 1 on any failure.

make survive                                 everything: an hour on two processors.
make survive ARGS="--share 0.05" a part of the cases. make survive ARGS="--seed 20270131" other cases. make
survive ARGS=--gate the check of a change: a few fixed cases, and all of found.txt. make survive ARGS=--today
a few cases, others each day; add its findings to found.txt. make survive ARGS="--part damage" one part; the
table consists of each part's last run. make survive ARGS="... --case 2078000105" one case of a part, as a
failure prints it. make survive ARGS=--write write the table into MEASURED.md.

found.txt has a line for each fixed case that another seed than the gate's has found. The line holds the
arguments that repeat it. Results of --gate and --today do not enter the table.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import re
import shlex
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from host_tools.building.build import build
from host_tools.building.image import PICO
from tests import measured, sweep
from tests.device import test_store
from tests.device.littlefs import HOWS, mount_store
from tests.faults import cuts, dice, hardware, monkey, mutations, pulled, wear
from tests.games import test_undo_everywhere
from tests.micropython import monkey as micropython
from tests.micropython import out_of_heap

BEGIN = "<!-- make survive ARGS=--write writes this table -->"
END = "<!-- end of what was survived -->"
HEAD = "| what was tried | how often | what came of it |\n|---|--:|---|\n"
MUTATIONS = 10_000
OLDER = 2000
LITTLE = 0.005  # share of --gate and --today: two or three minutes on two processors
NOT_TODAY = ("wear",)  # parts whose cases are fixed and long
NOT_GATE = (*NOT_TODAY, "sweeps")  # `make test ARGS=--all` takes a fixed sample of the sweeps
# Number of test files with sweeps; a file's sweeps have at least as many cases as in `make test`.
FEW_FILES = 4
HARDWARE = 20  # games of each kind on failing hardware
KEYS = 200_000
TURNED = 1_000_000  # keys, with undo, redo and power cuts
EVENING = 5000  # number of keys in a game before the next game opens
WEEKS = 52
SEED = 100  # first seed; the tests use smaller ones
SEED_THERE = 1100  # first seed under MicroPython
APART = 100_000  # distance between two values of --seed, so that their cases are disjoint
FOUND = Path(__file__).with_name("found.txt")
KEPT = Path("build") / "survive.json"  # the last rows of each part

Row = tuple[str, str, str]


class CaseChoice(NamedTuple):
    """The amount and the choice of cases."""

    share: float
    seed: int  # the seed on the command line
    part: str = ""  # current part
    case: str | None = None  # the only case to try, or None for all
    little: bool = False  # whether the run is a gate or daily run

    @property
    def first(self) -> int:
        """The offset of all seeds below."""
        return self.seed * APART

    def arguments(self, case: object = None) -> str:
        """Return the arguments that repeat this part, or one case: a line for found.txt."""
        share = "--today" if self.little else f"--share {self.share:g}"
        only = "" if case is None else f" --case {case_name(case)}"
        return f"{share} --seed {self.seed} --part {self.part}{only}"

    def command(self, case: object = None) -> str:
        return f'make survive ARGS="{self.arguments(case)}"'


class Fault(NamedTuple):
    """A failed case."""

    what: str
    arguments: str  # arguments that repeat the fault


failed: list[Fault] = []
tried: Counter[str] = Counter()  # number of cases tried, by part


def case_name(case: object) -> str:
    """Return a case as one word, for --case."""
    return "-".join(map(str, case)) if isinstance(case, tuple) else str(case)


def run_cases(asked: CaseChoice, act: Callable[[Any], Any], given: Iterable[Any]) -> Iterator[Any]:
    """Yield the result of `act` for each case, on all processors; None for a failed one."""
    cases = [case for case in given if asked.case in (None, case_name(case))]
    tried[asked.part] += len(cases)
    with ProcessPoolExecutor(initializer=gc.freeze) as pool:
        for done, fault in pool.map(partial(run_case, asked, act), cases, chunksize=1):
            if fault:
                failed.append(fault)
            yield done


def run_case(asked: CaseChoice, act: Callable[[Any], Any], case: Any) -> tuple[Any, Fault | None]:
    try:
        return act(case), None
    except Exception:
        return None, report_fault(asked, getattr(act, "func", act).__name__, case)


def report_fault(asked: CaseChoice, what: str, case: Any = None) -> Fault:
    """Print the current exception, with the command that repeats its case."""
    trace = traceback.format_exc(limit=-2)
    print(trace, f"again: {asked.command(case)}", sep="", file=sys.stderr, flush=True)
    return Fault(what if case is None else f"{what} {case_name(case)}", asked.arguments(case))


def power_rows(asked: CaseChoice) -> Iterator[Row]:
    """Cut the power at every flash operation in each way, and again during every eighth restart."""
    total = cuts.Count()
    operations = 0
    for name, found, count in filter(
        None, run_cases(asked, partial(_cut_session, asked), [path.name for path in cuts.SESSIONS])
    ):
        operations += found
        total.add(count)
        print(f"{name}: {total.cuts} cuts", file=sys.stderr, flush=True)
    yield (
        f"power cut at an erase or a program of {len(cuts.SESSIONS)} sessions ({operations} of them), "
        f"{len(HOWS)} ways",
        f"{total.cuts}",
        f"a state of before or after; {total.reopened} results shown again, with their faces",
    )
    yield "and cut again while the device starts after that", f"{total.again}", "the same"


def _cut_session(asked: CaseChoice, name: str) -> tuple[str, int, cuts.Count]:
    recording = cuts.Recording(cuts.SESSIONS[0].with_name(name))
    step = max(1, round(1 / asked.share / len(HOWS)))
    hows = HOWS if asked.share >= 1 else lambda number: (HOWS[number // step % len(HOWS)],)
    found = cuts.check_cuts(recording, step, hows, 8, first=asked.seed)
    return name, len(recording.ops) - recording.first, found


def pull_rows(asked: CaseChoice) -> Iterator[Row]:
    """Cut the power after every key, both before and after the screens are saved."""
    count: Counter[str] = Counter()
    for found in filter(
        None, run_cases(asked, partial(_pull_session, asked), [path.name for path in cuts.SESSIONS])
    ):
        count.update(found)
    yield (
        f"battery pulled after a key of {len(cuts.SESSIONS)} sessions, at once or when the device waits",
        f"{count[pulled.ANSWERED] + count[pulled.NOTED]}",
        f"what was shown or led there; {count['next keys']} next keys do what they do without a cut",
    )


def _pull_session(asked: CaseChoice, name: str) -> Counter[str]:
    recording = pulled.Recording(cuts.SESSIONS[0].with_name(name))
    most = max(1, round(len(recording.moments) * asked.share))
    return pulled.check_moments(recording, pulled.choose_moments(recording.moments, most, asked.seed))


def damage_rows(asked: CaseChoice) -> Iterator[Row]:
    told = Counter(run_cases(asked, _damage_files, _case_seeds(asked, MUTATIONS)))
    yield (
        "files damaged, swapped, lost, of another game or of earlier",
        f"{told.total()}",
        f"the device starts; {told['told']} times something was lost and told, otherwise nothing",
    )
    told = Counter(run_cases(asked, _age_file, _case_seeds(asked, OLDER)))
    yield (
        "an older copy of one file, or settings cut where a line ends",
        f"{told.total()}",
        f"the device starts; {told['told']} times it was told and kept aside, {told['nothing lost']} times nothing was "
        f"lost; {told['as after a power cut']} times it was the newest log, as a power cut leaves it",
    )


def _case_seeds(asked: CaseChoice, most: int) -> range:
    return range(asked.first, asked.first + round(most * asked.share))


def _damage_files(seed: int) -> str:
    return mutations.check_damage(mutations.make_worlds(), seed)


def _age_file(seed: int) -> str:
    return mutations.check_damage(mutations.make_worlds(), seed, mutations.OLDER)


def evenings_of_keys(keys: float) -> tuple[int, range]:
    """Return the number of keys in each evening, and the evenings; the games alternate."""
    games = len(monkey.GAMES)
    return min(EVENING, round(keys / games)), range(max(games, round(keys / EVENING)))


def _sum_counts(act: Callable[[str, int], Counter[str]], asked: CaseChoice) -> Counter[str]:
    """Sum the counts of `act` over all games and seeds."""
    seeds = [asked.first + SEED + n for n in range(max(1, round(HARDWARE * asked.share)))]
    given = [(game, seed) for seed in seeds for game in monkey.GAMES]
    counts: Counter[str] = Counter()
    for found in filter(None, run_cases(asked, partial(_call_with_case, act), given)):
        counts.update(found)
    return counts


def _call_with_case(act: Callable[[str, int], Counter[str]], given: tuple[str, int]) -> Counter[str]:
    return act(*given)


def _bad_flash(game: str, seed: int) -> Counter[str]:
    with pytest.MonkeyPatch.context() as patch:
        return hardware.bad_flash(game, seed, patch)


def _bad_entropy(game: str, seed: int) -> Counter[str]:
    return hardware.bad_entropy(game, seed, 1000)


def _bad_wires(game: str, seed: int) -> Counter[str]:
    return hardware.bad_wires(game, seed, 400)


def _two_keys(game: str, seed: int) -> Counter[str]:
    return Counter(pairs=hardware.two_keys(game, seed, 400))


def hardware_rows(asked: CaseChoice) -> Iterator[Row]:
    """Let the flash, the panel's wires, the keys and the memory fail during whole games."""
    found = _sum_counts(_bad_flash, asked)
    yield (
        f"the flash fails in play: {found['read']} reads, {found['write']} erases and programs",
        f"{found['read'] + found['write']}",
        f"told {found['told']} times; what was played is there, and can be taken back",
    )
    found = _sum_counts(_bad_entropy, asked)
    yield (
        "the entropy gives nothing in play",
        f"{found['failed']}",
        f"told {found['told']} times; no die falls, and the game goes on",
    )
    found = _sum_counts(_bad_wires, asked)
    yield (
        f"transfers to the panel lost in play; {found['replugged']} times it comes dark from its own power-on",
        f"{found['transfers']}",
        f"it shows what it should, each of {found['pictures']} times that was looked at",
    )
    yield (
        "two keys at once, down and up in any order",
        f"{_sum_counts(_two_keys, asked)['pairs']}",
        "nothing is raised, no key stays down",
    )
    with tempfile.TemporaryDirectory() as folder:
        firmware = build(Path(folder) / "pico_ssd1306").folder
        sizes = range(200, 12_000, max(1, round(100 / asked.share)))
        full = sum(filter(None, run_cases(asked, partial(out_of_heap.survived, firmware), sizes)))
    yield (
        f"memory full under real MicroPython, with {len(sizes)} sizes of rest",
        f"{full}",
        "told; the game is kept",
    )


def thumb_rows(asked: CaseChoice) -> Iterator[Row]:
    keys = 0
    screens: set[str] = set()
    many, numbers = evenings_of_keys(KEYS * asked.share)
    for played, seen in filter(None, run_cases(asked, partial(_play_evening, asked, many), numbers)):
        keys += played
        screens |= seen
    yield "random keys, all invariants after each", f"{keys}", f"nothing found on {len(screens)} screens"


def thumbs_there(asked: CaseChoice) -> Iterator[Row]:
    keys, found = micropython.play_seeds(asked.share, asked.first + SEED_THERE)
    failed.extend(Fault(what, asked.arguments()) for what in found)
    yield (
        "random keys under real MicroPython (32 bits)",
        f"{keys}",
        "frames and files are CPython's, byte for byte",
    )


def _press_with_undo(asked: CaseChoice, keys: int, number: int) -> Counter[str]:
    game = monkey.GAMES[number % len(monkey.GAMES)]
    with pytest.MonkeyPatch.context() as patch:
        return Counter(
            test_undo_everywhere.play_and_undo(game, asked.first + SEED + number, keys, patch).counts
        )


def undo_rows(asked: CaseChoice) -> Iterator[Row]:
    """Undo, redo, restart and cut the power at any time in every game, then press OK, UP and DOWN."""
    counts: Counter[str] = Counter()
    many, numbers = evenings_of_keys(TURNED * asked.share)
    for found in filter(None, run_cases(asked, partial(_press_with_undo, asked, many), numbers)):
        counts.update(found)
    yield (
        f"{counts['undos']} undos, {counts['redos']} redos, {counts['restarts']} restarts, {counts['cuts']} of these "
        f"cuts, at any moment of {len(monkey.GAMES)} games; then OK, UP and DOWN",
        f"{counts['keys']} keys",
        "no wrong screen, nothing applied twice; undone whole, the state of the start",
    )


def _play_evening(asked: CaseChoice, keys: int, number: int) -> tuple[int, set[str]]:
    game = monkey.GAMES[number % len(monkey.GAMES)]
    monkey_ = monkey.play_game(game, asked.first + SEED + number, keys)
    return monkey_.keys, monkey_.screens


def wear_rows(asked: CaseChoice) -> Iterator[Row]:
    worn = wear.play_evenings(max(len(monkey.GAMES), round(WEEKS * asked.share)))
    yield (
        f"evenings of play, all erases counted on littlefs: {worn.keys} keys, {worn.actions} actions",
        f"{worn.evenings}",
        f"{worn.in_100:.1f} erases in 100 actions; {worn.most} of one block, which endures {wear.ENDURES}; "
        f"{worn.taken} of {PICO} blocks taken",
    )
    for what, acts in (
        ("changes", test_store.counter_steps),
        ("attacks with their effects", test_store.attack_steps),
    ):
        with pytest.MonkeyPatch.context() as patch:
            erases, waited = test_store.count_erases(
                lambda flash, fresh=False, patch=patch: mount_store(patch, flash, fresh), acts
            )
        yield (
            f"{what}, erases by the journal alone",
            "1200",
            f"{erases / 12:.1f} erases in 100, {waited} of them while a player waited",
        )


def cup_rows(asked: CaseChoice) -> Iterator[Row]:
    streams = max(1, round(3 * asked.share))
    faces, found = dice.check_fairness(range(asked.first, asked.first + streams))
    failed.extend(Fault(what, asked.arguments()) for what in found)
    yield (
        f"faces of fixed streams, all {len(dice.DICE)} dice: single faces, pairs, runs",
        f"{faces}",
        "each count within exact bounds, which fair dice leave once in 10⁹",
    )
    for name, (sides, make) in dice.SOURCES.items():
        rolls = dice.rolls_until_unfair(make(), sides)
        if rolls is None:
            failed.append(Fault(name, asked.arguments()))
        told = f"unfair after {rolls} rolls" if rolls else "refused: no die falls"
        yield f"bad entropy: {name}", "1", told


def sweep_rows(asked: CaseChoice) -> Iterator[Row]:
    """Run all cases of the tests that otherwise take a sample, see tests/sweep.py."""
    cases, files = 0, _files_of_sweeps()
    if asked.little:
        files = sorted(random.Random(asked.seed).sample(files, FEW_FILES))
    for found in filter(None, run_cases(asked, partial(_run_sweep, asked), files)):
        cases += found
    yield f"all cases of the sweeps in {len(files)} files of the tests", f"{cases}", "as the tests say"


def _files_of_sweeps() -> list[str]:
    listed = _run_pytest(None, "--collect-only")
    return re.findall(r"^(tests/\S+\.py): \d+$", listed, re.M)


def _run_sweep(asked: CaseChoice, file: str) -> int:
    return int(_run_pytest(asked, file).partition("cases of sweeps: ")[2].split()[0])


def _run_pytest(asked: CaseChoice | None, *arguments: str) -> str:
    """Run the sweeps under pytest, and return the output. Raises AssertionError on a failure."""
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "--all", "-m", "sweep", *arguments]
    if asked:
        command.append(f"--hypothesis-seed={asked.seed}")
    done = subprocess.run(
        command,
        env=sweep.sweep_environment(asked.share, asked.seed) if asked else None,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise AssertionError(done.stdout[-3000:] + done.stderr[-1000:])
    return done.stdout


PARTS = {
    "sweeps": sweep_rows,
    "cup": cup_rows,
    "power": power_rows,
    "pull": pull_rows,
    "damage": damage_rows,
    "faults": hardware_rows,
    "thumbs": thumb_rows,
    "micropython": thumbs_there,
    "turned": undo_rows,
    "wear": wear_rows,
}


def choose_cases(options: argparse.Namespace) -> CaseChoice:
    seed = options.seed
    if seed is None:
        seed = (date.today() - date(1970, 1, 1)).days if options.today else 0
    little = options.today or options.gate
    return CaseChoice(LITTLE if little else options.share, seed, case=options.case, little=little)


def part_rows(asked: CaseChoice) -> list[Row]:
    """Return the rows of a part, with an additional one for its failures."""
    before = len(failed)
    found: list[Row] = []
    tried[asked.part] = 0
    try:
        found += PARTS[asked.part](asked)
        if asked.case and not tried[asked.part]:
            raise ValueError(f"there is no case {asked.case} any more")
    except Exception:
        failed.append(report_fault(asked, asked.part, asked.case))
    if news := [fault.what for fault in failed[before:]]:
        found.append(("**not survived**", str(len(news)), ", ".join(news[:9])))
    return found


def found_before() -> Iterator[CaseChoice]:
    """Yield the cases of found.txt."""
    for line in FOUND.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            options = make_parser().parse_args(shlex.split(line))
            yield choose_cases(options)._replace(part=options.part[0])


def print_rows(asked: CaseChoice) -> str:
    """Print the table lines of a part, and return them."""
    lines = "".join(f"| {' | '.join(row)} |\n" for row in part_rows(asked))
    print(lines, end="", flush=True)
    return lines


def store_rows(found: dict[str, str]) -> None:
    """Store the rows of each part, for the table."""
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(found, indent=1))


def make_parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="make survive", description=__doc__.partition("\n")[0])
    made.add_argument("--write", action="store_true", help="put the table into tests/MEASURED.md")
    made.add_argument("--share", type=float, default=1.0, help="of everything (1)")
    made.add_argument("--seed", type=int, help="of other cases than those of the table (0)")
    made.add_argument("--part", choices=PARTS, action="append", help="only this one")
    made.add_argument("--case", help="only this one of a part, as it was printed where it failed")
    made.add_argument("--gate", action="store_true", help="a little of everything, and all of found.txt")
    made.add_argument("--today", action="store_true", help="a little of everything, other cases each day")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    options = make_parser().parse_args(argv)
    mutations.make_worlds()
    gc.collect()  # the firmware collects garbage often; `freeze` exempts all existing objects
    asked = choose_cases(options)
    found: dict[str, str] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    print(HEAD, end="")
    left_out = NOT_GATE if options.gate else NOT_TODAY if options.today else ()
    for name in PARTS:
        if name in (options.part or PARTS.keys() - left_out):
            trying = asked._replace(part=name)
            print(f"{name}, the same cases again: {trying.command()}", file=sys.stderr, flush=True)
            found[name] = print_rows(trying)
            if not asked.little and asked.case is None:
                store_rows(found)
    if options.gate:
        for case in found_before():
            print_rows(case)
    if options.write:
        measured.replace_between(BEGIN, END, HEAD + "".join(found.get(name, "") for name in PARTS))
    if failed:
        print(f"Once it is mended, {FOUND.name} keeps it so:", file=sys.stderr)
        for line in sorted({fault.arguments for fault in failed}):
            print(line, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
