"""Records: what the journal writes, as bytes.

The records of a game are one stream. The position of a record is the number of bytes before it since the first
one, so it never changes, wherever the record is kept. A record is kind, length, payload and 16 bits of checksum,
which covers its position too. Where a file begins, it repeats the checksum of the record before: its link.
"""

from __future__ import annotations

from array import array
from binascii import crc32
from struct import pack, unpack_from
from typing import TYPE_CHECKING

import micropython

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .types import Effect, Path


def ptr8(data: Any) -> Any:
    """Where the source runs plain, what viper's pointers are there: items by their number."""
    return data


ptr16 = ptr32 = ptr8

# A file that much is added to is a strip: all of a flash's block, of which what was added comes first. From the end
# down, behind the mark, each addition notes where it ends, once it is there: so it counts whole or not at all, and
# damage is told from a power cut.
STRIP = 4096
ENTRY = 4  # bytes of a note: the end, and all its bits the other way
_MARK = b"GSTR"
_BLANK = b"\xff\xff\xff\xff"

ROLL = 1
EFFECT = 2
UNDO = 3
REDO = 4
PLACE = 5  # where the transactions behind it were made
DROP = 6  # a ROLL was taken back before anything came of it
FIRST = 0x10  # an EFFECT record that opens a transaction
LAST = 0x20  # an EFFECT record that completes one
JOIN = 0x40  # an EFFECT record that adds to the transaction before it

BY_HAND = 1  # flag of a ROLL whose faces come from real dice
FREE = 255  # number of a ROLL that no Procedure describes: its note says which dice
NONE = 254  # what `unpack_roll` gives for what is no ROLL

MANY = 33  # effects in one record
LINK = 2  # bytes

_EFFECT = "<BBBhh"  # kind, row, field, old, new
EACH = 7
_OPTION = 255  # stands in a path where a count of faces would, before an Ask's option

# Of CRC-32, for half a byte at a time, as numbers of four bytes.
_CRC = array(
    "I",
    b"\x00\x00\x00\x00\x64\x10\xb7\x1d\xc8\x20\x6e\x3b\xac\x30\xd9\x26"
    b"\x90\x41\xdc\x76\xf4\x51\x6b\x6b\x58\x61\xb2\x4d\x3c\x71\x05\x50"
    b"\x20\x83\xb8\xed\x44\x93\x0f\xf0\xe8\xa3\xd6\xd6\x8c\xb3\x61\xcb"
    b"\xb0\xc2\x64\x9b\xd4\xd2\xd3\x86\x78\xe2\x0a\xa0\x1c\xf2\xbd\xbd",
)


def content(data: bytes) -> tuple[bytes, int, int]:
    """(what was added to a strip, bytes of that which were noted, where the next note goes). The rest may be part of an
    addition that the power has cut. What is no strip is all there, and has no notes: 0.
    """
    if len(data) > STRIP and data[STRIP - len(_MARK) : STRIP] == _MARK:
        # An earlier version added to a strip behind its end, on a desk or the page. A later start of it took the
        # positions of what followed from the length, which stays as it is.
        inside, end, _ = content(data[:STRIP])
        data = inside[:end] + data[STRIP:] + data[end:STRIP]
        return data, len(data) - STRIP + end, 0
    if len(data) != STRIP or data[-len(_MARK) :] != _MARK:
        return data, len(data), 0
    at = data.rfind(_BLANK, 0, STRIP - len(_MARK)) & -ENTRY
    note = at
    end = 0
    while not end and note < STRIP - 2 * ENTRY:
        note += ENTRY
        noted, turned = unpack_from("<HH", data, note)
        # One that nothing blank was left in, as an earlier version did, has its last note right behind what was added.
        if noted ^ turned == 0xFFFF and noted <= note and (at > 0 or note < noted + ENTRY):
            end = noted
    if at < end:  # there is no room left, and it lies in what was added
        at = note - ENTRY
    return data[:end] + data[end : at + ENTRY].rstrip(_BLANK), end, at


def check(data: bytes | bytearray, seed: int = 0) -> bytes:
    return pack("<H", crc32(data, seed) & 0xFFFF)


