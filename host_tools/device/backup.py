"""Back up the player's data of a device into a zip file on this computer.

    python -m host_tools.device.backup [gobelet.zip] [--port /dev/ttyACM0 | --store DIR]

The zip file has journals, settings, the players' names and the user's own files, each with its checksum.
`host_tools.device.restore` writes these files back to a device. The option --force makes the tool overwrite an
existing zip file. --store DIR backs up a simulator's folder instead of a device.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import time
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from host_tools.building import build
from host_tools.device import data, remote
from host_tools.device.data import DataError
from host_tools.device.remote import RemoteError, plain
from host_tools.entry_point import command_name, run_main, with_installed_commands

_LIST = "gobelet.json"
_INSIDE = "data/"
FORMAT = 1


def pack(files: dict[str, bytes]) -> bytes:
    """Return the bytes of a backup file; `files` has the content of each file by name."""
    out = io.BytesIO()
    sums = {name: build.digest(content) for name, content in files.items()}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_LIST, json.dumps({"gobelet-backup": FORMAT, "sha256": sums}, indent=1) + "\n")
        for name, content in sorted(files.items()):
            archive.writestr(_INSIDE + name, content)
    return out.getvalue()


def unpack(content: bytes, name: str) -> dict[str, bytes]:
    """Return the files in a backup file, by name.

    content  the bytes of the backup file
    name     the path of the backup file, for messages

    Raises DataError if the backup is damaged, if a newer Gobelet wrote it, or if a file differs from its checksum.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _refuse_bombs(archive)
            listed = json.loads(archive.read(_LIST))
            version, sums = listed["gobelet-backup"], dict(listed["sha256"])
            if not sums:
                raise ValueError("nothing in it")
            if version == FORMAT:
                files = {each: archive.read(_INSIDE + each) for each in sums}
    except Exception:  # zipfile raises a dozen different exceptions for a damaged file
        raise DataError(f"{name} is no backup of Gobelet, or it is damaged.") from None
    if version != FORMAT:
        raise DataError(f"{name} was made by a newer Gobelet; update this one (git pull).")
    for each, content in files.items():
        if not data.is_ours(each) or build.digest(content) != sums[each]:
            raise DataError(f"{name} is damaged: {each} is not as it was.")
    return files


def _refuse_bombs(archive: zipfile.ZipFile) -> None:
    """Raise ValueError for an archive that `pack` cannot have written.

    Such an archive is larger than any device's storage, has too many files or duplicate names, or uses another
    compression than `pack`.
    """
    every = archive.infolist()
    if (
        max(sum(each.file_size for each in every), sum(each.compress_size for each in every)) > data.LARGEST
        or len(every) > data.MOST
        or len({each.filename for each in every}) < len(every)
        or any(each.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for each in every)
    ):
        raise ValueError


def read(path: Path) -> dict[str, bytes]:
    """Return the files in the backup at `path`. Raises DataError."""
    try:
        content = data.content(path)
    except OSError as fault:
        raise DataError(f"{path} cannot be read: {fault.strerror}.") from None
    return unpack(content, str(path))


def write(path: Path, files: dict[str, bytes], force: bool) -> None:
    """Write a backup file, and verify it. Raises DataError on failure.

    The function writes a temporary file, and renames this file once it is complete. `force` allows to overwrite an
    existing file.
    """
    if os.path.exists(path) and not force:
        raise DataError(f"{path} exists already; choose another name, or overwrite it with --force.")
    beside = path.with_name(path.name + ".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(pack(files))
            file.flush()
            os.fsync(file.fileno())
        if unpack(beside.read_bytes(), str(path)) != files:
            raise DataError(f"{path} cannot be read back as it was written; is the disk all right?")
        beside.replace(path)
    except OSError as fault:
        raise DataError(f"{path} cannot be written: {fault.strerror}.") from None
    finally:
        with suppress(OSError):
            beside.unlink()


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    """Write a backup of the player's data; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.device.backup"),
        description="Keep a copy of the player's data on the desk.",
    )
    parser.add_argument("file", nargs="?", type=Path, help="zip to write (gobelet-<time>.zip)")
    parser.add_argument("--force", action="store_true", help="overwrite the file if there is one")
    data.add_options(parser)
    options = parser.parse_args(argv)
    path = options.file or Path(time.strftime("gobelet-%Y%m%d-%H%M%S.zip"))
    try:
        if os.path.exists(path) and not options.force:
            raise DataError(f"{path} exists already; choose another name, or overwrite it with --force.")
        with data.open_target(options, program) as target:
            found = target.read()
        if not found.files:
            raise DataError(f"There is nothing to keep: {target} has no data yet.")
        write(path, found.files, options.force)
    except (DataError, RemoteError) as fault:
        print(with_installed_commands(fault), file=sys.stderr)
        return 1
    print(f"{found} of {target}, in {path}.")
    for name in found.unreadable:
        print(plain(f"{name} could not be read and is not in it."), file=sys.stderr)
    for name in found.folders:
        print(plain(f"The folder {name} is not Gobelet's and is not in it."), file=sys.stderr)
    return 1 if found.unreadable else 0


if __name__ == "__main__":
    run_main(main)
