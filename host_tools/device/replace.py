"""Another MicroPython on the device, and what was played stays: Gobelet's own, with all inside, or the published one.

    make replace UF2=build/uf2/gobelet-pico.uf2         from packs to the MicroPython that has Gobelet inside
    make replace UF2=RPI_PICO-....uf2                   and back
    python -m host_tools.device.replace FILE.uf2 [--port /dev/ttyACM0] [--drive FOLDER] [--yes]

The two keep their files at other addresses of the flash. So what was played is saved first, into gobelet-<time>.zip;
the device opens its drive, onto which the file is copied; and when it has started anew all is put back, and read once
more. Whatever happens meanwhile, the zip is whole, and `make restore` takes it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from host_tools.building import build, models
from host_tools.device import backup, board_file, copy_plain, data, identity, remote, uf2_file
from host_tools.device.data import Data, DataError
from host_tools.device.remote import Remote, RemoteError
from host_tools.device.uf2_file import File
from host_tools.entry_point import run_main

_DRIVE_S = 20  # until its drive is there
_PATIENCE_S = 900  # for somebody who copies the file
_LOOK_S = 1.0
# Where systems put a drive.
_DRIVES = (
    "/media/*/*",
    "/run/media/*/*",
    "/media/*",
    "/Volumes/*",
    *(f"{letter}:/" for letter in "DEFGHIJKLMNOPQ"),
)
_MARK = "INFO_UF2.TXT"  # is on that drive

# At the root, and Gobelet's: beside the board file others of its name, which it had before.
OWN = {*copy_plain.OURS, *copy_plain.STRAY, data.FOLDER, data.NEW, data.OLD, copy_plain.KEPT_MAIN}
FAULTS = (RemoteError, DataError, build.BuildError)  # each with a sentence

BOOTSEL = """
import machine
machine.bootloader()
"""

# "no" where what lies in the place of a file system cannot be read: then nothing is at its root.
MOUNTED = """
import os
print('@ yes' if os.statvfs('/')[0] else '@ no')
"""

ROOT = """
import os
for e in os.ilistdir('/'):
    print('@', e[0])
