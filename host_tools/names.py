"""Put the players' names on the device.

    python -m host_tools.names Alice Zoé "Jean-Luc"
    python -m host_tools.names --file names.txt      one name a line
    python -m host_tools.names Alice Zoé --store FOLDER      into the simulator's folder

The device shows them instead of the colours of the seats, in this order.
"""

from __future__ import annotations

import argparse
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from host_tools import fonts, remote
from host_tools.remote import Remote, RemoteError

FILE = "names.txt"
DATA = "/data"
MOST = 10
LONGEST = 12
SIZES = (8, 16)  # a name is shown in both

# Written beside and renamed: a name list is never half there.
_SEND = """
import os
try:
    os.mkdir(%r)
except OSError:
    pass
with open(%r + '.tmp', 'wb') as f:
    f.write(%r)
os.rename(%r + '.tmp', %r)
"""


class NamesError(Exception):
    """One sentence about the list or one of its names."""


def check(names: Iterable[str]) -> list[str]:
    """The names as they will be shown. NamesError if there is one that cannot be."""
    # "e" and an accent of its own, as some systems write é, are one letter on the screen.
    clean = [" ".join(unicodedata.normalize("NFC", name).split()) for name in names]
    clean = [name for name in clean if name]
    if not clean:
        raise NamesError("There is no name in the list.")
    if len(clean) > MOST:
        raise NamesError(f"{len(clean)} names are too many, {MOST} fit.")
    drawn = set.intersection(*(set(fonts.read(size)) for size in SIZES))
    for name in clean:
        if len(name) > LONGEST:
            raise NamesError(f"{name!r} has {len(name)} letters, {LONGEST} fit.")
        missing = [letter for letter in name if letter not in drawn]
        if missing:
            raise NamesError(f"{name!r}: the screen has no {missing[0]!r}.")
    folded = [name.casefold() for name in clean]
    for name in clean:
        if folded.count(name.casefold()) > 1:
            raise NamesError(f"{name!r} is in the list twice.")
    return clean


def pack(names: Sequence[str]) -> bytes:
    """The file that the device reads: one name a line."""
    return "".join(f"{name}\n" for name in names).encode()


def send(board: Remote, names: Sequence[str]) -> None:
    """Write the names on a board and start it again, because it reads them when it starts."""
    path = f"{DATA}/{FILE}"
    board.exec(_SEND % (DATA, path, pack(names), path, path))
    board.restart()


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.names", description="Put the players' names on the device."
    )
    parser.add_argument("names", nargs="*", help=f"at most {MOST} names of at most {LONGEST} letters")
    parser.add_argument("--file", type=Path, help="a text file with one name a line")
    parser.add_argument("--port", help="serial port; without it, the only Pico there is")
    parser.add_argument("--store", type=Path, help="a simulator's data folder instead of a device")
    options = parser.parse_args(argv)
    try:
        names = check([*options.names, *_lines(options.file)])
        if options.store is None:
            send(Remote(remote.choose(options.port, program), program), names)
        else:
            _keep(options.store, names)
    except (NamesError, RemoteError) as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"{len(names)} names: {', '.join(names)}")
    return 0


def _lines(path: Path | None) -> list[str]:
    if path is None:
        return []
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "not UTF-8"
        raise NamesError(f"{path} cannot be read: {reason}.") from None


def _keep(folder: Path, names: Sequence[str]) -> None:
    if not folder.is_dir():
        raise NamesError(f"There is no folder {folder}; start the simulator once, it makes its own.")
    new = folder / (FILE + ".tmp")
    new.write_bytes(pack(names))
    new.replace(folder / FILE)


if __name__ == "__main__":
    sys.exit(main())
