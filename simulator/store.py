"""Storage on the desk: in memory with simulated faults, or in a folder.

Both stores hold small files, some of them in folders ("trireme/a"). They replace a file atomically, and raise
OSError on failure. A strip is a file of one flash block into which a device appends; see gobelet/device/store.py. The
stores of the desk create no strips. If a strip was copied from a device, the first append turns the strip into a plain
file.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from simulator import paths

paths.install()
from gobelet.device.store import extend, is_strip  # noqa: E402

_NEW = ".tmp"  # suffix of a file that is not yet completely written


class Store(Protocol):
    """The files of a board; see `Store` of gobelet/device/types.py."""

    def read(self, name: str) -> bytes | None: ...
    def replace(self, name: str, data: bytes) -> None: ...
    def write_pieces(self, name: str, pieces: Iterable[bytes]) -> None: ...
    def append(self, name: str, data: bytes) -> None: ...
    def write_strip(self, name: str, data: bytes) -> None: ...
    def write_value(self, name: str, data: bytes) -> None: ...
    def remove(self, name: str) -> None: ...
    def names(self) -> list[str]: ...
    def prepare_append(self, name: str) -> bool: ...
    def make_buffer(self, size: int) -> bytearray: ...


class PowerCut(BaseException):
    """A cut of the power during a write.

    The base class is BaseException, so that no `except Exception` in the firmware catches a power cut.
    """


class WithoutStrips:
    """The methods of a store that creates no strips: each write replaces the file."""

    def replace(self, name: str, data: bytes) -> None:
        raise NotImplementedError

    def write_strip(self, name: str, data: bytes) -> None:
        self.replace(name, data)

    def write_value(self, name: str, data: bytes) -> None:
        self.replace(name, data)

    def write_pieces(self, name: str, pieces: Iterable[bytes]) -> None:
        data = bytearray()
        for piece in pieces:
            data += piece
        self.replace(name, bytes(data))

    def prepare_append(self, name: str) -> bool:
        return False

    def make_buffer(self, size: int) -> bytearray:
        return bytearray(size)


class MemoryStore(WithoutStrips):
    """A store in memory, with simulated faults.

    cut_in    number of the write step that the power cut prevents: 1 is the next step, None means no cut. A `replace`
              has two steps (write beside, rename), an `append` and a `remove` one.
    torn      whether an append leaves half of its bytes when the power is cut, which littlefs never does.
    full      whether each write fails for lack of space.
    steps     number of write steps so far.
    """

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files: dict[str, bytes] = dict(files or {})
        self.cut_in: int | None = None
        self.torn = False
        self.full = False
        self.steps = 0

    def read(self, name: str) -> bytes | None:
        return self.files.get(_plain(name))

    def replace(self, name: str, data: bytes) -> None:
        new = bytes(data)
        self._step()
        self.files[_plain(name) + _NEW] = new
        self._step()
        self.files[name] = self.files.pop(name + _NEW)

    def append(self, name: str, data: bytes) -> None:
        before = self.files.get(_plain(name), b"")
        try:
            self._step()
        except PowerCut:
            if self.torn:
                self.files[name] = bytes(extend(before, bytes(data)[: len(data) // 2]))
            raise
        self.files[name] = bytes(extend(before, bytes(data)))

    def remove(self, name: str) -> None:
        self._step()
        self.files.pop(_plain(name), None)

    def names(self) -> list[str]:
        return sorted(name for name in self.files if not name.endswith(_NEW))

    def clear(self) -> None:
        self.files.clear()

    def _step(self) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "no room")
        if self.cut_in is not None:
            self.cut_in -= 1
            if self.cut_in <= 0:
                self.cut_in = None
                raise PowerCut
        self.steps += 1


class FolderStore(WithoutStrips):
    """A store in a folder of the desk, which the first write creates if necessary."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, name: str) -> bytes | None:
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            return None

    def replace(self, name: str, data: bytes) -> None:
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + _NEW)
        try:
            with beside.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise

    def append(self, name: str, data: bytes) -> None:
        old = self.read(name)
        if is_strip(old):
            self.replace(name, extend(old, bytes(data)))
            return
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(data)

    def remove(self, name: str) -> None:
        self._path(name).unlink(missing_ok=True)

    def names(self) -> list[str]:
        if not self.folder.exists():
            return []
        return sorted(
            p.relative_to(self.folder).as_posix() for p in self._files() if not p.name.endswith(_NEW)
        )

    def _files(self) -> list[Path]:
        return [p for p in (*self.folder.glob("*"), *self.folder.glob("*/*")) if p.is_file()]

    def clear(self) -> None:
        """Delete the files in the folder of the store and in its subfolders."""
        for path in self._files():
            path.unlink()

    def _path(self, name: str) -> Path:
        return self.folder / _plain(name)


def player_folder() -> Path:
    """Return the folder for a player's data on this desk."""
    from platformdirs import user_data_path

    return user_data_path("gobelet", appauthor=False)


def _plain(name: str) -> str:
    parts = name.split("/")
    if len(parts) > 2 or "\\" in name or any(not part or part.startswith(".") for part in parts):
        raise OSError(errno.EINVAL, f"not a plain file name: {name!r}")
    return name
