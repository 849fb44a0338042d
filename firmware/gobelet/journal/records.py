"""Records: the bytes of the journal, and the files that hold them.

The records of a game form one stream. The position of a record is the number of bytes before it in that stream.
A position thus stays valid when records move into another file. A record has a kind, a length, a payload and a
checksum of 16 bits, which covers its position too. Each file begins with its link: the checksum of the record
before its first record.

Each game has a folder of small files:

0 to 6   logs in rotation: strips of 4 KB (see STRIP), which are appended to without an erase. An idle moment
         begins a new log when the last one is nearly full. A log is rewritten if an interrupted append left
         bytes at its end. Power cuts therefore do not use up the logs, nor the undo steps in them.
a, b     checkpoints in turn: all values, the positions that can be undone, and the names of the logs. A start
         reads the newest checkpoint, and only the records after it.

A full log becomes a block: it stays in its file, and no record is appended to it.

Each log and checkpoint has its position in its head, and a checksum whose seed is the game's name. Logs and
checkpoints are numbered, and the next idle moment writes a checkpoint that names the newest log. These
numbers let a start distinguish damage from a power cut. It also detects files that are missing, too old or of
another game. Each damaged file is copied to "<file>.bad" before it is overwritten.
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

# A file that grows by appends is a strip: a whole flash block that begins with the data and ends with _MARK.
# After each append, a note with the new end of the data is written; notes fill the block downwards from _MARK.
# An append without a note does not count, which distinguishes a power cut from damage. See device/store.py.
STRIP = 4096
ENTRY = 4  # bytes of a note: where the data end, and the bitwise complement of that number
_MARK = b"GSTR"
_BLANK = b"\xff\xff\xff\xff"

ROLL = 1
EFFECT = 2
UNDO = 3
REDO = 4
LOCATION = 5  # the screens on which the next transactions were made
DROP = 6  # takes back a ROLL that has no effects yet
FIRST = 0x10  # flag of an EFFECT record that opens a transaction
LAST = 0x20  # flag of an EFFECT record that completes a transaction
JOIN = 0x40  # flag of an EFFECT record that extends the previous transaction
# The proof of the faces of the next ROLL: see `rules.proof`. Its low four bits are those of LOCATION, so earlier
# versions of Gobelet skip it as they skip a LOCATION.
PROOF = LOCATION | 0x10

# Flags of a ROLL
BY_HAND = 1  # the faces come from real dice
PROVEN = 2  # a PROOF of the faces precedes the ROLL
FREE = 255  # number of a ROLL without Procedure: its note has the dice
NONE = 254  # number that `unpack_roll` returns for an invalid payload

RECORD = 4  # bytes of a record besides its payload: see `append_record`
MANY = 33  # most effects in one record
LINK = 2  # bytes of a file's link

_OPTION = 255  # in place of a count of faces in a path: the option of a decision follows

LOGS = 7
# Bytes in a log for records and for the notes of their appends. The mark, the first note, and a blank note
# between notes and data do not count.
LIMIT = STRIP - 3 * ENTRY
# An idle moment begins the next log when this number of bytes is used. Up to it, a record with its location
# always fits.
NEARLY = LIMIT - 400
FULL = LIMIT + 1  # `used` of a log without room
BLOCK = 4096

# First bytes of a file; the third is the version of the format.
LOG_MAGIC = b"GJ\x03\0"
SAVE_MAGIC = b"GC\x03\0"
VALUES_MAGIC = b"GS\x03\0"
# head of a log: magic, number of the log, position, checksum of all bounds
LOG_HEAD = "<4sIIH"
LOG_FIRST = 18  # offset of the first record, after a checksum and the link
# Head of a checkpoint: magic, number of the checkpoint, position, end of the blocks, oldest log that must
# exist, newest log. Then newest ROLL, newest change or undo, end of other versions' records, checksum of all
# bounds.
#
# All values follow, then the link, then the lists, each after its length.
SAVE_HEAD = "<4sIIIiiiiIH"
SAVE_FIRST = 38


# table of CRC-32 for half a byte at a time, as 32-bit numbers
_CRC = array(
    "I",
    b"\x00\x00\x00\x00\x64\x10\xb7\x1d\xc8\x20\x6e\x3b\xac\x30\xd9\x26"
    b"\x90\x41\xdc\x76\xf4\x51\x6b\x6b\x58\x61\xb2\x4d\x3c\x71\x05\x50"
    b"\x20\x83\xb8\xed\x44\x93\x0f\xf0\xe8\xa3\xd6\xd6\x8c\xb3\x61\xcb"
    b"\xb0\xc2\x64\x9b\xd4\xd2\xd3\x86\x78\xe2\x0a\xa0\x1c\xf2\xbd\xbd",
)


def strip_content(data: bytes) -> tuple[bytes | memoryview, int, int]:
    """Read a strip.

    Return (its data, number of bytes up to the last note, offset of the next note).

    Bytes after the last note may be part of an interrupted append. Data that are no strip are returned whole,
    with 0 as the third value.
    """
    if len(data) > STRIP and data[STRIP - len(_MARK) : STRIP] == _MARK:
        # On a desk or the page, an earlier version appended after the end of the strip. Its next start derived
        # later positions from the length, so keep the length.
        end = strip_content(data[:STRIP])[1]
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
        # A strip without a blank note, written by an earlier version, has its last note right after the data.
        if noted ^ turned == 0xFFFF and noted <= note and (offset > 0 or note < noted + ENTRY):
            end = noted
    if offset < end:  # no room is left for a note: its offset would be inside the data
        offset = note - ENTRY
    return memoryview(data)[: _data_end(data, end, offset + ENTRY)], end, offset


@micropython.viper
def _data_end(data, begin, end) -> int:  # type: ignore[no-untyped-def]
    """Return the offset after the last byte in a range that is not 255.

    If all bytes are 255, return `begin`.
    """
    some = ptr8(data)
    offset = int(end)
    while offset > int(begin) and some[offset - 1] == 255:
        offset -= 1
    return offset


def record_checksum(data: bytes | bytearray, seed: int) -> bytes:
    """Return a checksum of 16 bits."""
    return pack("<H", crc32(data, seed) & 0xFFFF)


def append_record(out: bytearray, position: int, kind: int, payload: bytes) -> None:
    """Append a record to `out`.

    `position` is that of the record. Raise ValueError above 255 bytes of payload.
    """
    if len(payload) > 255:
        raise ValueError("record")
    start = len(out)
    out.append(kind)
    out.append(len(payload))
    out.extend(payload)
    out.extend(record_checksum(out[start:], position))


@micropython.viper
def _valid_ends(data, offset, move, most):  # type: ignore[no-untyped-def]
    """Return the end offsets of the next valid records, `most` of them at most.

    The first record begins at `offset`. `move` is its position minus its offset.
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


