"""Packs: many modules, texts and fonts as a few files for the device. firmware/gobelet_packs.py says how one looks.

The same things always give the same bytes.
"""

from __future__ import annotations

import struct
import zlib
from binascii import crc32
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, count
from pathlib import Path, PurePosixPath

HEAD = b"Gobelet\3"
SUFFIX = ".pack"
SHARED = "shared"
MODULE = ".mpy"
_SUMMED = struct.Struct("<8sII")  # the head, the size, and the sum of what follows
_TABLE = struct.Struct("<IHH")  # where the names start, how many things there are, how many of them folders
_BARE = -15  # of zlib: without a head and a sum, which the pack has
_OFTEN = b"/core/device/system/ui/__init__.mpy\n/games/rules/.mpy\n/screens/home.mpy\n"  # for zlib, of what names hold
_BLOCK = 4096
_LEAST_BLOCK = _BLOCK - 4 * 10  # of a file's bytes in any block, up to 2 MB
_WORD = 4  # bytes; a thing begins at a whole word and has so many of them
_MOST_GAP = 512  # bytes; a module comes to lie across two blocks rather than that more are lost
_GAP = "gap."  # begins the names of what fills a block where the next thing is not to begin at once


Extent = tuple[int, int]  # where it begins, how many bytes


class PackError(Exception):
    """A pack cannot be made or read. The message is a sentence."""


def pack_all(
    inside: Mapping[str, Mapping[str, bytes]], whole: Mapping[str, Sequence[Extent]] | None = None
) -> dict[str, bytes]:
    """The packs by their names, from what is to be in each. The shared one has the folders of the games too. `whole`
    says by the names of things which parts of them are not to be spread over two blocks of the flash.
    """
    names: set[str] = set()
    for name, things in inside.items():
        names.update(_folders(things), map(_known, things), [_game(name)])
    if len({_key(name) for name in names}) < len(names):
        raise PackError("Two names in the packs have the same sum; rename a module.")
    found = {}
    for name, things in inside.items():
        folders = _folders(things)
        if name == SHARED:
            folders.update(_game(game) for game in inside if game != SHARED)
        else:  # it is asked for what lies in its own alone
            folders = {folder for folder in folders if folder.startswith(f"{_game(name)}/")}
        found[name] = pack(things, sorted(folders), whole)
    return found


def pack(
    things: Mapping[str, bytes],
    folders: Sequence[str] = (),
    whole: Mapping[str, Sequence[Extent]] | None = None,
) -> bytes:
    """A pack of modules, by paths such as /core/dice.mpy, of other things, by names without a slash, and of folders."""
    whole = {name: whole[name] for name in things if whole and name in whole}
    things = {name: data + bytes(-len(data) % _WORD) for name, data in things.items()}
    ordered: list[tuple[str, bytes]] = []
    # Each name has a sum, a start and two sums of what it names: what lies behind depends on how many gaps there are.
    for gaps in count():
        end = _SUMMED.size + _TABLE.size + 16 * (len(folders) + len(things) + gaps)
        ordered = list(_Order(things, whole, end))
        more = len(things) + gaps - len(ordered)
        if more >= 0:
            ordered += [(f"{_GAP}{-each}", b"") for each in range(more)]
            break
    names = [*folders, *(name for name, _ in ordered)]
    held = [data for _, data in ordered]
    starts = [*([end] * len(folders)), *accumulate(map(len, held), initial=end)]
    end = starts.pop()
    sums = [0] * len(folders) + list(map(crc32, held))
    mixes = [0] * len(folders) + list(map(mixed, held))
    packer = zlib.compressobj(9, wbits=_BARE, zdict=_OFTEN)
    body = b"".join(
        [
            _TABLE.pack(end, len(names), len(folders)),
            struct.pack(f"<{len(names)}I", *map(_key, map(_known, names))),
            struct.pack(f"<{len(names)}I", *starts),
            struct.pack(f"<{len(names)}I", *sums),
            struct.pack(f"<{len(names)}I", *mixes),
            *held,
            packer.compress("".join(f"{name}\n" for name in names).encode()),
            packer.flush(),
        ]
    )
    return _SUMMED.pack(HEAD, _SUMMED.size + len(body), crc32(body)) + body


def _folders(things: Iterable[str]) -> set[str]:
    return {str(parent) for name in things if name.endswith(MODULE) for parent in PurePosixPath(name).parents}


