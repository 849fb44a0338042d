"""The names that packs bring beside the modules of a start."""

from __future__ import annotations

import struct
from pathlib import Path

from host_tools.building import interned
from host_tools.building.build import build


def unpacked(data: bytes) -> list[str]:
    count, _, size = struct.unpack_from("<HHH", data)
    assert len(data) - (6 + size) in range(4), "a pack has whole words"
    found = []
    name = b""
    at = 6
    for _ in range(count):
        same, more = data[at], data[at + 1]
        name = name[:same] + data[at + 2 : at + 2 + more]
        found.append(name.decode())
        at += 2 + more
    assert at == 6 + size
    return found


def test_each_pack_of_machine_code_has_the_names_of_its_start(tmp_path: Path) -> None:
    inside = build(tmp_path / "tree", native=True).packed
    known = interned._known()
    shared = unpacked(inside["shared"][interned.ASSET])
    assert len(shared) > 50
    for name, things in inside.items():
        names = unpacked(things[interned.ASSET if name == "shared" else f"{name}.{interned.ASSET}"])
        assert names == sorted(names)
        assert len(set(names)) == len(names) > 0  # a game that has just been begun has few
        assert not set(names) & known, "MicroPython has these itself"
        assert name == "shared" or not set(names) & set(shared)
    brought = set(interned.names_in(inside["trinites"]["/games/trinites/rules/party.mpy"]))
    ascii_names = {each for each in brought - known if each.isascii() and len(each) <= interned._MOST}
    assert ascii_names <= {*shared, *unpacked(inside["trinites"]["trinites.interned"])}
    assert "link" not in shared  # nothing of a start needs it


def test_what_is_no_machine_code_has_none(tmp_path: Path) -> None:
    inside = build(tmp_path / "tree").packed
    assert not [name for things in inside.values() for name in things if interned.ASSET in name.split(".")]


def test_what_is_unpacked_in_its_place_does_not_run_over_what_is_not() -> None:
    for names in (
        ["a"],
        ["a", "ab", "abc", "abcd"],
        ["aaaa" + "b" * n for n in range(20)],
        ["x", "gobelet.core", "z"],
    ):
        data = interned.packed(names)
        count, room, size = struct.unpack_from("<HHH", data)
        ordered = unpacked(data)
        assert ordered == sorted(names)
        assert count == len(names)
        out, at = 0, room - size
        before = ""
        for name in ordered:
            same = next(n for n in range(len(name), -1, -1) if before.startswith(name[:n]))
            at += 2 + len(name) - same
            out += len(name) + 1
            assert out <= at
            before = name
        assert at == room
