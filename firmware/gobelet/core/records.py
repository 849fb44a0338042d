"""Records: what the journal writes, as bytes.

The records of a game are one stream. The position of a record is the number of bytes before it since the first
one, so it never changes, wherever the record is kept. A record is kind, length, payload and 16 bits of checksum,
which covers its position too. Where a file begins, it repeats the checksum of the record before: its link.
"""

from binascii import crc32
from struct import pack, unpack_from

# A file that much is added to is a strip: all of a flash's block, of which what was added comes first. From the end
# down, behind the mark, each addition notes where it ends, once it is there: so it counts whole or not at all, and
# damage is told from a power cut.
STRIP = 4096
ENTRY = 4  # bytes of a note: the end, and all its bits the other way
_MARK = b"GSTR"

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

MANY = 33  # effects in one record
LINK = 2  # bytes

_EFFECT = "<BBBhh"  # kind, row, field, old, new
EACH = 7
_OPTION = 255  # stands in a path where a count of faces would, before an Ask's option


def content(data):
    """(what was added to a strip, bytes of that which were noted, where the next note goes). The rest may be part of an
    addition that the power has cut. What is no strip is all there, and has no notes: 0.
    """
    if len(data) != STRIP or data[-len(_MARK) :] != _MARK:
        return data, len(data), 0
    end = 0
    at = STRIP - len(_MARK) - ENTRY
    while at > end and data[at : at + ENTRY] != b"\xff\xff\xff\xff":
        noted, turned = unpack_from("<HH", data, at)
        if noted ^ turned == 0xFFFF and end < noted <= at:
            end = noted
        at -= ENTRY
    last = at + ENTRY
    while last > end and data[last - 1] == 0xFF:
        last -= 1
    return data[:last], end, at


def check(data, seed=0):
    return pack("<H", crc32(data, seed) & 0xFFFF)


def add(out, position, kind, payload):
    """Put a record at the end of `out`, which is `position`. ValueError if it is too long."""
    if len(payload) > 255:
        raise ValueError("record")
    start = len(out)
    out.append(kind)
    out.append(len(payload))
    out.extend(payload)
    out.extend(check(out[start:], position))


def _whole(data, at, position):
    """Offset behind the record at `at`, whose position that is; 0 if there is no whole one."""
    end = at + 4
    if end > len(data):
        return 0
    end += data[at + 1]
    if end > len(data):
        return 0
    # As `check` has it, without making bytes of it: each record of a journal comes by here when a game opens.
    return end if crc32(data[at : end - 2], position) & 0xFFFF == data[end - 2] | data[end - 1] << 8 else 0


def walk(data, at, position):
    """Yield (position, kind, payload, offset behind it) of each record from the offset `at` on, which is `position`.

    What cannot be read comes as kind 0. Behind it, two records in a row or the end of the data must confirm that
    there is one again.
    """
    move = position - at
    used = at
    while at < len(data):
        end = _whole(data, at, move + at)
        if end and (at == used or end == len(data) or _whole(data, end, move + end)):
            if at > used:
                yield move + used, 0, b"", at
            yield move + at, data[at], bytes(data[at + 2 : end - 2]), end
            at = used = end
        else:
            at += 1
    if used < len(data):
        yield move + used, 0, b"", used


def pack_roll(number, v, path, flags=0, note=b""):
    """Payload of a ROLL. number 0..255, v a list of 16-bit integers, path as in `procedure.advance`."""
    out = bytearray((number, flags, len(v)))
    for value in v:
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


def _put(out, value):
    """Most values are small: one byte, or three."""
    out.extend(pack("b", value) if -128 < value < 128 else pack("<bh", -128, value))


def _get(data, at):
    """(value, offset behind it) of what `_put` wrote."""
    value = unpack_from("b", data, at)[0]
    if value > -128:
        return value, at + 1
    return unpack_from("<h", data, at + 1)[0], at + 3


def unpack_roll(data):
    """(number, flags, v, path, note) of a ROLL payload."""
    v = []
    path = []
    at = 3
    for _ in range(data[2]):
        value, at = _get(data, at)
        v.append(value)
    steps = at
    at += 1
    for _ in range(data[steps]):
        faces = data[at]
        at += 1
        if faces == _OPTION:
            result, at = _get(data, at)
        else:
            result = tuple(data[at : at + faces])
            at += faces
        path.append(result)
    return data[0], data[1], v, path, bytes(data[at:])


def pack_effects(effects):
    """Payload of an EFFECT: `MANY` effects at most."""
    return b"".join([pack(_EFFECT, *effect) for effect in effects])


def effects_of(payload):
    """The (kind, row, field, old, new) of an EFFECT payload."""
    return [unpack_from(_EFFECT, payload, at) for at in range(0, len(payload) - EACH + 1, EACH)]
