"""A littlefs with a Pico's geometry for the device's store.

The file system counts erases, and the test can cut its power.
"""

from __future__ import annotations

import errno
from typing import Any

import pytest
from littlefs import LittleFS, LittleFSError

from gobelet.device import store as module
from gobelet.device.store import FileStore
from host_tools.building.image import BLOCK, ERASED, GEOMETRY, PICO, Memory

PAGE = 256
ERASE_MS = 45.0
PROGRAM_MS = 0.7
FOLDER = 0x4000
FILE = 0x8000
HOWS = ("clean", "half", "torn", "flip")


class PowerCut(BaseException):
    """The device lost its power. No handler in the firmware may catch it."""


class Flash(Memory):
    """The flash chip, which can lose its power.

    The power fails at operation number `cut_at`, an erase or a program. `how` is the state of that operation:

    clean  not begun.
    half   half of its bytes written.
    torn   all but its last 5 bytes written.
    flip   all bytes written, some bits wrong.
    """

    def __init__(self, image: bytes | None = None, blocks: int = PICO) -> None:
        super().__init__(buffer=bytearray(image or blocks * ERASED))
        self.blocks = blocks
        self.erases = self.programs = self.count = 0
        self.erased: dict[int, int] = {}
        self.ms = 0.0
        self.cut_at: int | None = None
        self.how = "clean"
        self.off = False

    def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
        return bytearray(size) if self.off else super().read(cfg, block, off, size)

    def erase(self, cfg: Any, block: int) -> int:
        if self._program_bytes(block * BLOCK, ERASED):
            return -errno.EIO
        self.erases += 1
        self.erased[block] = self.erased.get(block, 0) + 1
        self.ms += ERASE_MS
        return super().erase(cfg, block)

    def prog(self, cfg: Any, block: int, off: int, data: bytes) -> int:
        if self._program_bytes(block * BLOCK + off, bytes(data)):
            return -errno.EIO
        self.programs += len(data) // PAGE
        self.ms += PROGRAM_MS * len(data) / PAGE
        return super().prog(cfg, block, off, data)

    # The interface of MicroPython's rp2.Flash

    def ioctl(self, what: int, argument: int) -> int:
        assert what == 4
        return self.blocks

    def readblocks(self, block: int, data: bytearray, off: int) -> None:
        start = block * BLOCK + off
        data[:] = self.buffer[start : start + len(data)]
        if self.off:
            raise PowerCut

    def writeblocks(self, block: int, data: bytes, off: int) -> None:
        """Program `data`; bits only change from 1 to 0."""
        assert off % PAGE == len(data) % PAGE == 0
        start = block * BLOCK + off
        there = self.buffer[start : start + len(data)]
        assert len(there) == len(data)
        data = (int.from_bytes(there, "big") & int.from_bytes(data, "big")).to_bytes(len(data), "big")
        if self._program_bytes(start, data, True):
            raise PowerCut
        self.programs += len(data) // PAGE
        self.ms += PROGRAM_MS * len(data) / PAGE
        self.buffer[start : start + len(data)] = data

    def _program_bytes(self, start: int, data: bytes, added: bool = False) -> bool:
        if self.off:
            return True
        self.count += 1
        if self.count != self.cut_at:
            return False
        self.off = True
        old = self.buffer[start : start + len(data)]
        if added:
            # The data that is programmed now lies among older data: only its own bytes can be wrong.
            places = [at for at in range(len(data)) if old[at] != data[at]]
            done = {"half": len(places) // 2, "torn": max(0, len(places) - 5), "flip": len(places)}
            for n, at in enumerate(places[: done.get(self.how, 0)]):
                kept = old[at] & 1 << n % 8 if self.how == "flip" and n % 7 == 3 else 0
                self.buffer[start + at] = data[at] | kept
        elif self.how == "half":
            self.buffer[start : start + len(data) // 2] = data[: len(data) // 2]
        elif self.how == "torn":
            self.buffer[start : start + len(data) - 5] = data[:-5]
        elif self.how == "flip":
            flipped = bytearray(data)
            for at in range(7, len(data), 61):
                flipped[at] ^= 1 << at % 8
            self.buffer[start : start + len(data)] = flipped
        return True


# Files that were open at the power cut. A reference here prevents littlefs from closing the files.
_left: list[Any] = []


class Files:
    """The part of `os` that the store uses, and `open`, on a littlefs.

    After the power cut each call raises PowerCut.
    """

    def __init__(self, flash: Flash, fresh: bool = False) -> None:
        self.flash = flash
        self.fs = LittleFS(context=flash, mount=False, block_count=flash.blocks, **GEOMETRY)
        if fresh:
            self.fs.format()
        self.fs.mount()

    def call_littlefs(self, act: Any, *args: Any, **named: Any) -> Any:
        try:
            done = act(*args, **named)
        except (LittleFSError, OSError) as error:
            if self.flash.off:
                _left.append((self, act))
                raise PowerCut from None
            number = getattr(error, "code", None) or error.errno or errno.EIO
            if isinstance(error, FileNotFoundError):
                number = errno.ENOENT
            raise OSError(abs(number), "littlefs") from None
        if self.flash.off:
            _left.append((self, act, done))
            raise PowerCut
        return done

    def open(self, path: str, mode: str) -> Any:
        return File(self, self.call_littlefs(self.fs.open, path, mode, buffering=0))

    def mkdir(self, path: str) -> None:
        self.call_littlefs(self.fs.mkdir, path)

    def listdir(self, path: str) -> list[str]:
        return list(self.call_littlefs(self.fs.listdir, path))

    def ilistdir(self, path: str) -> list[tuple[str, int, int, int]]:
        found = []
        for entry in list(self.call_littlefs(self.fs.scandir, path)):
            found.append((entry.name, FOLDER if entry.type == 2 else FILE, 0, entry.size))
        return found

    def stat(self, path: str) -> Any:
        return (FOLDER if self.call_littlefs(self.fs.stat, path).type == 2 else FILE,)

    def rename(self, old: str, new: str) -> None:
        self.call_littlefs(self.fs.rename, old, new)

    def remove(self, path: str) -> None:
        self.call_littlefs(self.fs.remove, path)


class File:
    def __init__(self, files: Files, file: Any) -> None:
        self.files = files
        self.file = file

    def __enter__(self) -> File:
        return self

    def __exit__(self, *what: object) -> None:
        self.files.call_littlefs(self.file.close)

    def read(self, size: int = -1) -> bytes:
        return bytes(self.files.call_littlefs(self.file.read, size))

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(self.files.call_littlefs(self.file.seek, offset, whence))

    def write(self, data: bytes) -> None:
        self.files.call_littlefs(self.file.write, bytes(data))

    def tell(self) -> int:
        return int(self.files.call_littlefs(self.file.tell))


class ListedStore(FileStore):  # type: ignore[misc]
    """The device's store, and a list of its files."""

    def names(self) -> list[str]:
        """Return the names of the complete files, sorted."""
        found = []
        for name in module.os.listdir(self._folder):
            if module.os.stat(self._path(name))[0] & FOLDER:
                found += [f"{name}/{within}" for within in module.os.listdir(self._path(name))]
            else:
                found.append(name)
        return sorted(name for name in found if not name.endswith(".tmp"))


def mount_store(patch: pytest.MonkeyPatch, flash: Flash, fresh: bool = False) -> ListedStore:
    """Return the device's store on `flash`. From then on every FileStore uses this flash."""
    files = Files(flash, fresh)
    patch.setattr(module, "os", files)
    patch.setattr(module, "open", files.open, raising=False)
    return ListedStore("/data", flash)
