"""Records: what the journal writes, as bytes, and the files that they lie in.

The records of a game are one stream. The position of a record is the number of bytes before it since the first
one, so it never changes, wherever the record is kept. A record is kind, length, payload and 16 bits of checksum,
which covers its position too. Where a file begins, it repeats the checksum of the record before: its link.

Each game has a folder of small files:

0 to 6   logs by turns: strips of 4 KB (see STRIP), to which is added without an erase. A new one is begun in an
         idle moment, when the last is nearly full. One with a torn end is written anew as far as it counts: so power
         cuts do not use up the logs, and with them the steps.
a, b     checkpoints by turns: all values, what can be undone, and which logs there are. A start reads the newest one
         and only the records behind it.

A log that is not written any more is a block, where it lies.

Each file begins with its position, and has a sum of all that was known when it was written, which is of this game
alone; logs and checkpoints are numbered, and a checkpoint names the newest log as soon as there is an idle moment. So
damage is told from a power cut, and what is missing, older than the rest or another game's is noticed. A copy of each
damaged file is kept as "<file>.bad" before anything is written over it.
"""

from __future__ import annotations

from array import array
from binascii import crc32
from struct import pack, unpack_from
from typing import TYPE_CHECKING

import micropython

from ..rules.effects import ptr8, ptr32

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ..device.types import Data, Store
    from ..rules.types import LogFile, Path, Position

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
LOCATION = 5  # where the transactions behind it were made
DROP = 6  # a ROLL was taken back before anything came of it
FIRST = 0x10  # an EFFECT record that opens a transaction
LAST = 0x20  # an EFFECT record that completes one
JOIN = 0x40  # an EFFECT record that adds to the transaction before it
# What the faces of the ROLL behind it come from: see `proof`. The low half is that of a LOCATION, for both are passed
# over by whoever reads what happened, in earlier versions too.
PROOF = LOCATION | 0x10

# Flags of a ROLL
BY_HAND = 1  # its faces come from real dice
PROVEN = 2  # there is a PROOF of them
FREE = 255  # number of a ROLL that no Procedure describes: its note says which dice
NONE = 254  # what `unpack_roll` gives for what is no ROLL

RECORD = 4  # bytes of a record besides its payload: see `add`
MANY = 33  # effects in one record
LINK = 2  # bytes

_OPTION = 255  # stands in a path where a count of faces would, before an Ask's option

LOGS = 7
# bytes of a log with the notes of its additions: the mark and the first one are there, and a blank one tells them from
# what was added
LIMIT = STRIP - 3 * ENTRY
# With so many an idle moment begins the next one: a record and its location always find room.
NEARLY = LIMIT - 400
FULL = LIMIT + 1  # a log with so many has no room
BLOCK = 4096

# How a file begins; the third byte is the version of the format.
LOG_MAGIC = b"GJ\x03\0"
SAVE_MAGIC = b"GC\x03\0"
VALUES_MAGIC = b"GS\x03\0"
# Then: number of the log, position, checksum of all bounds.
LOG_HEAD = "<4sIIH"
LOG_FIRST = 18  # offset of the first record, behind a checksum and the link
# Then: number of the checkpoint, position, end of the blocks, oldest log that must be there, newest one, newest ROLL,
# newest change or undo, end of what other versions wrote, checksum of all bounds. Then all values, the link, and the
# lists with their lengths before.
SAVE_HEAD = "<4sIIIiiiiIH"
SAVE_FIRST = 38


# Of CRC-32, for half a byte at a time, as numbers of four bytes.
_CRC = array(
    "I",
    b"\x00\x00\x00\x00\x64\x10\xb7\x1d\xc8\x20\x6e\x3b\xac\x30\xd9\x26"
    b"\x90\x41\xdc\x76\xf4\x51\x6b\x6b\x58\x61\xb2\x4d\x3c\x71\x05\x50"
    b"\x20\x83\xb8\xed\x44\x93\x0f\xf0\xe8\xa3\xd6\xd6\x8c\xb3\x61\xcb"
    b"\xb0\xc2\x64\x9b\xd4\xd2\xd3\x86\x78\xe2\x0a\xa0\x1c\xf2\xbd\xbd",
)


