"""Packs: many modules, texts and fonts as a few files for the device. firmware/gobelet_packs.py says how one looks.

The same things always give the same bytes.
"""

from __future__ import annotations

import struct
from binascii import crc32
from collections.abc import Iterable, Mapping
from itertools import accumulate
from pathlib import Path, PurePosixPath

HEAD = b"Gobelet\2"
SUFFIX = ".pack"
SHARED = "shared"
MODULE = ".mpy"
_SUMMED = struct.Struct("<8sII")  # the head, the size, and the sum of what follows
_TABLE = struct.Struct("<IHH")  # where the names start, how many things there are, how many of them folders


class PackError(Exception):
    """A pack cannot be made or read. The message is a sentence."""


def pack_all(inside: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """The packs by their names, from what is to be in each. The shared one has the folders of the games too."""
    names: set[str] = set()
    for name, things in inside.items():
        names.update(_folders(things), map(_known, things), [_game(name)])
    if len({_key(name) for name in names}) < len(names):
        raise PackError("Two names in the packs have the same sum; rename a module.")
    games = [_game(name) for name in inside if name != SHARED]
    return {name: pack(things, games if name == SHARED else ()) for name, things in inside.items()}


def pack(things: Mapping[str, bytes], more_folders: Iterable[str] = ()) -> bytes:
    """A pack of modules, by paths such as /core/dice.mpy, and of other things, by names without a slash. Their order
    stays. Folders of modules are in it by themselves, more can be named.
    """
    folders = sorted(_folders(things).union(more_folders))
    keys = [_key(name) for name in (*folders, *map(_known, things))]
    lengths = [0] * len(folders) + [len(data) for data in things.values()]
    sums = [0] * len(folders) + [crc32(data, _key(_known(name))) for name, data in things.items()]
    *starts, end = accumulate(lengths, initial=_SUMMED.size + _TABLE.size + 12 * len(keys))
    body = b"".join(
        [
            _TABLE.pack(end, len(keys), len(folders)),
            struct.pack(f"<{len(keys)}I", *keys),
            struct.pack(f"<{len(starts)}I", *starts),
            struct.pack(f"<{len(sums)}I", *sums),
            *things.values(),
            "".join(f"{name}\n" for name in (*folders, *things)).encode(),
        ]
    )
    return _SUMMED.pack(HEAD, _SUMMED.size + len(body), crc32(body)) + body


def _folders(things: Iterable[str]) -> set[str]:
    return {str(parent) for name in things if name.endswith(MODULE) for parent in PurePosixPath(name).parents}


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
    names = data[names_at:].decode().splitlines()
    bounds = [*starts[folders:], names_at]
    return {
        name: data[start:end]
        for name, start, end in zip(names[folders:], bounds[:-1], bounds[1:], strict=True)
    }


def read_all(folder: Path) -> dict[str, dict[str, bytes]]:
    """What is in each pack of a folder, by the pack's name."""
    return {path.stem: unpack(path.read_bytes()) for path in sorted(folder.glob(f"*{SUFFIX}"))}
