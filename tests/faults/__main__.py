"""What Gobelet was put through, and survived, in one table. Exit code 1 if something was not survived.

make survive                            all of it: some hours
make survive ARGS="--share 0.05"        a part of each
make survive ARGS=--readme              puts the table into README.md too
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from simulator import paths

paths.install()
from tests import readme  # noqa: E402
from tests.device import test_store  # noqa: E402
from tests.device.littlefs import HOWS, mounted  # noqa: E402
from tests.faults import cuts, dice, monkey, mutations  # noqa: E402
from tests.micropython import monkey as micropython  # noqa: E402

BEGIN = "<!-- make survive ARGS=--readme writes this table -->"
END = "<!-- end of what was survived -->"
HEAD = "| what was tried | how often | what came of it |\n|---|--:|---|\n"
MUTATIONS = 10_000
KEYS = 200_000
SEED = 100

Row = tuple[str, str, str]
failed: list[str] = []


def guarded(what: str, act: Callable[[], None]) -> None:
    try:
        act()
    except Exception:
        failed.append(what)
        print(what, traceback.format_exc(limit=-2), file=sys.stderr, flush=True)


def power(share: float) -> Iterator[Row]:
    """Every operation on the flash, cut in each way; every eighth restart after it is cut as well."""
    step = max(1, round(1 / share / len(HOWS)))
    hows = HOWS if share >= 1 else lambda number: (HOWS[number // step % len(HOWS)],)
    count = cuts.Count()
    operations = 0
    for path in cuts.SESSIONS:
        recording = cuts.Recording(path)
        operations += len(recording.ops) - recording.first
        guarded(path.name, lambda recording=recording: cuts.check(recording, step, hows, 8, count) and None)
        print(f"{path.stem}: {count.cuts} cuts", file=sys.stderr, flush=True)
    yield (
        f"power cut at an erase or a program of {len(cuts.SESSIONS)} sessions ({operations} of them), "
        f"{len(HOWS)} ways",
        f"{count.cuts}",
        f"a state of before or after; {count.reopened} results shown again, with their faces",
    )
    yield "and cut again while the device starts after that", f"{count.again}", "the same"


def damage(share: float) -> Iterator[Row]:
    worlds = mutations.worlds()
    told: Counter[str] = Counter()
    for seed in range(round(MUTATIONS * share)):
        world = worlds[seed % len(worlds)]
        guarded(f"mutation {seed}", lambda w=world, s=seed: told.update([mutations.check(w, s)]))
    yield (
        "files damaged, swapped, lost, of another game or of earlier",
        f"{sum(told.values())}",
        f"the device starts; {told['told']} times something was lost and told, otherwise nothing",
    )


def thumbs(share: float) -> Iterator[Row]:
    keys = 0
    screens: set[str] = set()
    each = 5000
    for number in range(max(len(monkey.GAMES), round(KEYS * share / each))):
        game = monkey.GAMES[number % len(monkey.GAMES)]

        def play(game: str = game, number: int = number) -> None:
            nonlocal keys
            played = monkey.played(game, SEED + number, min(each, round(KEYS * share / len(monkey.GAMES))))
            keys += played.keys
            screens.update(played.screens)

        guarded(f"{game}, seed {SEED + number}", play)
    yield "random keys, all invariants after each", f"{keys}", f"nothing found on {len(screens)} screens"


def thumbs_there(share: float) -> Iterator[Row]:
    keys, found = micropython.survived(share, SEED)
    failed.extend(found)
    yield (
        "random keys under real MicroPython (32 bits)",
        f"{keys}",
        "frames and files are CPython's, byte for byte",
    )


def wear(share: float) -> Iterator[Row]:
    for what, acts in (("changes", test_store.counter), ("attacks with their effects", test_store.attack)):
        with pytest.MonkeyPatch.context() as patch:
            erases, waited = test_store.lived(
                lambda flash, fresh=False, patch=patch: mounted(patch, flash, fresh), acts
            )
        yield (
            f"{what}, erases of the flash counted on littlefs",
            "1200",
            f"{erases / 12:.1f} erases in 100, {waited} of them while a player waited",
        )


def cup(share: float) -> Iterator[Row]:
    faces, found = dice.fair(range(max(1, round(10 * share))))
    failed.extend(found)
    yield (
        f"faces of fixed streams, {len(dice.used())} dice: single faces, pairs, runs",
        f"{faces}",
        "each count within exact bounds, which fair dice leave once in 10⁹",
    )
    for name, (sides, make) in dice.SOURCES.items():
        rolls = dice.condemned(make(), sides)
        if rolls is None:
            failed.append(name)
        told = f"unfair after {rolls} rolls" if rolls else "refused: no die falls"
        yield f"bad entropy: {name}", "1", told


PARTS = {
    "cup": cup,
    "power": power,
    "damage": damage,
    "thumbs": thumbs,
    "micropython": thumbs_there,
    "wear": wear,
}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make survive", description=__doc__.partition("\n")[0])
    parser.add_argument("--readme", action="store_true", help="put the table into README.md")
    parser.add_argument("--share", type=float, default=1.0, help="of everything (1)")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this one")
    options = parser.parse_args(argv)
    table = HEAD
    print(HEAD, end="")
    for name, part in PARTS.items():
        if options.part is None or name in options.part:
            for row in part(options.share):
                line = f"| {' | '.join(row)} |\n"
                print(line, end="", flush=True)
                table += line
    if failed:
        table += f"| **not survived** | {len(failed)} | {', '.join(failed[:9])} |\n"
    if options.readme:
        readme.put(BEGIN, END, table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
