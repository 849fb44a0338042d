"""What is published: the page, and a file to drag for each board of which a MicroPython is at hand.

    python -m simulator.web.release [--micropython FOLDER] [--out build/release]

FOLDER holds .uf2 files from micropython.org/download; each is taken for the boards that it is for. The page itself is
built into build/web, for a server of static files, and lies in the release as a zip.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from host_tools import uf2
from host_tools.building import build
from host_tools.building.uf2_blocks import Uf2Error
from host_tools.entry_point import run_main
from simulator import paths
from simulator.web import build as page

OUT = paths.ROOT / "build" / "release"
SUMS = "SHA256SUMS"
_DAY = (1980, 1, 1, 0, 0, 0)  # the same zip from the same files


def archive(folder: Path, file: Path) -> None:
    """All files of a folder as a zip that depends on nothing else."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(info, path.read_bytes())


def to_drag(folder: Path, out: Path) -> list[str]:
    """Files to drag into `out`, for each file of MicroPython in `folder`. Their names."""
    made = []
    for source in sorted(folder.glob("*.uf2")):
        for board in build.boards():
            try:
                uf2.micropython(source.read_bytes(), board)
            except Uf2Error:
                continue  # for another board
            with tempfile.TemporaryDirectory() as place:
                built = build.build(Path(place) / "tree", board, native=True)
                name = f"gobelet-{board}.uf2"
                (out / name).write_bytes(uf2.join(source.read_bytes(), built))
            made.append(name)
    return made


def write(out: Path, site: Path, micropython: Path | None) -> list[str]:
    """Make the release in `out`, in the place of an earlier one. The names of its files."""
    page.write(site)
    out.mkdir(parents=True, exist_ok=True)
    for old in out.iterdir():
        if old.name != SUMS and not old.name.startswith("gobelet-"):
            raise build.BuildError(f"{out} holds {old.name}, which is of no release; choose another --out.")
        old.unlink()
    archive(site, out / "gobelet-page.zip")
    names = ["gobelet-page.zip", *(to_drag(micropython, out) if micropython else [])]
    sums = "".join(f"{hashlib.sha256((out / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
    (out / SUMS).write_text(sums)
    return names


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m simulator.web.release", description="What is published.")
    parser.add_argument("--out", type=Path, default=OUT, help="folder to write (build/release)")
    parser.add_argument("--page", type=Path, default=page.OUT, help="folder to build the page in (build/web)")
    parser.add_argument("--micropython", type=Path, metavar="FOLDER", help="with .uf2 files of MicroPython")
    options = parser.parse_args(argv)
    try:
        names = write(options.out, options.page, options.micropython)
    except build.BuildError as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"{options.page}: the page. {options.out}: {', '.join(names)}, {SUMS}.")
    return 0


if __name__ == "__main__":
    run_main(main)
