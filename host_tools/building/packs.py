"""Packs: many modules, texts and fonts as a few files for the device. firmware/gobelet_packs.py says how one looks.

The same things always give the same bytes.
"""

from __future__ import annotations

import struct
import zlib
from binascii import crc32
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath

HEAD = b"Gobelet\2"
SUFFIX = ".pack"
SHARED = "shared"
MODULE = ".mpy"
_SUMMED = struct.Struct("<8sII")  # the head, the size, and the sum of what follows
_TABLE = struct.Struct("<IHH")  # where the names start, how many things there are, how many of them folders
_BARE = -15  # of zlib: without a head and a sum, which the pack has
_OFTEN = b"/core/device/system/ui/__init__.mpy\n/games/rules/.mpy\n/screens/home.mpy\n"  # for zlib, of what names hold
_BLOCK = 4096
_GAP = "gap."  # begins the name of what lies before a thing that is not to begin at once


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
    # Each name has a sum, a start and a sum of what it names.
    end = _SUMMED.size + _TABLE.size + 12 * (len(folders) + len(things) + len(whole))
    names = [*folders, *_ordered(things, whole, end)]
    starts: list[int] = []
    sums: list[int] = []
    held: list[bytes] = []
    for name in names:
        if name.startswith(_GAP):
            data = bytes(_gap(end, whole[name.removeprefix(_GAP)]))
        elif name in things:
            data = things[name]
        else:
            data = b""
        starts.append(end)
        sums.append(0 if name in folders else crc32(data, _key(_known(name))))
        held.append(data)
        end += len(data)
    packer = zlib.compressobj(9, wbits=_BARE, zdict=_OFTEN)
    body = b"".join(
        [
            _TABLE.pack(end, len(names), len(folders)),
            struct.pack(f"<{len(names)}I", *map(_key, map(_known, names))),
            struct.pack(f"<{len(names)}I", *starts),
            struct.pack(f"<{len(names)}I", *sums),
            *held,
            packer.compress("".join(f"{name}\n" for name in names).encode()),
            packer.flush(),
        ]
    )
    return _SUMMED.pack(HEAD, _SUMMED.size + len(body), crc32(body)) + body


def _folders(things: Iterable[str]) -> set[str]:
    return {str(parent) for name in things if name.endswith(MODULE) for parent in PurePosixPath(name).parents}


def _ordered(things: Mapping[str, bytes], whole: Mapping[str, Sequence[Extent]], end: int) -> list[str]:
    """The order of the things from this position on. What may not begin anywhere comes first; into the room before it,
    and into the rest of each block, goes what fits, the largest first. So gaps are small; and little lies across two
    blocks, of which the device could use no part that does (gobelet/memory/inplace.py).
    """
    names: list[str] = []
    others = sorted(
        (name for name in things if name not in whole), key=lambda name: (-len(things[name]), name)
    )

    def fill(room: int) -> int:
        for name in others[:]:
            if len(things[name]) <= room:
                room -= len(things[name])
                names.append(name)
                others.remove(name)
        return room

    for name, parts in whole.items():
        gap = _gap(end, parts)
        fill(gap)
        names += [_GAP + name, name]
        end += gap + len(things[name])
    while others:
        room = _end_of_block(end) - end
        end += room - fill(room)
        if others:
            names.append(others.pop(0))
            end += len(things[names[-1]])
    return names


def _gap(start: int, whole: Sequence[Extent]) -> int:
    """How many bytes a thing has to begin later for these parts of it to lie in one block each."""
    for gap in range(_BLOCK):
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
