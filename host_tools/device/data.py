"""Read and write the player's data on a device or in a simulator's folder.

The data is journals, settings, the players' names and the user's own files. A restore writes all new files into
a second folder, and then renames this folder. If a restore is interrupted, either the old or the new files are
complete.
"""

from __future__ import annotations

import argparse
import base64
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from host_tools.building import build
from host_tools.device import remote
from host_tools.device.remote import Remote, RemoteError, garbled_answer, plain
from host_tools.device.snippets import DROP
from host_tools.device.survey import survey

FOLDER = "data"  # name of the folder with the player's data, at the root of the device
NEW, OLD = FOLDER + ".new", FOLDER + ".old"
# A restore makes folders with these suffixes beside a simulator's folder: COMING for the new data, ASIDE for the
# old data.
COMING, ASIDE = ".restore-new", ".restore-old"
_UNFINISHED = ".tmp"  # suffix of a file that the firmware has not yet written completely
# Valid names of the files in a game's folder. The firmware defines them in journal/records.py, game/session.py
# and ui/screens/preset_lines.py.
OF_A_GAME = re.compile(r"([0-6a-h]|old2?|presets)(\.bad)?(\.tmp)?")
_NO_FOLDER = "There is no folder {}; the simulator makes its own when it is played with."
_SECONDS = 600  # maximum number of seconds to read all files of a device
LARGEST = 16 << 20  # maximum number of bytes in all files of a device
MOST = 2000  # maximum number of files; no device can store more


class DataError(Exception):
    """The reason why data cannot be read or written, as one sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(plain(sentence))


@dataclass
class Data:
    """The player's data: the files in Gobelet's data folder, by path in this folder."""

    files: dict[str, bytes] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)
    # Folders in the data folder that are not Gobelet's. Their files are missing in `files`.
    folders: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        size = sum(map(len, self.files.values()))
        return f"{len(self.files)} files, {-(-size // 1024)} KB"


# MicroPython code that prints every file of a folder. It encodes 768 bytes at a time: base64 encodes a multiple
# of 3 bytes without padding, so that the tool can decode each line alone.
READ = """
import os, hashlib, binascii
b = memoryview(bytearray(768))
def send(p):
    try:
        l = sorted(os.ilistdir('/%s/' + p))
    except OSError:
        return
    for e in l:
        if e[1] & 0x4000:
            print('@ D', p + e[0])
            if not p:
                send(e[0] + '/')
            continue
        h = hashlib.sha256()
        try:
            with open('/%s/' + p + e[0], 'rb') as f:
                while True:
                    n = f.readinto(b)
                    if not n:
                        break
                    h.update(b[:n])
                    print('@ +', str(binascii.b2a_base64(b[:n]), 'ascii').strip())
            print('@ F', str(binascii.hexlify(h.digest()), 'ascii'), p + e[0])
        except OSError:
            print('@ X', p + e[0])
send('')
"""

PREPARE = (
    DROP
    + f"""
if '{OLD}' in l and '{FOLDER}' not in l:
    os.rename('/{OLD}', '/{FOLDER}')
elif '{OLD}' in l:
    drop('/{OLD}')
if '{NEW}' in l:
    drop('/{NEW}')
os.mkdir('/{NEW}')
"""
)
SWAP = (
    DROP
    + f"""
if '{FOLDER}' in l:
    os.rename('/{FOLDER}', '/{OLD}')
os.rename('/{NEW}', '/{FOLDER}')
if '{FOLDER}' in l:
    drop('/{OLD}')
"""
)
GIVE_UP = DROP + f"drop('/{NEW}')\n"

# MicroPython code that writes a temporary file and renames it, so that no file is ever half written.
_PUT = """
import os
try:
    os.mkdir(%r)
except OSError:
    pass
with open(%r + '.tmp', 'wb') as f:
    f.write(%r)