"""

FORMAT = """
import rp2, vfs
f = rp2.Flash()
vfs.VfsLfs2.mkfs(f, progsize=256)
vfs.mount(vfs.VfsLfs2(f, progsize=256), '/')
print('@ yes')
"""


def refuse_other_machine(file: File, found: identity.Identity) -> None:
    there, given = models.named(found.machine), models.named(file.machine)
    if there is None or given is None or given.machine not in uf2_file.machines(there):
        raise RemoteError(f"{file.path} is for a {file.machine}, but this board is a {found.machine!r}.")


@dataclass(frozen=True)
class Kept:
    """What was on the device."""

    data: Data
    board: bytes | None  # its board file
    others: tuple[str, ...]  # names at the root that are not Gobelet's


def keep(board: Remote, path: Path) -> Kept:
    """Save what was played. DataError or RemoteError if not all of it can be: then nothing has changed."""
    found = data.from_board(board)
    if found.unreadable:
        raise DataError(f"{found.unreadable[0]} on the device cannot be read, so nothing was changed.")
    if found.files:
        backup.write(path, found.files, False)
    names = board.rows(ROOT)
    others = sorted(name for name in names if name not in OWN and not name.startswith("gobelet_board."))
    others += [f"{data.FOLDER}/{name}" for name in found.folders]
    return Kept(found, board_file.read(board) if board_file.NAME in names else None, tuple(others))


def drives() -> Iterator[Path]:
    """The drives of a Pico with BOOTSEL held that this desk has opened."""
    for pattern in _DRIVES:
        root, _, rest = pattern.partition("/")
        with suppress(OSError, NotImplementedError):
            for folder in Path(f"{root}/").glob(rest) if rest else (Path(pattern),):
                if (folder / _MARK).is_file():
                    yield folder


class Desk:
    """What the desk has beside the port: a clock, drives, somebody who is told and asked."""

    def __init__(self, drive: Path | None = None, yes: bool = False) -> None:
        self._drive = drive
        self._yes = yes

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def say(self, sentence: str) -> None:
        print(sentence, flush=True)

    def agrees(self, question: str) -> bool:
        if self._yes:
            return True
        if not sys.stdin.isatty():
            raise RemoteError(f"{question} Nothing was changed; say yes with --yes.")
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")

    def drive(self) -> Path | None:
        if self._drive is not None:
            return self._drive if (self._drive / _MARK).is_file() else None
        found = list(drives())
        return found[0] if len(found) == 1 else None


def replace(
    file: File,
    port: str | None,
    zip_file: Path,
    program: Sequence[str] = remote.PROGRAM,
    root: Path = build.ROOT,
    desk: Desk | None = None,
) -> None:
    """Put that MicroPython on the device, and what was played back onto it. RemoteError, DataError or
    build.BuildError says what stopped it, and where what was played is.
    """
    desk = desk or Desk()
    board = Remote(remote.choose(port, program), program)
    found = identity.identify(board)
    moves = file.inside != (found.name == identity.INSIDE)
    kept = _keep(board, file, found, zip_file, moves, desk)
    if kept.data.files:
        desk.say(f"{kept.data} of the device, in {zip_file}.")
    with suppress(RemoteError):  # the port goes with it
        board.leave(BOOTSEL)
    try:
        _copy(file, desk)
        board = _started(file, port, program, desk)
        _put_back(board, file, kept, moves, program, root, desk)
    except (*FAULTS, KeyboardInterrupt) as fault:
        what = "Stopped." if isinstance(fault, KeyboardInterrupt) else str(fault)
        if kept.data.files:
            what += f" What was played is in {zip_file}: `make restore ARGS={zip_file}` puts it back."
        raise RemoteError(what) from None


def _keep(
    board: Remote, file: File, found: identity.Identity, zip_file: Path, moves: bool, desk: Desk
) -> Kept:
    """What is on the device, once it was agreed that all else may go; else it goes on as before."""
    try:
        refuse_other_machine(file, found)
        kept = keep(board, zip_file)
        if moves and kept.others:
            _ask_to_lose(kept.others, desk)
    except (RemoteError, DataError):
        with suppress(RemoteError):
            board.restart()
        raise
    return kept


def _ask_to_lose(others: Sequence[str], desk: Desk) -> None:
    question = f"Its file system is made anew, and not Gobelet's are {', '.join(others)}: shall they go?"
    if not desk.agrees(question):
        raise RemoteError("Nothing was changed.")


def _copy(file: File, desk: Desk) -> None:
    """Copy it onto the drive, or ask for that."""
    left = _DRIVE_S
    while left > 0:
        drive = desk.drive()
        if drive is not None:
            desk.say(f"copy {file.path} onto {drive}")
            with suppress(OSError):  # the drive goes as soon as the last block has come
                shutil.copyfile(file.path, drive / file.path.name)
            return
        desk.sleep(_LOOK_S)
        left -= 1
    desk.say(
        f"Copy {file.path} onto the drive that the Pico has opened. If there is none, unplug it, hold its BOOTSEL "
        "button and plug it in again. This goes on when it has started."
    )


def _started(file: File, port: str | None, program: Sequence[str], desk: Desk) -> Remote:
    """The device, once it runs what is in the file; its port may be another one."""
    for _ in range(_PATIENCE_S):
        desk.sleep(_LOOK_S)
        with suppress(RemoteError):
            board = Remote(remote.choose(port, program), program)
            found = identity.identify(board)
            if (found.name == identity.INSIDE, found.version) == (file.inside, file.version):
                return board
    raise RemoteError(f"No Pico with {file} has come.")


def _put_back(
    board: Remote, file: File, kept: Kept, moves: bool, program: Sequence[str], root: Path, desk: Desk
) -> None:
    # Where another file system was, something that can be read may be left of one from before that.
    if moves and file.inside:
        board.rows(FORMAT)
    elif board.rows(MOUNTED) != ["yes"]:
        raise RemoteError("Its file system cannot be read, and stays as it is.")
    if kept.board is not None and board_file.NAME not in board.rows(ROOT):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / board_file.NAME
            path.write_bytes(kept.board)
            board.put(path, f"/{board_file.NAME}")
    if kept.data.files and data.from_board(board).files != kept.data.files:
        data.to_board(board, kept.data.files)
        if data.from_board(board).files != kept.data.files:
            raise RemoteError("What was put back is not read as it was.")
    if kept.data.files:
        desk.say(f"{kept.data} on the device again, as they were.")
    if file.inside:
        board.restart()
        desk.say(f"Ready: {file}.")
    else:
        copy_plain.run(None, board.port, program, root)


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.device.replace",
        description="Put another MicroPython on the device; what was played stays.",
    )
    parser.add_argument("file", type=Path, help="UF2 file of `make uf2`, or of micropython.org/download")
    parser.add_argument("--port", help="serial port; without it, the only Pico there is")
    parser.add_argument("--drive", type=Path, metavar="FOLDER", help="where this desk opens the Pico's drive")
    parser.add_argument("--yes", action="store_true", help="let files that are not Gobelet's go")
    options = parser.parse_args(argv)
    try:
        kept = Path(time.strftime("gobelet-%Y%m%d-%H%M%S.zip"))
        replace(
            uf2_file.read(options.file), options.port, kept, program, desk=Desk(options.drive, options.yes)
        )
    except FAULTS as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run_main(main)
