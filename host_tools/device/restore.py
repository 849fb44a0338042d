"""Restore the player's data from a backup.

    python -m host_tools.device.restore gobelet.zip [--port /dev/ttyACM0 | --store DIR] [--force]

The restore replaces all player's data on the device, or in the simulator's folder DIR. Files that the backup
lacks are deleted. If the device or DIR has data already, --force is required. If the restore is interrupted,
either the old or the new data is complete.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from host_tools.device import backup, data, remote
from host_tools.device.data import DataError
from host_tools.device.remote import RemoteError
from host_tools.entry_point import command_name, run_main, with_installed_commands


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    """Restore the data in a backup; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.device.restore"),
        description="Put the player's data back from a backup.",
    )
    parser.add_argument("file", type=Path, help="zip that host_tools.device.backup wrote")
    parser.add_argument("--force", action="store_true", help="replace the data that is there")
    data.add_options(parser)
    options = parser.parse_args(argv)
    try:
        files = backup.read(options.file)
        with data.open_target(options, program) as target:
            print(restore_data(target, files, options.force))
    except (DataError, RemoteError) as fault:
        print(with_installed_commands(fault), file=sys.stderr)
        return 1
    return 0


def restore_data(target: data.Target, files: dict[str, bytes], force: bool) -> str:
    """Replace the player's data on a device or in a folder by `files`.

    Return a sentence about the result. Raises DataError if the data folder has a subfolder that is not Gobelet's.
    Raises DataError also if the target has other data and `force` is not set.
    """
    there = target.read(missing_ok=True)
    if there.folders:
        raise DataError(
            f"Beside the data of {target} lies a folder {there.folders[0]!r}; move it elsewhere first."
        )
    if there.files == files and not there.unreadable:
        return f"Nothing to restore: {target} has exactly this data."
    if (there.files or there.unreadable) and not force:
        raise DataError(
            f"There is data on {target} already ({there}); "
            "keep it with `make backup`, then replace it with --force."
        )
    target.write(files)
    return f"{data.Data(files)} on {target}."


if __name__ == "__main__":
    run_main(main)
