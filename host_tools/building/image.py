"""Build the flash content of a Pico: MicroPython, then a littlefs file system.

The file system holds Gobelet's plain files and the player's data. Block size, block count and cache size equal
those that MicroPython uses. The file system has 352 blocks on a Pico, and 212 on a Pico W.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from littlefs import LittleFS, UserContext

from host_tools.building import build
from host_tools.building.uf2_blocks import FLASH_BYTES

BLOCK = 4096
ERASED = b"\xff" * BLOCK
PICO = 352
PICO_W = 212
# Mount options of MicroPython's port rp2. Smaller values of prog_size or cache_size would make littlefs store
# files of some hundred bytes outside of their folder's block. Each append would then erase a block.
GEOMETRY: dict[str, Any] = {
    "block_size": BLOCK,
    "read_size": 32,
    "prog_size": 256,
    "cache_size": 1024,
    "lookahead_size": 32,
}


def file_system_offset(blocks: int, size: int = FLASH_BYTES) -> int:
    """Return the offset of a file system at the end of a flash of `size` bytes."""
    return size - blocks * BLOCK


class Memory(UserContext):
    """The blocks of a flash, in the memory of this computer.

    The methods of the base class log each call; the methods here do not, for speed.
    """

    def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
        start = block * BLOCK + off
        return self.buffer[start : start + size]

    def prog(self, cfg: Any, block: int, off: int, data: bytes) -> int:
        """Write bytes into the memory; littlefs calls this method."""
        start = block * BLOCK + off
        self.buffer[start : start + len(data)] = data
        return 0

    def erase(self, cfg: Any, block: int) -> int:
        start = block * BLOCK
        self.buffer[start : start + BLOCK] = ERASED
        return 0


class FileSystem:
    """A littlefs file system in memory; `image` holds its bytes."""

    def __init__(self, blocks: int = PICO, image: bytes | None = None) -> None:
        self._context = Memory(buffer=bytearray(image or blocks * ERASED))
        self.littlefs = LittleFS(context=self._context, mount=False, block_count=blocks, **GEOMETRY)
        if image is None:
            self.littlefs.format()
        self.littlefs.mount()

    @property
    def image(self) -> bytes:
        """Return the bytes of the whole file system."""
        return bytes(self._context.buffer)

    @property
    def used_blocks(self) -> int:
        """Return the number of blocks in use, as littlefs counts them."""
        return int(self.littlefs.used_block_count)

    def put_file(self, path: str, data: bytes) -> None:
        """Write a file, and create its missing folders."""
        parents = Path(path).parents
        for parent in reversed(parents):
            if str(parent) != ".":
                self.littlefs.makedirs(f"/{parent}", exist_ok=True)
        with self.littlefs.open(f"/{path}", "wb") as file:
            file.write(data)

    def files(self) -> dict[str, bytes]:
        """Return every file, keyed by its path without the leading slash."""
        found = {}
        for folder, _, names in self.littlefs.walk("/"):
            for name in names:
                path = f"{folder.rstrip('/')}/{name}"
                with self.littlefs.open(path, "rb") as file:
                    found[path[1:]] = bytes(file.read())
        return found


def installed_file_system(made: build.Build, data: Mapping[str, bytes], blocks: int = PICO) -> FileSystem:
    """Return the file system that `make flash PLAIN=1` writes on an empty board.

    made  the build whose files are written
    data  the player's files, by name
    """
    files = FileSystem(blocks)
    for entry in made.entries:
        files.put_file(entry.path, (made.folder / entry.path).read_bytes())
    files.put_file(build.READY, made.id.encode())
    for name, content in data.items():
        files.put_file(f"data/{name}", content)
    return files


def flash(firmware: bytes, files: FileSystem | None, blocks: int = PICO, size: int = FLASH_BYTES) -> bytes:
    """Return the content of a flash of `size` bytes: firmware, then the file system.

    If `files` is None, the file system consists of erased bytes, 0xFF. Raises ValueError if `firmware` does not
    fit before the file system.
    """
    begin = file_system_offset(blocks, size)
    if len(firmware) > begin:
        raise ValueError(f"MicroPython has {len(firmware)} bytes, before the file system is room for {begin}")
    before = firmware.ljust(begin, b"\xff")
    return before + (files.image if files else b"\xff" * (size - begin))
