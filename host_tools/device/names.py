"""Put the players' names on the device.

    python -m host_tools.device.names Alice Zoé "Jean-Luc"
    python -m host_tools.device.names --file names.txt      from a file with one name in each line.
    python -m host_tools.device.names Alice Zoé --store FOLDER      into the simulator's folder.

The first name is that of the first seat at the table, and so on. The device shows these names instead of the
colours of the seats.
"""

from __future__ import annotations

import argparse
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from host_tools.building import fonts
from host_tools.device import data, remote
from host_tools.device.data import DataError
from host_tools.device.remote import RemoteError
from host_tools.entry_point import command_name, run_main, with_installed_commands

FILE = "names.txt"
MOST = 10
LONGEST = 12
SIZES = (8, 16)  # font sizes, in pixels, in which the device shows a name


class NamesError(Exception):
    """A fault in the list of names, as one sentence."""


def check_names(names: Iterable[str]) -> list[str]:
    """Normalize the names for the device. Raises NamesError if a name is not usable."""
    # Some systems write é as two characters, "e" and a combining accent. The device has a glyph only for é as
    # one character, which NFC makes.
    clean = [" ".join(unicodedata.normalize("NFC", name).split()) for name in names]
    clean = [name for name in clean if name]
    if not clean:
        raise NamesError("There is no name in the list.")
    if len(clean) > MOST:
        raise NamesError(f"{len(clean)} names are too many, {MOST} fit.")
    for name in clean:
        if len(name) > LONGEST:
            raise NamesError(f"{name!r} has {len(name)} letters, {LONGEST} fit.")
        missing = fonts.first_missing(name, SIZES)
        if missing:
            raise NamesError(f"{name!r}: the screen has no {missing!r}.")
    folded = [name.casefold() for name in clean]
    for name in clean:
        if folded.count(name.casefold()) > 1:
            raise NamesError(f"{name!r} is in the list twice.")
    return clean


def pack(names: Sequence[str]) -> bytes:
    """Return the content of the device's file of names: one name in each line."""
    return "".join(f"{name}\n" for name in names).encode()


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    """Put the players' names on the device; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.device.names"), description="Put the players' names on the device."
    )
    parser.add_argument("names", nargs="*", help=f"at most {MOST} names of at most {LONGEST} letters")
    parser.add_argument("--file", type=Path, help="a text file with one name a line")
    data.add_options(parser)
    options = parser.parse_args(argv)
    try:
        names = check_names([*options.names, *(data.lines(options.file) if options.file else ())])
        # At the end of this block the device restarts, and reads the names.
        with data.open_target(options, program) as target:
            target.put_file(FILE, pack(names))
    except (NamesError, DataError, RemoteError) as fault:
        print(with_installed_commands(fault), file=sys.stderr)
        return 1
    print(f"{len(names)} names: {', '.join(names)}")
    return 0


if __name__ == "__main__":
    run_main(main)
