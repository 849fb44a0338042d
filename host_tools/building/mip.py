"""Build a package that `mpremote mip install` copies onto a board.

The package is a folder with the plain files for the board, and a package.json that lists them.

    python -m host_tools.building.mip [--board pico2_ssd1306] [--games "dice counters"] [--out build/mip/pico2_ssd1306]

    mpremote mip install --target / build/mip/pico2_ssd1306/package.json

mpremote can also install the folder from a web server. mip copies the file gobelet/ready last, because the
device starts Gobelet only if this file exists. Two warnings: mip does not remove files of an earlier version,
and it overwrites files of the user that have the same names. Run `make doctor` afterwards.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from host_tools.building import build
from host_tools.building.build import Build
from host_tools.entry_point import run_main

PACKAGE = "package.json"


def package(made: Build, sites: Mapping[str, str], ready: str) -> dict[str, object]:
    """Return the content of package.json for a build.

    sites   the address of each file, keyed by its path on the device
    ready   the address of the file gobelet/ready, which is copied last
    """
    urls = [[entry.path, sites[entry.path]] for entry in made.entries]
    return {"version": made.id, "urls": [*urls, [build.READY, ready]], "deps": []}


def write_package(
    out: Path,
    board: str = build.DEFAULT_BOARD,
    games: Sequence[str] = (),
    native: bool = True,
    root: Path = build.ROOT,
) -> Build:
    """Build the files for a board and package.json into `out`. Raises BuildError."""
    made = build.build(out, board, root=root, native=native, games=games)
    paths = {entry.path: entry.path for entry in made.entries}
    (out / build.READY).write_text(made.id)
    (out / PACKAGE).write_text(json.dumps(package(made, paths, build.READY), indent=1) + "\n")
    return made


def _games(board: str, named: str, root: Path) -> list[str]:
    """Return the games to build; an empty list means all games.

    Raises BuildError if `named` is empty and the board has an RP2040, which has too little memory for all games.
    """
    if not named:
        build.refuse_small(str(build.constants(board, root).get("MCU")))
    return [] if named in ("", "all") else named.split()


def main(argv: Sequence[str] | None = None, root: Path = build.ROOT) -> int:
    """Build the package that the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.mip", description="Make what `mpremote mip install` takes."
    )
    parser.add_argument("--board", default=build.DEFAULT_BOARD, help=", ".join(build.boards(root)))
    parser.add_argument("--games", default="", help='"dice counters ...", or all')
    parser.add_argument("--out", type=Path, help="folder to build in (build/mip/<board>)")
    parser.add_argument("--bytecode", action="store_true", help="no machine code, for another processor")
    options = parser.parse_args(argv)
    out = options.out or root / "build" / "mip" / options.board
    try:
        made = write_package(
            out, options.board, _games(options.board, options.games, root), not options.bytecode, root
        )
    except build.BuildError as fault:
        print(fault, file=sys.stderr)
        return 1
    print(
        f"Build {made.id} in {out}. Put it on a connected board:\n  mpremote mip install --target / {out / PACKAGE}"
    )
    return 0


if __name__ == "__main__":
    run_main(main)