def add(out: bytearray, position: int, kind: int, payload: bytes) -> None:
    """Put a record at the end of `out`, which is `position`. ValueError if it is too long."""
    if len(payload) > 255:
        raise ValueError("record")
    start = len(out)
    out.append(kind)
    out.append(len(payload))
    out.extend(payload)
    out.extend(check(out[start:], position))


@micropython.viper
def _ends(data, at, move, most):  # type: ignore[no-untyped-def]
    """The offsets behind each of the next records, one behind the other, as long as they are whole: `most` at most,
    the first one at the offset `at`, which is the position `at + move`.
    """
    some = ptr8(data)
    table = ptr32(_CRC)
    size = int(len(data))  # noqa: RUF046 viper's kind of integer
    begin = int(at)
    left = int(most)
    found = []
    while left and begin + 4 <= size:
        end = begin + some[begin + 1] + 4
        if end > size:
            break
        crc = -1 - int(move) - begin
        byte = begin
        while byte < end - 2:
            crc ^= some[byte]
            crc = (crc >> 4 & 0xFFFFFFF) ^ table[crc & 15]
            crc = (crc >> 4 & 0xFFFFFFF) ^ table[crc & 15]
            byte += 1
        if ((-1 - crc) & 0xFFFF) != (some[byte] | some[byte + 1] << 8):
            break
        found.append(end)
        begin = end
        left -= 1
    return found


def split(data: bytes, at: int, position: int) -> list[int]:
    """The offsets behind each record from the offset `at` on, which is `position`. What cannot be read counts as one,
    and its offset is negative. Behind it, two records in a row or the end of the data must confirm that there is one
    again.
    """
    move = position - at
    size = len(data)
    found: list[int] = []
    while at < size:
        some = _ends(data, at, move, size)
        found += some
        if some:
            at = some[-1]
        else:
            while at < size and not (some and (some[-1] == size or some[1:])):
                at += 1
                some = _ends(data, at, move, 2)
            found.append(-at)
    return found


def pack_roll(number: int, listed: Sequence[int], path: Path, flags: int = 0, note: bytes = b"") -> bytes:
    """Payload of a ROLL. number 0..255, listed 16-bit integers, path as in `procedure.advance`."""
    out = bytearray((number, flags, len(listed)))
    for value in listed:
        _put(out, value)
    out.append(len(path))
    for result in path:
        if isinstance(result, int):
            out.append(_OPTION)
            _put(out, result)
        else:
            out.append(len(result))
            out.extend(bytes(result))
    out.extend(note)
    return bytes(out)


def _put(out: bytearray, value: int) -> None:
    """Most values are small: one byte, or three."""
    out.extend(pack("b", value) if -128 < value < 128 else pack("<bh", -128, value))


def _get(data: bytes, at: int) -> tuple[int, int]:
    """(value, offset behind it) of what `_put` wrote."""
    value = unpack_from("b", data, at)[0]
    if value > -128:
        return value, at + 1
    return unpack_from("<h", data, at + 1)[0], at + 3


def unpack_roll(data: bytes) -> tuple[int, int, list[int], list[Any], bytes]:
    """(number, flags, listed, path, note) of a ROLL payload; of what is none NONE, and empty."""
    listed: list[int] = []
    path: list[Any] = []
    at = 3
    try:
        for _ in range(data[2]):
            value, at = _get(data, at)
            listed.append(value)
        steps = at
        at += 1
        for _ in range(data[steps]):
            result: Any  # Faces, or an Option
            faces = data[at]
            at += 1
            if faces == _OPTION:
                result, at = _get(data, at)
            else:
                result = tuple(data[at : at + faces])
                at += faces
            path.append(result)
        return data[0], data[1], listed, path, bytes(data[at:])
    except Exception:
        return NONE, 0, [], [], b""


def pack_effects(effects: Sequence[Effect]) -> bytes:
    """Payload of an EFFECT: `MANY` effects at most."""
    return b"".join([pack(_EFFECT, *effect) for effect in effects])


def effects_of(payload: bytes) -> list[Any]:
    """The (kind, row, field, old, new) of an EFFECT payload."""
    return [unpack_from(_EFFECT, payload, at) for at in range(0, len(payload) - EACH + 1, EACH)]