def content(data: bytes) -> tuple[bytes | memoryview, int, int]:
    """(what was added to a strip, bytes of that which were noted, where the next note goes). The rest may be part of an
    addition that the power has cut. What is no strip is all there, and has no notes: 0.
    """
    if len(data) > STRIP and data[STRIP - len(_MARK) : STRIP] == _MARK:
        # An earlier version added to a strip behind its end, on a desk or the page. A later start of it took the
        # positions of what followed from the length, which stays as it is.
        end = content(data[:STRIP])[1]
        data = data[:end] + data[STRIP:] + data[end:STRIP]
        return data, len(data) - STRIP + end, 0
    if len(data) != STRIP or data[-len(_MARK) :] != _MARK:
        return data, len(data), 0
    offset = data.rfind(_BLANK, 0, STRIP - len(_MARK)) & -ENTRY
    note = offset
    end = 0
    while not end and note < STRIP - 2 * ENTRY:
        note += ENTRY
        noted, turned = unpack_from("<HH", data, note)
        # One that nothing blank was left in, as an earlier version did, has its last note right behind what was added.
        if noted ^ turned == 0xFFFF and noted <= note and (offset > 0 or note < noted + ENTRY):
            end = noted
    if offset < end:  # there is no room left, and it lies in what was added
        offset = note - ENTRY
    return memoryview(data)[: _written(data, end, offset + ENTRY)], end, offset


@micropython.viper
def _written(data, begin, end) -> int:  # type: ignore[no-untyped-def]
    """The offset behind the last byte there that is not blank; `begin` if all are."""
    some = ptr8(data)
    offset = int(end)
    while offset > int(begin) and some[offset - 1] == 255:
        offset -= 1
    return offset


def check(data: bytes | bytearray, seed: int) -> bytes:
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
def _ends(data, offset, move, most):  # type: ignore[no-untyped-def]
    """The offsets behind each of the next records, one behind the other, as long as they are whole: `most` at most,
    the first one at `offset`, which is the position `offset + move`.
    """
    some = ptr8(data)
    table = ptr32(_CRC)
    size = int(len(data))  # noqa: RUF046 viper's kind of integer
    begin = int(offset)
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


def split(data: bytes, offset: int, position: int, few: int = 0) -> list[int]:
    """The offsets behind each record from `offset` on, which is `position`; `few`: of the next ones only, so many at
    least. What cannot be read counts as one, and its offset is negative. Behind it, two records in a row or the end of
    the data must confirm that there is one again.
    """
    move = position - offset
    size = len(data)
    found: list[int] = []
    while offset < size and not (few and len(found) >= few):
        some = _ends(data, offset, move, few or size)
        if found:
            found += some
        else:
            found = some  # mostly that is all: no copy of it
        if some:
            offset = some[-1]
        else:
            while offset < size and not (some and (some[-1] == size or some[1:])):
                offset += 1
                some = _ends(data, offset, move, 2)
            found.append(-offset)
    return found


@micropython.viper
def wanted(data, ends, number: int, passed: int, fields) -> int:  # type: ignore[no-untyped-def]
    """The number of the next record to be read, going back from `number`; 0 for none. ends: where each ends, with where
    the first one begins in front, negative for what cannot be read. passed: kinds that are passed over, a bit each.
    fields: so are the transactions of one effect on these, 2 bytes each.
    """
    some = ptr8(data)
    pairs = ptr8(fields)
    size = int(len(fields))  # noqa: RUF046 viper's kind of integer
    while number > 0:
        begin = int(ends[number - 1])
        if begin < 0:
            begin = 0 - begin
        if int(ends[number]) > 0 and not passed >> (some[begin] & 15) & 1:
            # EFFECT, FIRST and LAST, and EACH bytes: a transaction of one effect.
            pair = 0 if some[begin] == 0x32 and some[begin + 1] == 7 else size
            while pair < size and (pairs[pair] != some[begin + 2] or pairs[pair + 1] != some[begin + 4]):
                pair += 2
            if pair >= size:
                return number
        number -= 1
    return 0


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


def _get(data: bytes, offset: int) -> tuple[int, int]:
    """(value, offset behind it) of what `_put` wrote."""
    value = unpack_from("b", data, offset)[0]
    if value > -128:
        return value, offset + 1
    return unpack_from("<h", data, offset + 1)[0], offset + 3


