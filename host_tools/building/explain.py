"""Put the names of the sources into a traceback that a device printed: its own are short (see shrink.py).

python -m host_tools.building.explain traceback.txt     (or - for what is typed)
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from host_tools.building import build
from host_tools.entry_point import run_main

_LINE = re.compile(r'File "([^"]+)", line \d+, in (\S+)')


def explain(text: str, names: Mapping[str, Mapping[str, Sequence[str]]]) -> str:
    """A traceback of a device with the names of the sources; all that it may be where that is not certain."""
    here: Mapping[str, Sequence[str]] = {}
    out = []
    for line in text.splitlines():
        found = _LINE.search(line)
        if found:
            here = names.get(found[1], {})
            line = (
                f'{line[: found.start()]}File "{found[1]}", in {" or ".join(here.get(found[2], [found[2]]))}'
            )
        elif "Error" in line:
            pieces = re.split(r"'([A-Za-z_]\w*)'", line)
            pieces[1::2] = [_alternatives(name, here, names[""]) for name in pieces[1::2]]
            line = "".join(pieces)
        out.append(line)
    return "".join(line + "\n" for line in out)


def _alternatives(name: str, *maps: Mapping[str, Sequence[str]]) -> str:
    found = {old for each in maps for old in each.get(name, ())}
    return " or ".join(f"'{each}'" for each in sorted(found) or [name])


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.explain",
        description="Put the names of the sources into a traceback that a device printed.",
    )
    parser.add_argument("traceback", metavar="FILE", help="- for standard input")
    parser.add_argument("--names", type=Path, help="the .names.json beside a build (that of these sources)")
    options = parser.parse_args(argv)
    try:
        text = (
            sys.stdin.read()
            if options.traceback == "-"
            else Path(options.traceback).read_text(encoding="utf-8")
        )
        if options.names:
            names = json.loads(options.names.read_text(encoding="utf-8"))
        else:
            names = build.shrunk(build.sources()).names
    except (OSError, ValueError) as fault:
        print(f"{options.names or options.traceback} cannot be read: {fault}", file=sys.stderr)
        return 1
    print(explain(text, names), end="")
    return 0


if __name__ == "__main__":
    run_main(main)