os.rename(%r + '.tmp', %r)
"""


def from_board(board: Remote) -> Data:
    """Read the player's data of a device, and verify the checksums from the device."""
    found = Data()
    content = bytearray()
    for row in board.rows(READ % (FOLDER, FOLDER), _SECONDS):
        kind, _, rest = row.partition(" ")
        if kind == "+":
            try:
                content += base64.b64decode(rest, validate=True)
            except ValueError:
                raise garbled_answer(board.port) from None
            continue
        if kind == "F":
            digest, _, name = rest.partition(" ")
            if build.digest(bytes(content)) != digest:
                raise RemoteError(f"{name} did not arrive as it is on the device; repeat the command.")
            if not name.endswith(_UNFINISHED):
                found.files[name] = bytes(content)
        elif kind == "X":
            found.unreadable.append(rest)
        elif kind == "D":
            found.folders.append(rest)
        content.clear()
    return _without_foreign(found)


def _without_foreign(found: Data) -> Data:
    """Move folders that are not a game's from `found.files` to `found.folders`.

    Return `found`.
    """
    foreign = {path.partition("/")[0] for path in found.folders if "/" in path}
    for path in (*found.files, *found.unreadable):
        folder, _, name = path.rpartition("/")
        if folder and not OF_A_GAME.fullmatch(name):
            foreign.add(folder.partition("/")[0])
    files = {path: content for path, content in found.files.items() if _first_part(path) not in foreign}
    found.files = {path: content for path, content in files.items() if is_ours(path)}
    found.unreadable = [path for path in found.unreadable if _first_part(path) not in foreign]
    # Files at the top of the data folder whose names Gobelet never writes count as unreadable.
    found.unreadable += [path for path in files if path not in found.files]
    found.folders = sorted(foreign)
    return found


def _first_part(path: str) -> str:
    """Return the name of the first folder or file in a path."""
    return path.partition("/")[0]


def is_ours(path: str) -> bool:
    """Tell whether Gobelet may write a file at this path in the data folder."""
    folder, slash, name = path.rpartition("/")
    if slash and ("/" in folder or folder in ("", ".", "..") or not OF_A_GAME.fullmatch(name)):
        return False
    # A backslash or a colon separates folders on some systems, so no name may contain one.
    return name not in ("", ".", "..") and path == plain(path) and not set(path) & set("\\:")


def to_board(board: Remote, files: dict[str, bytes]) -> None:
    """Replace the data of a device by `files`.

    If the function raises RemoteError, the old data on the device is intact.
    """
    board.exec(PREPARE)
    try:
        with tempfile.TemporaryDirectory() as folder:
            try:
                _lay_out(Path(folder), files)
            except OSError as fault:
                raise RemoteError(f"The files cannot be laid out here: {fault.strerror}.") from None
            for inside in sorted({name.rpartition("/")[0] for name in files}):
                names = sorted(name for name in files if name.rpartition("/")[0] == inside)
                where = f"/{NEW}/{inside}".rstrip("/")
                if inside:
                    board.exec(f"import os\nos.mkdir({where!r})")
                board.copy([Path(folder) / name for name in names], where)
        there = survey(board, (NEW,)).files
    except RemoteError:
        with suppress(RemoteError):
            board.exec(GIVE_UP)
        raise
    wanted = {f"{NEW}/{name}": (len(data), build.digest(data)) for name, data in files.items()}
    if there != wanted:
        raise RemoteError("The files did not arrive whole, so nothing was replaced; repeat the command.")
    board.exec(SWAP)


def from_folder(folder: Path) -> Data:
    """Read the player's data in a simulator's folder, which must exist."""
    if not os.path.isdir(folder):
        raise DataError(_NO_FOLDER.format(folder))
    found = Data()
    for path in sorted((*folder.glob("*"), *folder.glob("*/*"))):
        name = path.relative_to(folder).as_posix()
        if path.is_dir():
            found.folders.append(name)
        elif path.suffix != _UNFINISHED:
            try:
                found.files[name] = content(path)
            except (OSError, DataError):
                found.unreadable.append(name)
    return _without_foreign(found)


def content(path: Path) -> bytes:
    """Return the content of a file on this computer.

    Raises DataError if the path is not a regular file, or if the file exceeds LARGEST.
    """
    if os.path.exists(path) and not path.is_file():  # reading a pipe could block forever
        raise DataError(f"{path} is not a file.")
    with path.open("rb") as file:
        found = file.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise DataError(f"{path} has more than {LARGEST >> 20} MB, which no device has.")
    return found