def unpack_roll(data: bytes) -> tuple[int, int, list[int], list[Any], bytes]:
    """(number, flags, listed, path, note) of a ROLL payload; of what is none NONE, and empty."""
    listed: list[int] = []
    path: list[Any] = []
    offset = 3
    try:
        for _ in range(data[2]):
            value, offset = _get(data, offset)
            listed.append(value)
        steps = offset
        offset += 1
        for _ in range(data[steps]):
            result: Any  # Faces, or an Option
            faces = data[offset]
            offset += 1
            if faces == _OPTION:
                result, offset = _get(data, offset)
            else:
                result = tuple(data[offset : offset + faces])
                offset += faces
            path.append(result)
        return data[0], data[1], listed, path, bytes(data[offset:])
    except Exception:
        return NONE, 0, [], [], b""


class Files:
    """The files of the journal of the game `name`. Errors of the store (OSError) pass through, but for copies.

    seed     what the sums of its files start with
    damaged  whether damage was found that is news: there was no copy of it yet
    any_damage  whether any was found, news or not
    checkpoint_due  whether there is a reason to write a checkpoint in an idle moment
    """

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.folder = name + "/"
        self.seed = crc32(name.encode())
        self.damaged = False
        self.any_damage = False
        self.checkpoint_due = False
        self._uncopied: list[str] = []  # damaged files of which there is no copy yet

    def read(self, file: str) -> bytes | None:
        return self.store.read(self.folder + file)

    def assemble(self, file: str, pieces: Iterable[Data | array[int]]) -> None:
        """Write a file: these pieces, one behind the other."""
        self._copy_first(file)
        self.store.assemble(self.folder + file, pieces)

    def reserve(self, file: str, data: Data) -> None:
        """Write a file as a strip, to which can be added."""
        self._copy_first(file)
        self.store.reserve(self.folder + file, data)  # type: ignore[arg-type]

    def _copy_first(self, file: str) -> None:
        if file in self._uncopied:
            self._copy(file, self.read(file))

    def with_room(self, data: bytes | bytearray | memoryview, size: int = BLOCK) -> bytearray:
        """The same bytes, with room for `size` of them: what is added to them asks for no other piece of memory."""
        room = self.store.room(size)
        room[:] = data
        return room

    def _copy(self, file: str, data: bytes | None) -> None:
        if data is not None:
            self.store.replace(self.folder + file + ".bad", data)
        if file in self._uncopied:
            self._uncopied.remove(file)

    def corrupted(self, file: str) -> None:
        """Damage was found: keep a copy of the file as "<file>.bad". If there is one already, it is no news."""
        self.any_damage = self.checkpoint_due = True
        data = self.read(file)
        if data is None:
            self.damaged = True
        elif self.read(file + ".bad") != data:
            self.damaged = True
            self._uncopied.append(file)
            try:
                self._copy(file, data)
            except OSError:
                pass  # no room for a copy must not keep the game from opening; it must keep the file

    def inconsistent(self) -> None:
        """Something is missing, or does not fit to what came before. Where damage was found, that is why."""
        if not self.any_damage:
            self.any_damage = self.checkpoint_due = self.damaged = True

    def log_of(self, file: str, data: bytes) -> LogFile | None:
        """(number, position, records behind their link, checksum of the bounds, file, bytes used, position up to which
        they were noted) of a log; None if it is none.
        """
        if (
            data[:4] != LOG_MAGIC
            or len(data) < LOG_FIRST
            or data[14:16] != check(data[:14] + data[16:LOG_FIRST], self.seed)
        ):
            return None
        _, number, begin, bounds = unpack_from(LOG_HEAD, data)
        if str(number % LOGS) != file:
            return None
        inside, noted, room = content(data)
        used = LIMIT - room + len(inside) if room else len(inside)
        if noted < len(inside):
            used = FULL
        records = memoryview(inside)[LOG_FIRST - LINK :]
        return number, begin, records, bounds, file, used, begin + noted - LOG_FIRST

    def block_at(self, file: str) -> tuple[Position, Data]:
        """(position where a block begins, its bytes behind their link); -1 if there is none, or a damaged one."""
        data = self.read(file)
        if data is None:
            return -1, b""
        log = self.log_of(file, data)
        if log is None:
            self.corrupted(file)
            return -1, b""
        return log[1], log[2]
