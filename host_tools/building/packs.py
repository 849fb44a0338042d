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
    games = [_game(name) for name in inside if name != SHARED]
    return {
        name: pack(things, games if name == SHARED else (), whole or {}) for name, things in inside.items()
    }


def pack(
    things: Mapping[str, bytes],
    more_folders: Iterable[str] = (),
    whole: Mapping[str, Sequence[Extent]] | None = None,
) -> bytes:
    """A pack of modules, by paths such as /core/dice.mpy, and of other things, by names without a slash. Their order
    stays. Folders of modules are in it by themselves, more can be named.
    """
    folders = sorted(_folders(things).union(more_folders))
    names = list(folders)
    for name in things:
        names += [_GAP + name, name] if whole and name in whole else [name]
    end = _SUMMED.size + _TABLE.size + 12 * len(names)
    starts: list[int] = []
    sums: list[int] = []
    held: list[bytes] = []
    for name in names:
        if name.startswith(_GAP):
            data = bytes(_gap(end, (whole or {})[name.removeprefix(_GAP)]))
        elif name in things:
            data = things[name]
        else:
            data = b""
        starts.append(end)
        sums.append(0 if name in folders else crc32(data, _key(_known(name))))
        held.append(data)
        end += len(data)
    body = b"".join(
        [
            _TABLE.pack(end, len(names), len(folders)),
            struct.pack(f"<{len(names)}I", *map(_key, map(_known, names))),
            struct.pack(f"<{len(names)}I", *starts),
            struct.pack(f"<{len(names)}I", *sums),
            *held,
            zlib.compress("".join(f"{name}\n" for name in names).encode(), 9),
        ]
    )
    return _SUMMED.pack(HEAD, _SUMMED.size + len(body), crc32(body)) + body


def _folders(things: Iterable[str]) -> set[str]:
    return {str(parent) for name in things if name.endswith(MODULE) for parent in PurePosixPath(name).parents}


def _gap(start: int, whole: Sequence[Extent]) -> int:
    """How many bytes a thing has to begin later for these parts of it to lie in one block each."""
    for gap in range(_BLOCK):
        if all(_block_of(start + gap + at) == _block_of(start + gap + at + size - 1) for at, size in whole):
            return gap
    raise PackError("A part that is to lie in one block does not fit into one.")


def _block_of(position: int) -> int:
    """The block of a file that has this byte: each but the first begins with a pointer of 4 bytes for each power of two
    that divides its number (littlefs, SPEC.md).
    """
    number = 0
    while position >= (room := _BLOCK - 4 * (number & -number).bit_length()):
        position -= room
        number += 1
    return number


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
    names = zlib.decompress(data[names_at:]).decode().splitlines()
    bounds = [*starts[folders:], names_at]
    return {
        name: data[start:end]
        for name, start, end in zip(names[folders:], bounds[:-1], bounds[1:], strict=True)
        if not name.startswith(_GAP)
    }


def read_all(folder: Path) -> dict[str, dict[str, bytes]]:
    """What is in each pack of a folder, by the pack's name."""
    return {path.stem: unpack(path.read_bytes()) for path in sorted(folder.glob(f"*{SUFFIX}"))}