def record_ends(data: bytes, offset: int, position: int, few: int = 0) -> list[int]:
    """Return the end offsets of all records from `offset` on.

    The first record has this position.

    If `few` is not 0, the function may stop after this number of records. An unreadable part counts as one
    record with a negative end. Such a part extends to the next two valid records in a row, or to a valid record
    that ends the data.
    """
    move = position - offset
    size = len(data)
    found: list[int] = []
    while offset < size and not (few and len(found) >= few):
        some = _valid_ends(data, offset, move, few or size)
        if found:
            found += some
        else:
            found = some  # avoid a copy: one call mostly finds all records
        if some:
            offset = some[-1]
        else:
            while offset < size and not (some and (some[-1] == size or some[1:])):
                offset += 1
                some = _valid_ends(data, offset, move, 2)
            found.append(-offset)
    return found


@micropython.viper
def previous_match(data, ends, number: int, skipped: int, fields) -> int:  # type: ignore[no-untyped-def]
    """Return the number of the last record up to `number` that the caller wants.

    The result is 0 if there is none.

    ends     the offset of the first record, then the end of each record, negative for an unreadable one.
    skipped  a bit for each kind of record to skip.
    fields   pairs of bytes (kind, field): transactions of a single effect on such a field are skipped too.
    """
    some = ptr8(data)
    pairs = ptr8(fields)
    size = int(len(fields))  # noqa: RUF046 viper's kind of integer
    while number > 0:
        begin = int(ends[number - 1])
        if begin < 0:
            begin = 0 - begin
        if int(ends[number]) > 0 and not skipped >> (some[begin] & 15) & 1:
            # 0x32 is EFFECT | FIRST | LAST, 7 is EACH: a transaction of one effect
            pair = 0 if some[begin] == 0x32 and some[begin + 1] == 7 else size
            while pair < size and (pairs[pair] != some[begin + 2] or pairs[pair + 1] != some[begin + 4]):
                pair += 2
            if pair >= size:
                return number
        number -= 1
    return 0


def pack_roll(number: int, listed: Sequence[int], path: Path, flags: int = 0, note: bytes = b"") -> bytes:
    """Return the payload of a ROLL.

    number  number of the Procedure, 0..255.
    listed  16-bit integers: rows and inputs, see `Procedure.pack`.
    path    faces and options, as in `procedure.advance`.
    """
    out = bytearray((number, flags, len(listed)))
    for value in listed:
        _append_integer(out, value)
    out.append(len(path))
    for result in path:
        if isinstance(result, int):
            out.append(_OPTION)
            _append_integer(out, result)
        else:
            out.append(len(result))
            out.extend(bytes(result))
    out.extend(note)
    return bytes(out)


