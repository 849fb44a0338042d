"""The names of the modules in a pack, sorted, for the device: the assets "interned" and "<game>.interned"
(firmware/gobelet/memory/interned.py says what for, and how they look).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Set
from functools import cache
from pathlib import Path

from host_tools.building.scopes import dotted

ASSET = "interned"
_MOST = 31  # letters of a name
_TABLE = Path(__file__).with_name("micropython_names.txt")


def all_packed(inside: Mapping[str, Mapping[str, bytes]], shared: str, starts: Set[str]) -> dict[str, bytes]:
    """The asset of each pack by the name of the pack, from the compiled modules in it by their paths: of those that a
    start may bring. What the shared one has, no other has.
    """
    found = {
        name: names_of(data for path, data in modules.items() if _dotted(path) in starts)
        for name, modules in inside.items()
    }
    return {name: packed(names if name == shared else names - found[shared]) for name, names in found.items()}


def _dotted(path: str) -> str:
    return dotted("gobelet" + path.removesuffix(".mpy") + ".py")


def names_of(modules: Iterable[bytes]) -> set[str]:
    """The names that compiled modules bring. Those that MicroPython has in its own flash are left out as far as we know
    them: the device would find them there.
    """
    found = {name for module in modules for name in names_in(module)} - _known()
    return {name for name in found if name.isascii() and "\0" not in name and 0 < len(name) <= _MOST}


def names_in(module: bytes) -> list[str]:
    """The names in a compiled module (py/persistentcode.c): a head, how many names and constants, each name."""
    count, at = _number(module, 4)
    _, at = _number(module, at)
    found = []
    for _ in range(count):
        length, at = _number(module, at)
        if not length & 1:  # else it is one of MicroPython's own, by its number
            end = at + (length >> 1)
            found.append(module[at:end].decode())
            at = end + 1
    return found


def _number(module: bytes, at: int) -> tuple[int, int]:
    """(a number of a compiled module, where it ends)."""
    value = 0
    while True:
        byte = module[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at


def packed(names: Iterable[str]) -> bytes:
    ordered = sorted(name.encode() for name in names)
    body = b""
    before = b""
    behind = 0  # bytes by which what is unpacked would run over what is not read yet
    out = 0
    for name in ordered:
        same = 0
        while same < min(len(before), len(name)) and before[same] == name[same]:
            same += 1
        body += bytes([same, len(name) - same]) + name[same:]
        out += len(name) + 1
        behind = max(behind, out - len(body))
        before = name
    return struct.pack("<HHH", len(ordered), len(body) + behind, len(body)) + body


@cache
def _known() -> frozenset[str]:
    lines = _TABLE.read_text(encoding="utf-8").splitlines()
    return frozenset(
        name for line in lines if not line.startswith("#") for name in line.replace(":", " ").split()
    )
