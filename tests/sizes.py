"""Measure each module and text of the device, and compare with the recorded sizes.

`python -m tests.sizes` prints the comparison. The option `--write` records today's sizes, and writes their
table into tests/MEASURED.md. `make chip` calls this module too, with or without --write.

A size is that of the compiled file. The total may exceed the record by a tenth; beyond that, `make test`
fails and names the largest increases. Each release records the sizes again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from host_tools.building import build
from tests import measured

RECORD = Path(__file__).with_suffix(".json")
MARKS = ("<!-- python -m tests.sizes --write writes this table -->", "<!-- end of the sizes -->")
ROOM = 1.1
_NAMED = 5  # number of increases in the message
_MEDIA = "texts and fonts"
_SHELL = "shell"

Sizes = Mapping[str, int]  # bytes by path on the device


def measure_sizes(folder: Path) -> dict[str, int]:
    """Build everything into a folder, and return the sizes."""
    return {entry.path: entry.size for entry in build.build(folder, native=True).entries}


def recorded_sizes() -> dict[str, int]:
    return dict(json.loads(RECORD.read_text(encoding="utf-8")))


def room_of(path: str) -> str:
    """Return the part of the firmware to which a device file belongs."""
    _, *folders, _ = ("/" + path).split("/")
    if f"{'/'.join(folders)}" == build.ASSETS:
        return _MEDIA
    if folders[1:2] == ["games"] and len(folders) > 2:
        return f"games/{folders[2]}"
    return folders[1] if len(folders) > 1 else _SHELL


def grown_parts(now: Sizes, before: Sizes) -> list[str]:
    """Return the largest increases since the record, or [] while the total is within ROOM."""
    if sum(now.values()) <= ROOM * sum(before.values()):
        return []
    more = {path: size - before.get(path, 0) for path, size in now.items()}
    most = sorted(more, key=lambda path: (-more[path], path))[:_NAMED]
    return [f"{path}: {more[path]:+} bytes, {now[path]} now" for path in most if more[path] > 0]


def sizes_table(now: Sizes, before: Sizes) -> str:
    lines = ["| part | files | bytes | recorded |", "|---|--:|--:|--:|"]
    for room in sorted({room_of(path) for path in (*now, *before)}):
        sizes, old = (
            [size for path, size in each.items() if room_of(path) == room] for each in (now, before)
        )
        lines.append(f"| {room} | {len(sizes)} | {sum(sizes)} | {sum(old)} |")
    lines.append(f"| all | {len(now)} | {sum(now.values())} | {sum(before.values())} |")
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.sizes", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--write", action="store_true", help="record these, and put the table into MEASURED.md"
    )
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        now = measure_sizes(Path(folder) / "tree")
    if options.write:
        RECORD.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    made = sizes_table(now, recorded_sizes())
    print(made, end="")
    if options.write:
        measured.replace_between(*MARKS, made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
