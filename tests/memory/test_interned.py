"""Names that MicroPython is told of: what its own search (py/qstr.c) finds then, in a memory with such pools."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

import pytest

from gobelet.memory import interned
from host_tools.building.interned import packed

FLASH = 0x10001000
RAM = 0x20000000
ROOT = RAM + 0x184  # where the address of the last pool stands
HEAP = RAM + 0x4000
MARKS = RAM + 0xF000
SORTED = 1 << 31
HEAD = 24


class Memory:
    """Flash and RAM, by addresses."""

    def __init__(self) -> None:
        self.parts = {FLASH: bytearray(0x4000), RAM: bytearray(0x10000)}

    def at(self, address: int) -> tuple[bytearray, int]:
        begin = FLASH if address < RAM else RAM
        return self.parts[begin], address - begin

    def put(self, address: int, data: bytes) -> None:
        part, at = self.at(address)
        part[at : at + len(data)] = data

    def get(self, address: int, size: int) -> bytes:
        part, at = self.at(address)
        return bytes(part[at : at + size])

    def words(self, address: int, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}I", self.get(address, 4 * count))


class Pointer:
    def __init__(self, memory: Memory, address: int, form: str) -> None:
        self.memory = memory
        self.address = address
        self.form = form
        self.size = struct.calcsize(form)

    def __int__(self) -> int:
        return self.address

    def __getitem__(self, index: int) -> int:
        address = self.address + self.size * index
        return int(struct.unpack(self.form, self.memory.get(address, self.size))[0])

    def __setitem__(self, index: int, value: int) -> None:
        value &= (1 << 8 * self.size) - 1
        self.memory.put(self.address + self.size * index, value.to_bytes(self.size, "little"))


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Memory:
    made = Memory()
    monkeypatch.setattr(interned, "ptr8", lambda at: Pointer(made, int(at), "<B"))
    monkeypatch.setattr(interned, "ptr32", lambda at: Pointer(made, int(at), "<i"))
    return made


def hashed(name: bytes) -> int:
    found = 5381
    for byte in name:
        found = found * 33 ^ byte
    return found & 0xFF or 1


def pool(memory: Memory, at: int, before: int, names: Sequence[bytes], room: int, ordered: bool) -> int:
    """Write a pool as MicroPython does, the bytes of the names behind it. Returns where that ends."""
    total = 0
    if before:
        words = memory.words(before, 4)
        total = (words[1] & ~SORTED) + words[3]
    hashes = at + HEAD + 4 * room
    end = hashes + 2 * room
    places = []
    for name in names:
        places.append(end)
        memory.put(end, name + b"\0")
        end += len(name) + 1
    head = (before, total | SORTED * ordered, room, len(names), hashes, hashes + room)
    memory.put(at, struct.pack(f"<6I{len(places)}I", *head, *places))
    memory.put(hashes, bytes(map(hashed, names)))
    memory.put(hashes + room, bytes(map(len, names)))
    return end + 15 & ~15


def found(memory: Memory, name: bytes) -> int | None:
    """The number that MicroPython finds for a name: `qstr_find_strn`."""
    at = memory.words(ROOT, 1)[0]
    while at:
        before, total, _, count, hashes, lengths = memory.words(at, 6)
        places = memory.words(at + HEAD, count)
        low, high = 0, count - 1
        if total & SORTED:
            while high - low > 1:
                middle = (low + high) // 2
                ours = memory.get(places[middle], len(name) + 1).partition(b"\0")[0]
                if name <= ours[: len(name)]:
                    high = middle
                else:
                    low = middle
        for index in range(low, high + 1):
            if memory.get(hashes + index, 1)[0] != hashed(name):
                continue
            if (
                memory.get(lengths + index, 1)[0] == len(name)
                and memory.get(places[index], len(name)) == name
            ):
                return (total & ~SORTED) + index
        at = before
    return None


STATIC = [b"", b"append", b"key", b"__init__"]
BUILT_IN = sorted([b"clear", b"crc32", b"decode", b"readinto", b"uctypes"])
EARLY = [b"main", b"boards", b"SCL", b"gobelet"]
FRESH = b"Gobelet: interned"


@pytest.fixture
def started(memory: Memory) -> int:
    """MicroPython after its start, with a few names. Returns where the last one lies."""
    static = FLASH
    own = pool(memory, static, 0, STATIC, len(STATIC), False)
    pool(memory, own, static, BUILT_IN, len(BUILT_IN), True)
    second = pool(memory, HEAP, own, EARLY[:2], 2, False)
    pool(memory, second, HEAP, [*EARLY[2:], FRESH], 8, False)
    memory.put(ROOT, struct.pack("<I", second))
    return memory.words(second + HEAD, 3)[2]


def told(memory: Memory, names: Iterable[bytes], at: int) -> None:
    """What `take` does with an asset, the pool at this address."""
    data = packed(name.decode() for name in names)
    count, room, size = struct.unpack_from("<HHH", data)
    end = HEAD + 6 * count + room
    memory.put(at, bytes(end - size) + data[6:])
    memory.put(MARKS, bytes(interned._MARKS))
    interned.unpack(at, count, end - size)
    interned.hide(at, MARKS, ROOT)
    interned.add(at, ROOT)


def number(memory: Memory, name: bytes) -> int:
    at = found(memory, name)
    assert at is not None
    return at


NAMES = [
    b"a",
    b"ab",
    b"abc",
    b"attack.who",
    b"b",
    b"core",
    b"core.dice",
    b"gobelet.core.dice",
    b"zeta",
    b"Attack",
]


def test_every_name_is_found_with_a_number_of_its_own(memory: Memory, started: int) -> None:
    assert interned.find(started, number(memory, FRESH)) == ROOT
    before = {name: number(memory, name) for name in [*STATIC[1:], *BUILT_IN, *EARLY, FRESH]}
    told(memory, NAMES, HEAP + 0x2000)
    numbers = {name: number(memory, name) for name in NAMES}
    assert sorted(numbers.values()) == list(range(14, 14 + len(NAMES)))
    assert {name: number(memory, name) for name in before} == before
    assert found(memory, b"abcd") is None
    assert found(memory, b"A") is None


def test_what_was_there_keeps_its_number(memory: Memory, started: int) -> None:
    there = [b"append", b"readinto", b"uctypes", b"gobelet", b"SCL", FRESH]
    before = {name: number(memory, name) for name in there}
    told(memory, [*NAMES, *there], HEAP + 0x2000)
    assert {name: number(memory, name) for name in there} == before
    shared = {name: number(memory, name) for name in NAMES}
    told(memory, [b"abc", b"zeta", b"grapple"], HEAP + 0x4000)  # of a game
    assert {name: number(memory, name) for name in NAMES} == shared
    assert number(memory, b"grapple") not in [*shared.values(), *before.values()]


def test_hundreds_of_names(memory: Memory, started: int) -> None:
    names = [f"{word}{index}".encode() for word in ("x", "word", "screens.home") for index in range(150)]
    told(memory, names, HEAP + 0x2000)
    assert len({number(memory, name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("word", "value"),
    [(1, 99), (2, 2), (3, 2), (4, HEAP), (5, HEAP), (0, RAM + 1), (0, 0), (0, 0x40000000)],
)
def test_a_pool_that_looks_otherwise_is_none(memory: Memory, started: int, word: int, value: int) -> None:
    last = memory.words(ROOT, 1)[0]
    was = number(memory, FRESH)
    memory.put(last + 4 * word, struct.pack("<I", value))
    assert interned.find(started, was) == 0


def test_without_sorted_pools_none_is_added(memory: Memory, started: int) -> None:
    was = number(memory, FRESH)
    own = memory.words(HEAP, 1)[0]
    memory.put(own + 4, struct.pack("<I", len(STATIC)))
    assert interned.find(started, was) == 0


def test_another_name_is_not_taken_for_it(memory: Memory, started: int) -> None:
    was = number(memory, FRESH)
    assert interned.find(started, was + 1) == 0
    assert interned.find(started + 1, was) == 0


def test_without_names_nothing_is_looked_for() -> None:
    def asset(name: str) -> None:
        raise OSError(2)

    assert interned.take(asset) == 0
