"""Interned: MicroPython knows the names of the firmware before its modules come.

Each name in a module that comes, and each string that is made, is looked for among all names that there are. Those that
came since the reset are gone through one by one: 60 us each time with a game open, a quarter of a start. The names in
MicroPython's own flash are sorted, and it finds one by halves. So packs have the names of their modules sorted too, and
these come into memory as one more sorted table (a "pool", py/qstr.c), which is looked at first.

A pool: six words; a word for each name, the address of its bytes, which end with a zero; a byte for each, its hash; a
byte for each, its length; here the bytes of the names follow. The words:

    0  the pool before it, which numbers go on from; 0 for the first one
    1  how many names the pools before it have; the highest bit says whether it is sorted
    2  room for how many    3  how many    4  where the hashes are    5  where the lengths are

Nobody tells where the last pool is: it is the one with a name that has just come. If anything is not as it says here,
everything is left as it is. A name that one of the other pools has keeps its number: here it gets the hash 0, which no
name has, and so is not found.

The asset "interned" of the shared pack, "<game>.interned" of a game's:

    u16 how many names, u16 bytes that they and what follows take together, u16 bytes that follow; the low byte first
    of each, in order:  u8 bytes that it has in common with the beginning of the one before, u8 bytes more; these
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import micropython

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NAMES = "interned"  # the asset
_FRESH = b"Gobelet: interned"  # a name that nothing else has
_MARKS = 2048  # bytes: a bit for each hash with a length, then for each with a first letter


def ptr8(data: Any) -> Any:
    """A pointer in machine code. Elsewhere there is no memory to look at, and packs have no names."""
    raise NotImplementedError


ptr32 = ptr8


def take(asset: Callable[[str], Any], game: str = "", head: int = 0) -> int:
    """Let MicroPython know the names of what is shared, or of a game; each once a start. asset(name) -> a file that
    stands at the first byte. head: what the call before has returned.

    Returns where the head of the list of pools stands, the address of the last one; 0 if MicroPython has other insides,
    or packs have no names: nothing was changed then. ImportError if the pack is damaged.
    """
    try:
        file = asset(game + "." + NAMES if game else NAMES)
    except OSError:
        return 0  # a build without machine code has none
    sizes = file.read(6)
    count = sizes[0] | sizes[1] << 8
    try:
        pool = bytearray(24 + 6 * count + (sizes[2] | sizes[3] << 8))
        marks = bytearray(_MARKS)
    except MemoryError:
        return 0
    begin = len(pool) - (sizes[4] | sizes[5] << 8)
    file.readinto(memoryview(pool)[begin:])
    unpack(pool, count, begin)
    if not head:
        hasattr(micropython, str(_FRESH, "utf-8"))
        fresh = str(_FRESH, "utf-8")  # what is made now is that name
        if id(fresh) & 7 == 2:
            head = find(fresh, id(fresh) >> 3)
        if not head:
            return 0
    hide(pool, marks, head)
    before = add(pool, head)
    # Whether MicroPython finds there what it is to find.
    hashes = 24 + 4 * count
    index = 0
    while not pool[hashes + index]:
        index += 1
    lengths = pool[hashes + count : hashes + count + index + 1]
    begin = hashes + 2 * count + sum(lengths) + index - lengths[index]
    name = str(pool[begin : begin + lengths[index]], "utf-8")
    if id(name) == (pool[4] | pool[5] << 8) + index << 3 | 2:
        return head
    put(head, before)
    return 0


@micropython.viper
def unpack(pool, count: int, packed: int):  # type: ignore[no-untyped-def]
    """Make a pool of what lies at its end from `packed` on."""
    words = ptr32(pool)
    data = ptr8(pool)
    start = int(data)
    hashes = 24 + 4 * count
    lengths = hashes + count
    words[2] = 32  # the pool that comes behind it has room for twice as many
    words[3] = count
    words[4] = start + hashes
    words[5] = start + lengths
    end = lengths + count
    before = end
    index = 0
    while index < count:
        same = data[packed]
        length = same + data[packed + 1]
        packed += 2
        begin = end
        code = 5381
        while end < begin + length:
            if end < begin + same:
                byte = data[before + end - begin]
            else:
                byte = data[packed]
                packed += 1
            data[end] = byte
            code = (code * 33 ^ byte) & 0xFF
            end += 1
        data[end] = 0
        end += 1
        words[6 + index] = start + begin
        data[hashes + index] = code if code else 1
        data[lengths + index] = length
        before = begin
        index += 1


@micropython.viper
def find(fresh, number: int) -> int:  # type: ignore[no-untyped-def]
    """Where the address of the pool stands whose last name is this one, with this number; 0 if there is none.

    It stands before the heap, and so before the bytes of the name.
    """
    low = 0x20000000
    name = int(ptr8(fresh))
    head = low
    while head < name:
        pool = ptr32(head)[0]
        if pool & 15 == 0 and low < pool and pool < 0x20040000:
            words = ptr32(pool)
            count = words[3]
            room = words[2]
            if 0 < count and count <= room and room < 4096 and words[1] + count - 1 == number:
                hashes = pool + 24 + 4 * room
                if words[4] == hashes and words[5] == hashes + room and words[5 + count] == name:
                    # Each goes on from the one before it, and MicroPython's own is sorted.
                    ordered = 0
                    while True:
                        words = ptr32(pool)
                        if words[1] < 0:
                            ordered = 1
                        pool = words[0]
                        if pool == 0:
                            if words[1]:
                                ordered = 0
                            return head * ordered
                        if pool & 3 or pool < 0x10000000 or pool >= 0x20040000:
                            return 0
                        earlier = ptr32(pool)
                        if earlier[3] <= 0 or (earlier[1] & 0x3FFFFFFF) + earlier[3] != words[1] & 0x3FFFFFFF:
                            return 0
        head += 4
    return 0


@micropython.viper
def hide(pool, marks, head: int):  # type: ignore[no-untyped-def]
    """Give the hash 0 to what is in the pools that are there. `marks` is for its own use, all 0."""
    words = ptr32(pool)
    hashes = ptr8(words[4])
    lengths = ptr8(words[5])
    marked = ptr8(marks)
    count = words[3]
    index = 0
    while index < count:
        mark = (lengths[index] & 31) << 8 | hashes[index]
        marked[mark >> 3] = marked[mark >> 3] | 1 << (mark & 7)
        letters = ptr8(words[6 + index])
        mark = (letters[0] & 31) << 8 | hashes[index]
        marked[1024 + (mark >> 3)] = marked[1024 + (mark >> 3)] | 1 << (mark & 7)
        index += 1
    other = ptr32(head)[0]
    while other:
        earlier = ptr32(other)
        their_hashes = ptr8(earlier[4])
        their_lengths = ptr8(earlier[5])
        size = earlier[3]
        index = 0
        while index < size:
            mark = (their_lengths[index] & 31) << 8 | their_hashes[index]
            if marked[mark >> 3] >> (mark & 7) & 1:
                theirs = ptr8(earlier[6 + index])
                mark = (theirs[0] & 31) << 8 | their_hashes[index]
                low = 0
                high = count * (marked[1024 + (mark >> 3)] >> (mark & 7) & 1)
                while low < high:
                    middle = (low + high) >> 1
                    ours = ptr8(words[6 + middle])
                    offset = 0
                    while ours[offset] and ours[offset] == theirs[offset]:
                        offset += 1
                    if ours[offset] < theirs[offset]:
                        low = middle + 1
                    elif ours[offset] > theirs[offset]:
                        high = middle
                    else:
                        hashes[middle] = 0
                        low = high
            index += 1
        other = earlier[0]


@micropython.viper
def add(pool, head: int) -> int:  # type: ignore[no-untyped-def]
    """Make a pool the last one. Returns which was that before."""
    words = ptr32(pool)
    last = ptr32(head)[0]
    before = ptr32(last)
    bit = 1
    words[0] = last
    words[1] = (before[1] & 0x3FFFFFFF) + before[3] | bit << 31
    ptr32(head)[0] = int(words)
    return last


@micropython.viper
def put(head: int, word: int):  # type: ignore[no-untyped-def]
    ptr32(head)[0] = word