def _append_integer(out: bytearray, value: int) -> None:
    """Append an integer to `out`: one byte for a small integer, else three."""
    out.extend(pack("b", value) if -128 < value < 128 else pack("<bh", -128, value))


def _read_integer(data: bytes, offset: int) -> tuple[int, int]:
    """Read an integer that `_append_integer` wrote. Returns (value, offset after it)."""
    value = unpack_from("b", data, offset)[0]
    if value > -128:
        return value, offset + 1
    return unpack_from("<h", data, offset + 1)[0], offset + 3


def unpack_roll(data: bytes) -> tuple[int, int, list[int], list[Any], bytes]:
    """Unpack a ROLL: (number, flags, listed, path, note).

    Invalid data give NONE and empty values.
    """
    listed: list[int] = []
    path: list[Any] = []
    offset = 3
    try:
        for _ in range(data[2]):
            value, offset = _read_integer(data, offset)
            listed.append(value)
        steps = offset
        offset += 1
        for _ in range(data[steps]):
            result: Any  # Faces, or an Option
            faces = data[offset]
            offset += 1
            if faces == _OPTION:
                result, offset = _read_integer(data, offset)
            else:
                result = tuple(data[offset : offset + faces])
                offset += faces
            path.append(result)
        return data[0], data[1], listed, path, bytes(data[offset:])
    except Exception:
        return NONE, 0, [], [], b""


class Files:
    """The files of the journal of the game `name`.

    Errors of the store (OSError) propagate, except for copies.

    seed     initial value of the checksums of its files.
    damaged  whether new damage was found: a damaged file of which no equal copy existed.
    any_damage  whether any damage was found, new or not.
    checkpoint_due  whether an idle moment should write a checkpoint.
    """

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.folder = name + "/"
        self.seed = crc32(name.encode())
        self.damaged = False
        self.any_damage = False
        self.checkpoint_due = False
        self._uncopied: list[str] = []  # damaged files that were not copied yet

    def read(self, file: str) -> bytes | None:
        """Return the bytes of a file; None if it does not exist."""
        return self.store.read(self.folder + file)

    def assemble(self, file: str, pieces: Iterable[Data | array[int]]) -> None:
        """Write a file from pieces."""
        self._copy_first(file)
        self.store.assemble(self.folder + file, pieces)

    def reserve(self, file: str, data: Data) -> None:
        """Write a file as a strip, for appends."""
        self._copy_first(file)
        self.store.reserve(self.folder + file, data)  # type: ignore[arg-type]

    def _copy_first(self, file: str) -> None:
        if file in self._uncopied:
            self._copy(file, self.read(file))

    def allocate(self, data: bytes | bytearray | memoryview, size: int = BLOCK) -> bytearray:
        """Return a copy of `data` in a buffer that can grow to `size` bytes.

        Growing needs no allocation.
        """
        room = self.store.make_buffer(size)
        room[:] = data
        return room

    def _copy(self, file: str, data: bytes | None) -> None:
        if data is not None:
            self.store.replace(self.folder + file + ".bad", data)
        if file in self._uncopied:
            self._uncopied.remove(file)

    def report_damage(self, file: str) -> None:
        """Report a damaged file and copy it to "<file>.bad".

        The damage is not new if an equal copy exists.
        """
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
                pass  # a failed copy must not keep the game from opening; `_copy_first` tries again

    def report_inconsistency(self) -> None:
        """Report missing or contradictory records, unless damage explains them."""
        if not self.any_damage:
            self.any_damage = self.checkpoint_due = self.damaged = True

    def parse_log(self, file: str, data: bytes) -> LogFile | None:
        """Parse a log; None if the bytes are not a log.

        Returns (number, position, link and records, checksum of the bounds, file, bytes used, position up to
        which appends were noted).
        """
        if (
            data[:4] != LOG_MAGIC
            or len(data) < LOG_FIRST
            or data[14:16] != record_checksum(data[:14] + data[16:LOG_FIRST], self.seed)
        ):
            return None
        _, number, begin, bounds = unpack_from(LOG_HEAD, data)
        if str(number % LOGS) != file:
            return None
        inside, noted, room = strip_content(data)
        used = LIMIT - room + len(inside) if room else len(inside)
        if noted < len(inside):
            used = FULL
        records = memoryview(inside)[LOG_FIRST - LINK :]
        return number, begin, records, bounds, file, used, begin + noted - LOG_FIRST

    def block_at(self, file: str) -> tuple[Position, Data]:
        """Return (position, link and records) of a block.

        The position is -1 if it is missing or damaged.
        """
        data = self.read(file)
        if data is None:
            return -1, b""
        log = self.parse_log(file, data)
        if log is None:
            self.report_damage(file)
            return -1, b""
        return log[1], log[2]
