"""Packs as the desk makes and reads them. What the device makes of them: tests/micropython/test_packs.py."""

from __future__ import annotations

from binascii import crc32
from itertools import accumulate

import pytest

from host_tools.building import packs
from host_tools.building.packs import PackError

THINGS = {"/core/dice.mpy": b"dice", "/app.mpy": b"", "font8": b"letters!", "system.fr": b"mots"}


def test_what_is_packed_can_be_unpacked() -> None:
    assert packs.unpack(packs.pack(THINGS)) == THINGS
    assert packs.unpack(packs.pack({}, ["/games/dice"])) == {}
    assert packs.unpack(packs.pack({"font8": b"letters"})) == {"font8": b"letters\0"}, "whole words"


def test_the_bytes_are_always_the_same() -> None:
    back = dict(reversed(THINGS.items()))
    assert packs.pack(THINGS) == packs.pack(back)


@pytest.mark.parametrize("at", [0, 7, 8, 12, 16, 20, 30, -1])
def test_a_byte_that_changed_is_noticed(at: int) -> None:
    data = bytearray(packs.pack(THINGS))
    data[at] ^= 4
    with pytest.raises(PackError, match="no pack" if at in (0, 7) else "damaged"):
        packs.unpack(bytes(data))


def test_each_bit_of_a_word_changes_the_sum() -> None:
    data = bytes(range(1, 41))
    for bit in range(8 * len(data)):
        changed = bytearray(data)
        changed[bit >> 3] ^= 1 << (bit & 7)
        assert packs.mixed(bytes(changed)) != packs.mixed(data)
    assert packs.mixed(data[8:], packs.mixed(data[:8])) == packs.mixed(data)


def test_half_a_pack_is_none() -> None:
    data = packs.pack(THINGS)
    for length in range(len(data)):
        with pytest.raises(PackError):
            packs.unpack(data[:length])


def test_all_packs_know_the_games() -> None:
    made = packs.pack_all({packs.SHARED: THINGS, "dice": {"/games/dice/rules.mpy": b"wxyz"}})
    assert {name: packs.unpack(data) for name, data in made.items()} == {
        "shared": THINGS,
        "dice": {"/games/dice/rules.mpy": b"wxyz"},
    }
    made = packs.pack_all({packs.SHARED: THINGS, "dice": {"/games/dice/rules/roll.mpy": b"wxyz"}})
    assert {"/", "/core", "/games/dice"} == folders(made["shared"], ["/", "/core", "/games", "/games/dice"])
    assert {"/games/dice/rules"} == folders(made["dice"], ["/", "/games", "/games/dice", "/games/dice/rules"])


def folders(pack: bytes, names: list[str]) -> set[str]:
    """Which of these the device finds as folders."""
    count = int.from_bytes(pack[22:24], "little")
    keys = [pack[at : at + 4] for at in range(24, 24 + 4 * count, 4)]
    assert len(set(keys)) == count
    return {name for name in names if crc32(name.encode()).to_bytes(4, "little") in keys}


def test_what_is_to_lie_in_one_block_does() -> None:
    things = {name: name.encode() * 700 for name in ("aaa", "bbb", "ccc", "ddd", "eee", "fff")}
    whole = {"bbb": [(0, 2100)], "ddd": [(5, 90), (200, 1900)], "fff": [(2099, 1)]}
    made = packs.pack(things, (), whole)
    assert packs.unpack(made).keys() == things.keys()
    # Of each block but the first the file system takes the beginning, for pointers.
    ends = [4096, 4096 + 4092, 4096 + 4092 + 4088, 4096 + 4092 + 4088 + 4092]
    for name, parts in whole.items():
        start = made.index(things[name][:50])
        for at, size in parts:
            assert not any(start + at < end < start + at + size for end in ends), name
    assert len(made) < len(packs.pack(things)) + 3 * 2100
    with pytest.raises(PackError, match="one block"):
        packs.pack({"big": bytes(9000)}, (), {"big": [(100, 4097)]})


def test_small_things_fill_the_room_before_those_and_the_rest_of_each_block() -> None:
    sizes = [5000, 3000, 2900, 2500, 2000, 1200, 900, 800, 500, 400, 300, 200, 100, 60, 30]
    things = {f"/m{size}.mpy": size.to_bytes(2, "big") * (size // 2) for size in sizes}
    picture = bytes(range(1, 251)) * 12
    made = packs.pack(things | {"picture": picture}, (), {"picture": [(0, 3000)]})
    assert made.index(picture) - made.index(things["/m900.mpy"]) < 4096  # where the first block ends
    across = 0
    for end in (4096, 4096 + 4092, 4096 + 4092 + 4088, 4096 + 4092 + 4088 + 4092):
        for data in things.values():
            start = made.index(data)
            # A module begins with names, which nobody could use in place.
            across += start + 100 < end < start + len(data)
    assert across <= 2


def test_no_module_lies_across_two_blocks_for_want_of_a_small_gap() -> None:
    things = {f"/m{number}.mpy": bytes([number]) * (400 + 60 * number) for number in range(1, 25)}
    things["words.fr"] = bytes(range(60)) * 20
    things["/large.mpy"] = b"L" * 6000
    data = packs.pack(things)
    assert packs.unpack(data) == things
    ends = list(accumulate((4096, 4092, 4088, 4092, 4084, 4092, 4088, 4092, 4080)))
    across = {
        name
        for name, thing in things.items()
        if any(data.index(thing) < end < data.index(thing) + len(thing) for end in ends)
    }
    assert across <= {"/large.mpy", "words.fr"}


@pytest.mark.parametrize(
    "inside", [{"shared": ("plumless", "buckeroo")}, {"shared": ("plumless",), "dice": ("buckeroo",)}]
)
def test_two_names_with_one_sum_are_refused(inside: dict[str, tuple[str, ...]]) -> None:
    assert crc32(b"plumless") == crc32(b"buckeroo"), "the case under test"
    with pytest.raises(PackError, match="same sum"):
        packs.pack_all({name: dict.fromkeys(things, b"") for name, things in inside.items()})
