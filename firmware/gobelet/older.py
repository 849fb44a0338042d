"""Older: the game of a device that kept its journal in segment files, "trireme.00" to "trireme.35".

Its values are taken over, and the archived game's. What could be undone then, and the rolls, are gone: the player is
told. The old files go when the values are safe in the new ones.
"""

from __future__ import annotations

from binascii import crc32
from struct import pack, unpack_from
from typing import TYPE_CHECKING

from .core.records import EFFECT, FIRST, JOIN, LAST, REDO, UNDO, effects_of
from .core.sheet import State

if TYPE_CHECKING:
    from .core.journal import Journal
    from .core.types import Effect
    from .device.types import Store

RING = 36
SPAN = 512  # positions per segment
_HEAD = 10  # bytes before the first record of a segment


def convert(store: Store, name: str, state: State, journal: Journal) -> str:
    """Bring a fresh State to the old game's values and write them. Returns "older"; "damaged" if something could not be
    read: then the old files stay.
    """
    whole = _play(store, name, state)
    archived = store.read(name + ".old")
    if archived is not None:
        other = State(state.kinds)
        if _values(archived, other) is None:
            whole = False
        else:
            other.settle()
            store.replace(name + "/old", _snapshot(other))
    state.settle()
    journal.adopt()
    if not whole:
        return "damaged"
    for ending in ["a", "b", "old"] + ["%02d" % number for number in range(RING)]:
        store.remove(name + "." + ending)
    return "older"


def _snapshot(state: State) -> bytes:
    data = b"GS\x02\0" + bytes(state.dump())
    return data + pack("<I", crc32(data))


def _values(data: bytes | None, state: State) -> int | None:
    """Take a checkpoint's values in. Returns the position of the first record that is not in them; None if the file is
    damaged.
    """
    if data is None or data[:3] != b"GS\x01" or data[-4:] != pack("<I", crc32(data[:-4])):
        return None
    state.take(data[3:4] + data[8:-4])
    return unpack_from("<I", data, 4)[0]


def _newest_values(store: Store, name: str, state: State) -> tuple[int, bool]:
    """Take the values of the newer checkpoint in. Returns the position of the first record that is not in them, and
    whether the files of both, as far as they are there, could be read.
    """
    base = 0
    whole = True
    best = None
    for ending in (".a", ".b"):
        data = store.read(name + ending)
        found = _values(data, State(state.kinds))
        if found is None:
            whole = whole and data is None
        elif found > base:
            base, best = found, data
    if best is not None:
        _values(best, state)
    return base, whole


def _segments(store: Store, name: str) -> tuple[dict[int, bytes], bool]:
    """The pieces of the journal by their numbers, and whether all that are there could be read."""
    segments: dict[int, bytes] = {}
    whole = True
    for number in range(RING):
        data = store.read(name + ".%02d" % number)
        if data is None:
            continue
        found = unpack_from("<i", data, 4)[0] if len(data) >= _HEAD else -1
        head = b"GJ\x01\0" + pack("<i", found)
        if data[:_HEAD] == head + pack("<H", crc32(head) & 0xFFFF) and found % RING == number:
            segments[found] = data
        else:
            whole = False
    return segments, whole


def _play(store: Store, name: str, state: State) -> bool:
    """Replay an old journal. Returns whether all of it could be read."""
    base, whole = _newest_values(store, name, state)
    segments, legible = _segments(store, name)
    whole = whole and legible
    made: dict[int, list[Effect]] = {}  # effects of each transaction
    pending: list[tuple[int, bytes]] = []  # payloads of one that is not complete yet
    begun = -1  # where the last transaction begins
    for number in sorted(segments):
        if base < number * SPAN and number - 1 not in segments:
            whole = whole and number * SPAN < base + SPAN
        records, legible = _records(segments[number], number * SPAN)
        whole = whole and legible
        for position, kind, payload in records:
            if kind & (FIRST | JOIN):
                pending = []
                if kind & FIRST:
                    begun = position
                    made[begun] = []
            if kind & 0x0F == EFFECT:
                pending.append((position, payload))
                if kind & LAST:
                    for where, some in pending:
                        effects = effects_of(some)
                        if begun in made:
                            made[begun].extend(effects)
                        if where >= base:
                            state.apply(effects)
            elif kind & 0x0F == UNDO or kind & 0x0F == REDO:
                undone = made.get(unpack_from("<I", payload)[0])
                if position >= base:
                    if undone is None:
                        whole = False
                    else:
                        state.apply(undone, kind & 0x0F == REDO)
    return whole


def _records(data: bytes, begins: int) -> tuple[list[tuple[int, int, bytes]], bool]:
    """The (position, kind, payload) of the records of a piece up to the first that cannot be read; whether it ends
    there, or a power cut left that one short.
    """
    found: list[tuple[int, int, bytes]] = []
    offset = _HEAD
    while offset + 4 <= len(data):
        end = offset + 2 + data[offset + 1]
        position = begins + offset
        if data[end : end + 2] != pack("<H", crc32(data[offset:end], position) & 0xFFFF):
            return found, end + 2 > len(data)
        found.append((position, data[offset], data[offset + 2 : end]))
        offset = end + 2
    return found, True