def _lay_out(folder: Path, files: dict[str, bytes]) -> None:
    """Write files into a folder, and create the missing subfolders."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def to_folder(folder: Path, files: dict[str, bytes]) -> None:
    """Replace the data in a simulator's folder by `files`. Raises DataError."""
    folder = Path(os.path.realpath(folder))
    new, old = (folder.with_name(folder.name + end) for end in (COMING, ASIDE))
    try:
        if old.exists() and not folder.exists():
            old.rename(folder)
        for left in (new, old):
            if left.exists():
                shutil.rmtree(left)
        new.mkdir(parents=True)
        _lay_out(new, files)
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as fault:
        shutil.rmtree(new, ignore_errors=True)
        if old.exists() and not folder.exists():
            with suppress(OSError):
                old.rename(folder)
        raise DataError(f"{folder} cannot be written: {fault.strerror}.") from None


# The target of a command line


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options --port and --store, which select a device or a folder."""
    parser.add_argument("--port", help="serial port; without it, the only Pico there is")
    parser.add_argument("--store", type=Path, metavar="DIR", help="a simulator's data folder, not a device")


class Target:
    """The device, or the simulator's folder in --store, that has the player's data."""

    def __init__(self, options: argparse.Namespace, program: Sequence[str]) -> None:
        self._folder: Path | None = options.store
        self._board: Remote | None = None
        if self._folder is None:
            self._board = Remote(remote.choose_port(options.port, program), program)

    def __str__(self) -> str:
        return str(self._folder) if self._board is None else f"the device at {self._board.port}"

    def read(self, missing_ok: bool = False) -> Data:
        """Read the player's data.

        If the folder of --store is missing, the method raises DataError, or returns no data if `missing_ok` is
        set.
        """
        if self._board is None:
            assert self._folder is not None
            missing = missing_ok and not os.path.exists(self._folder)
            return Data() if missing else from_folder(self._folder)
        return from_board(self._board)

    def make_folder(self) -> None:
        """Make the folder of --store if it is missing; do nothing for a device.

        Raises DataError if the folder cannot be made.
        """
        if self._folder is not None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError as fault:
                raise DataError(f"{self._folder} cannot be made: {fault.strerror}.") from None

    def write(self, files: dict[str, bytes]) -> None:
        if self._board is None:
            assert self._folder is not None
            to_folder(self._folder, files)
        else:
            to_board(self._board, files)

    def put_file(self, name: str, content: bytes) -> None:
        """Write one file of the data folder under a temporary name, then rename it."""
        if self._board is not None:
            path = f"/{FOLDER}/{name}"
            self._board.exec(_PUT % (f"/{FOLDER}", path, content, path, path))
            return
        assert self._folder is not None
        if not os.path.isdir(self._folder):
            raise DataError(_NO_FOLDER.format(self._folder))
        new = self._folder / (name + _UNFINISHED)
        try:
            new.write_bytes(content)
            new.replace(self._folder / name)
        except OSError as fault:
            raise DataError(f"{self._folder / name} cannot be written: {fault.strerror}.") from None

    def rename(self, name: str, new: str) -> None:
        """Rename a file, and replace any file with the new name."""
        if self._board is not None:
            self._board.exec(f"import os\nos.rename({f'/{FOLDER}/{name}'!r}, {f'/{FOLDER}/{new}'!r})\n")
            return
        assert self._folder is not None
        try:
            (self._folder / name).replace(self._folder / new)
        except OSError as fault:
            raise DataError(f"{self._folder / name} cannot be renamed: {fault.strerror}.") from None

    def restart(self) -> None:
        if self._board is not None and self._board.is_stopped:
            self._board.restart()


@contextmanager
def open_target(options: argparse.Namespace, program: Sequence[str]) -> Iterator[Target]:
    """Open the device or the folder that the command line selects.

    The first access to a device stops Gobelet there. At the end, the device restarts.
    """
    target = Target(options, program)
    try:
        yield target
    finally:
        # An error of the restart is ignored, because it would hide an error of the command.
        with suppress(RemoteError):
            target.restart()


def lines(path: Path) -> list[str]:
    """Return the lines of a text file. Raises DataError if the file cannot be read."""
    try:
        return content(path).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "not UTF-8"
        raise DataError(f"{path} cannot be read: {reason}.") from None
