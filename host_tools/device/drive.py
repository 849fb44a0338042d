"""The drive that a Pico opens when it is started with its BOOTSEL button held."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from host_tools.device.remote import plain

# Where systems put a drive.
_PLACES = (
    "/media/*/*",
    "/run/media/*/*",
    "/media/*",
    "/Volumes/*",
    *(f"{letter}:/" for letter in "DEFGHIJKLMNOPQ"),
)
_MARK = "INFO_UF2.TXT"  # is on that drive, and says which chip it is
_LONGEST = 4096  # bytes of it
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


class ReadOnlyError(Exception):
    """The drive may only be read."""


def is_open(folder: Path) -> bool:
    """Whether a Pico's drive is there."""
    return (folder / _MARK).is_file()


def found() -> Iterator[Path]:
    """The drives of Picos that this desk has opened."""
    for pattern in _PLACES:
        root, _, rest = pattern.partition("/")
        with suppress(OSError, NotImplementedError):
            for folder in Path(f"{root}/").glob(rest) if rest else (Path(pattern),):
                if is_open(folder):
                    yield folder


def chip(folder: Path) -> str:
    """What the chip of a drive calls itself: RP2040, RP2350, or its own words for another one; "" if it is gone."""
    try:
        with (folder / _MARK).open("rb") as file:
            said = plain(file.read(_LONGEST).decode("ascii", "replace").replace("\r", "").replace("\n", "|"))
    except OSError:
        return ""
    names = dict(line.partition(":")[::2] for line in said.split("|"))
    named = names.get("Board-ID", "").strip()
    return {"RPI-RP2": "RP2040", "RP2350": "RP2350"}.get(named, named)


def copy(file: Path, folder: Path) -> None:
    """Copy a UF2 file onto a drive. ReadOnlyError if that may not be.

    The drive goes as soon as the last block has come, so any other fault of the desk says nothing.
    """
    content = file.read_bytes()
    try:
        with (folder / file.name).open("wb") as target:
            target.write(content)
            target.flush()
            os.fsync(target.fileno())  # else a desk may keep it for half a minute
    except OSError as fault:
        if fault.errno in _READ_ONLY:
            raise ReadOnlyError from None
