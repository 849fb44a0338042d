"""Make the files of a release: the page, the UF2 files, and the Python package.

    python -m simulator.web.release [--uf2 build/uf2] [--dist build/dist] [--out build/release]

The release contains the UF2 files that `make uf2` has left in the folder --uf2. Each is MicroPython with Gobelet
frozen in, for one model of the Pico. The page offers the UF2 files for download; for a model without a UF2 file the
page refers to a release. The page is built into build/web, for a static file server, and is added to the release as a
zip.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from host_tools.building import build, frozen
from host_tools.entry_point import run_main
from host_tools.version import version
from simulator import paths
from simulator.web import build as page

OUT = paths.ROOT / "build" / "release"
DIST = paths.ROOT / "build" / "dist"
PACKAGES = ("*.whl", "*.tar.gz")
SUMS = "SHA256SUMS"
VERSION = "gobelet-version.txt"
_DAY = (1980, 1, 1, 0, 0, 0)  # time stamp of all files in the zip


def archive(folder: Path, file: Path) -> None:
    """Write all files of a folder into a zip; equal files make an equal zip."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(info, path.read_bytes())


def write_release(out: Path, site: Path, uf2: Path, dist: Path) -> list[str]:
    """Make the release in `out`, and return the names of its files.

    The new release replaces an earlier release in `out`. Raises BuildError if `out` contains a file that belongs to no
    release.

    site  the folder into which the page is built.
    uf2   the folder of the UF2 files.
    dist  the folder of the Python package.
    """
    page.write_site(site, uf2)
    out.mkdir(parents=True, exist_ok=True)
    for old in out.iterdir():
        if old.name != SUMS and not old.name.startswith("gobelet-"):
            raise build.BuildError(f"{out} holds {old.name}, which is of no release; choose another --out.")
        old.unlink()
    archive(site, out / "gobelet-page.zip")
    (out / VERSION).write_text(f"{version()}\n")
    inside = page.made_inside(uf2).values()
    packages = [path for pattern in PACKAGES for path in sorted(dist.glob(pattern))]
    for path in (*inside, *packages):
        shutil.copyfile(path, out / path.name)
    names = ["gobelet-page.zip", VERSION, *(path.name for path in (*inside, *packages))]
    sums = "".join(f"{hashlib.sha256((out / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
    (out / SUMS).write_text(sums)
    return names


def main(argv: Sequence[str] | None = None) -> int:
    """Make the release that the command line describes; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m simulator.web.release", description="What is published.")
    parser.add_argument("--out", type=Path, default=OUT, help="folder to write (build/release)")
    parser.add_argument("--page", type=Path, default=page.OUT, help="folder to build the page in (build/web)")
    parser.add_argument("--uf2", type=Path, default=frozen.OUT, help="folder of `make uf2` (build/uf2)")
    parser.add_argument("--dist", type=Path, default=DIST, help="folder of the package (build/dist)")
    options = parser.parse_args(argv)
    try:
        names = write_release(options.out, options.page, options.uf2, options.dist)
    except build.BuildError as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"{options.page}: the page. {options.out}: {', '.join(names)}, {SUMS}.")
    lacking = [name for name in frozen.TARGETS if frozen.file_name(name) not in names]
    if lacking:
        print(
            f"No file to drag for {', '.join(lacking)}: `make uf2 MICROPYTHON=DIR BOARD={lacking[0]}` makes one."
        )
    return 0


if __name__ == "__main__":
    run_main(main)
