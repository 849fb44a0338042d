"""Survey the storage of a board: files with hashes, folders, and free blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.device.remote import Remote, garbled_answer

_ROW = re.compile(r"([FDS]) (\d{1,9}) (\d{1,9}|-|[0-9a-f]{64}) /(.*)")  # a line that SURVEY prints

# MicroPython code that prints a line for each file (F), for each folder (D) and for the storage (S). MicroPython's
# statvfs counts the two blocks of each folder twice, so the code adds two blocks for each folder to the free blocks.
SURVEY = """
import os, hashlib, binascii
b = bytearray(1024)
m = memoryview(b)
n = 0
def look(p, t, ours):
    global n
    if t & 0x4000:
        n += 1
        if ours:
            print('@ D 0 -', p)
        for e in os.ilistdir(p):
            look(p + '/' + e[0], e[1], ours)
    elif ours:
        h = hashlib.sha256()
        z = 0
        with open(p, 'rb') as f:
            while True:
                k = f.readinto(b)
                if not k:
                    break
                h.update(m[:k])
                z += k
        print('@ F', z, binascii.hexlify(h.digest()).decode(), p)
for e in os.ilistdir('/'):
    look('/' + e[0], e[1], e[0] in %r)
s = os.statvfs('/')
print('@ S', s[1], (s[3] + 2 * n) & 0xfffffff, '/')
"""


_SMALL = 8  # littlefs stores a file of at most 1/8 of a block inside the block of its folder


@dataclass(frozen=True)
class Survey:
    """The surveyed files and folders of a board, by path without a leading slash.

    files        (size in bytes, SHA-256 in hexadecimal) of each file
    block        bytes in a block of the file system
    free_blocks  number of free blocks of the file system
    """

    files: dict[str, tuple[int, str]]
    folders: frozenset[str]
    block: int
    free_blocks: int

    def blocks_needed(self, size: int) -> int:
        """Return the number of blocks that a file of `size` bytes needs."""
        if size <= self.block // _SMALL:
            return 0  # the block of the folder holds the file
        last = max(0, -(-size // self.block) - 1)
        # The block with the index n in a file begins with pointers of 4 bytes, one for each power of two that
        # divides n. SPEC.md of littlefs describes this.
        while (last + 1) * self.block - 4 * (2 * last - last.bit_count()) < size:
            last += 1
        return last + 1

    def blocks_of_file(self, path: str) -> int:
        """Return the number of blocks that become free when the file at `path` is deleted."""
        return self.blocks_needed(self.files.get(path, (0, ""))[0])


def survey(board: Remote, names: Sequence[str]) -> Survey:
    """Survey a board; `names` are the files and folders at the root to include."""
    files: dict[str, tuple[int, str]] = {}
    folders = set()
    block, free = 4096, 0
    for row in board.rows(SURVEY % (tuple(names),)):
        match = _ROW.fullmatch(row)
        if match is None:
            raise garbled_answer(board.port)
        kind, first, second, path = match.groups()
        if kind == "F":
            files[path] = (int(first), second)
        elif kind == "D":
            folders.add(path)
        elif not second.isdecimal() or not int(first):
            raise garbled_answer(board.port)
        else:
            block, free = int(first), int(second)
    return Survey(files, frozenset(folders), block, free)
