"""Print the release notes: the section of CHANGELOG.md for the firmware's version.

    python -m host_tools.building.notes [--tag v1.0.0]

The tool refuses a tag that does not name the firmware's version. The tags "v1.0" and "v1.0.0" are equal.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence

from host_tools.building import build
from host_tools.entry_point import run_main
from host_tools.version import version

FILE = build.ROOT / "CHANGELOG.md"
_PARTS = 3


def three_part_version(number: str) -> str:
    """Return a version with three parts: "1.0" becomes "1.0.0"."""
    parts = number.split(".")
    return ".".join(parts + ["0"] * (_PARTS - len(parts)))


def section_of(number: str, text: str) -> str:
    """Return the section about a version in `text`, the text of a changelog.

    Raises BuildError if the section is missing or empty.
    """
    found = re.search(rf"^## {re.escape(number)}\b.*\n((?:(?!## ).*\n?)*)", text, re.MULTILINE)
    if not found or not found[1].strip():
        raise build.BuildError(f"CHANGELOG.md says nothing of version {number}.")
    return found[1].strip() + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the notes of the firmware's version; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.notes", description="Notes of a release."
    )
    parser.add_argument("--tag", default="", help="refuse if this is not v and the version")
    options = parser.parse_args(argv)
    try:
        number = three_part_version(version())
        if options.tag and three_part_version(options.tag.removeprefix("v")) != number:
            raise build.BuildError(f"{options.tag} is not the tag of version {number}, which VERSION has.")
        print(section_of(number, FILE.read_text(encoding="utf-8")), end="")
    except build.BuildError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run_main(main)