class _Order:
    """The things of a pack in their order from a position on, with gaps between them. What may not begin anywhere comes
    first; into the room before it, and into the rest of each block, goes what fits, the largest first.

    Hardly a module lies across two blocks that fits into one: the device uses no part in place that does, and has to
    read all of such a module (gobelet/memory/inplace.py). So a text lies there, or a larger module, or a gap.
    """

    def __init__(self, things: Mapping[str, bytes], whole: Mapping[str, Sequence[Extent]], end: int) -> None:
        self.things = things
        self.whole = whole
        self.end = end
        self.others = sorted(
            (name for name in things if name not in whole), key=lambda name: (-len(things[name]), name)
        )

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        """The things with their names."""
        for name, parts in self.whole.items():
            begin = self.end + _gap(self.end, parts)
            while self.end < begin:
                until = min(begin, _end_of_block(self.end))
                yield from self._fill(until)
                yield from self._skip(until)
            yield self._laid(name)
        while self.others:
            block = _end_of_block(self.end)
            yield from self._fill(block)
            across = [
                name
                for name in self.others
                if not name.endswith(MODULE) or len(self.things[name]) > _LEAST_BLOCK
            ]
            if block - self.end > _MOST_GAP:
                across += self.others
            if across:
                yield self._other(across[0])
            elif self.others:
                yield from self._skip(block)

    def _laid(self, name: str) -> tuple[str, bytes]:
        self.end += len(self.things[name])
        return name, self.things[name]

    def _other(self, name: str) -> tuple[str, bytes]:
        self.others.remove(name)
        return self._laid(name)

    def _fill(self, until: int) -> Iterator[tuple[str, bytes]]:
        for name in self.others[:]:
            if len(self.things[name]) <= until - self.end:
                yield self._other(name)

    def _skip(self, until: int) -> Iterator[tuple[str, bytes]]:
        if self.end < until:
            yield f"{_GAP}{until}", bytes(until - self.end)
            self.end = until


def _gap(start: int, whole: Sequence[Extent]) -> int:
    """How many bytes a thing has to begin later for these parts of it to lie in one block each."""
    for gap in range(0, _BLOCK, _WORD):
        if all(start + gap + at + size <= _end_of_block(start + gap + at) for at, size in whole):
            return gap
    raise PackError("A part that is to lie in one block does not fit into one.")


def _end_of_block(position: int) -> int:
    """Where the block of a file ends that has this byte: each but the first begins with a pointer of 4 bytes for each
    power of two that divides its number (littlefs, SPEC.md).
    """
    end = number = 0
    while position >= end:
        end += _BLOCK - 4 * (number & -number).bit_length()
        number += 1
    return end


def _game(name: str) -> str:
    return f"/games/{name}"


def _known(name: str) -> str:
    """The name by which the device looks for a thing."""
    return name.removesuffix(MODULE)


def _key(name: str) -> int:
    return crc32(name.encode())


def mixed(data: bytes, found: int = 0) -> int:
    """The sum of whole words that goes on from `found`, as the device makes it (firmware/gobelet_packs.py)."""
    for (word,) in struct.iter_unpack("<I", data):
        found = (found ^ word) * 251 & 0xFFFFFFFF
        found ^= found >> 15
    return found


def unpack(data: bytes) -> dict[str, bytes]:
    """What a pack holds, folders left out. PackError if it is none, or damaged."""
    if len(data) < _SUMMED.size + _TABLE.size or not data.startswith(HEAD):
        raise PackError("This is no pack.")
    _, size, summed = _SUMMED.unpack_from(data)
    if size != len(data) or summed != crc32(data[_SUMMED.size :]):
        raise PackError("This pack is damaged.")
    names_at, count, folders = _TABLE.unpack_from(data, _SUMMED.size)
    starts = struct.unpack_from(f"<{count}I", data, _SUMMED.size + _TABLE.size + 4 * count)
    names = zlib.decompressobj(_BARE, _OFTEN).decompress(data[names_at:]).decode().splitlines()
    bounds = [*starts[folders:], names_at]
    return {
        name: data[start:end]
        for name, start, end in zip(names[folders:], bounds[:-1], bounds[1:], strict=True)
        if not name.startswith(_GAP)
    }


def read_all(folder: Path) -> dict[str, dict[str, bytes]]:
    """What is in each pack of a folder, by the pack's name."""
    return {path.stem: unpack(path.read_bytes()) for path in sorted(folder.glob(f"*{SUFFIX}"))}
