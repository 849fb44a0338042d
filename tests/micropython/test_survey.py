"""The survey of a board under real MicroPython, on a real littlefs.

The survey reports the files and the number of free blocks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from host_tools.building import image
from host_tools.device.survey import SURVEY

MOUNT = """
import os, sys, vfs
with open("data/image", "rb") as file:
    held = bytearray(file.read())


class Memory:
    def readblocks(self, block, into, at=0):
        into[:] = held[block * 4096 + at : block * 4096 + at + len(into)]

    def writeblocks(self, block, data, at=0):
        held[block * 4096 + at : block * 4096 + at + len(data)] = data

    def ioctl(self, op, value):
        if op == 4:
            return len(held) // 4096
        return 4096 if op == 5 else 0


vfs.umount("/")
vfs.mount(vfs.VfsLfs2(Memory(), readsize=32, progsize=256, lookahead=32), "/")
"""


def test_free_blocks_are_those_of_littlefs(micropython: Callable[..., str], tmp_path: Path) -> None:
    files = image.FileSystem(64)
    for path, size in (("gobelet/ui/form.mpy", 5000), ("gobelet/a/b/c.mpy", 40), ("data/dice/1.log", 9000)):
        files.put_file(path, bytes(size))
    (tmp_path / "image").write_bytes(files.image)
    rows = micropython(MOUNT + SURVEY % (("gobelet",),), files={"data": tmp_path}, heap=1 << 22).splitlines()
    assert rows[-1] == f"@ S 4096 {64 - files.used_blocks} /"
    zeros = hashlib.sha256(bytes(5000)).hexdigest()
    assert f"@ F 5000 {zeros} /gobelet/ui/form.mpy" in rows
    assert sorted(row.rpartition(" ")[2] for row in rows if row.startswith("@ D")) == [
        "/gobelet",
        "/gobelet/a",
        "/gobelet/a/b",
        "/gobelet/ui",
    ]
