"""Find and write the USB drive that a Pico opens if it starts with BOOTSEL held."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from host_tools.device.remote import plain

# Patterns of the folders where common systems mount USB drives.
_PLACES = (
    "/media/*/*",
    "/run/media/*/*",
    "/media/*",
    "/Volumes/*",
    *(f"{letter}:/" for letter in "DEFGHIJKLMNOPQ"),
)
_MARK = "INFO_UF2.TXT"  # name of a file on every drive of a Pico, which contains the name of the chip
_LONGEST = 4096  # maximum number of bytes that are read of INFO_UF2.TXT
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


class ReadOnlyError(Exception):
    """The drive is mounted read-only."""


def is_open(folder: Path) -> bool:
    """Tell whether a folder is the open drive of a Pico."""
    return (folder / _MARK).is_file()


def find_drives() -> Iterator[Path]:
    """Yield the folder of each mounted drive of a Pico."""
    for pattern in _PLACES:
        root, _, rest = pattern.partition("/")
        with suppress(OSError, NotImplementedError):
            for folder in Path(f"{root}/").glob(rest) if rest else (Path(pattern),):
                if is_open(folder):
                    yield folder


def chip(folder: Path) -> str:
    """Return the chip of the Pico whose drive is `folder`; "" if the drive is gone.

    The chip is RP2040 or RP2350. For any other chip, the function returns the Board-ID in INFO_UF2.TXT.
    """
    try:
        with (folder / _MARK).open("rb") as file:
            said = plain(file.read(_LONGEST).decode("ascii", "replace").replace("\r", "").replace("\n", "|"))
    except OSError:
        return ""
    names = dict(line.partition(":")[::2] for line in said.split("|"))
    named = names.get("Board-ID", "").strip()
    return {"RPI-RP2": "RP2040", "RP2350": "RP2350"}.get(named, named)


def copy(file: Path, folder: Path) -> None:
    """Copy a UF2 file onto a drive. Raises ReadOnlyError if the drive is not writable.

    The Pico closes its drive as soon as it has received the last block of the file. The write may
    then end with an error. The function ignores all errors except those of a read-only drive.
    """
    content = file.read_bytes()
    try:
        with (folder / file.name).open("wb") as target:
            target.write(content)
            target.flush()
            os.fsync(target.fileno())  # without this call, the system may delay the write by half a minute
    except OSError as fault:
        if fault.errno in _READ_ONLY:
            raise ReadOnlyError from None
