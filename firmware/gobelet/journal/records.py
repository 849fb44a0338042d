"""Records: the bytes of the journal, and the files that hold them.

The records of a game form one stream. The position of a record is the number of bytes before it in this stream.
A position thus stays valid when records move into another file. A record has a kind, a length, a payload and a
checksum of 16 bits, which covers the record's position too. Before its first record, each file has a link: the
checksum of the record that precedes this record in the stream.

Each game has a folder of small files:

0 to 6   logs, used in rotation: strips of 4 KB (see STRIP), to which records are appended without an erase. In an
         idle moment the journal begins a new log if the present log is nearly full. If an interrupted append left
         bytes at the end of a log, the journal rewrites this log. Power cuts therefore use up no logs, and no undo
         steps.
a, b     checkpoints, written in turn: all values, the positions of the transactions that can be undone, and the
         names of the logs. When a game is opened, the loader reads the newest checkpoint, and only the records
         after it.

A full log becomes a block: it stays in its file, and no record is appended to it.

Each log and each checkpoint begins with a head, which has the file's position in the stream. The checksum of a file
depends on the game's name. Logs and checkpoints are numbered, and a checkpoint has the number of the newest log. The
loader uses these numbers to distinguish damage from a power cut. It uses the checksums and numbers to detect a file
that is missing, belongs to another game, or is older than a checkpoint requires. Each damaged file is copied to
"<file>.bad" before it is overwritten.
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
# After each append, the store writes a note with the new end of the data; notes fill the block downwards from
# _MARK. An append without a note comes from a power cut and is no damage. See device/store.py.
STRIP = 4096
ENTRY = 4  # number of bytes of a note: the end of the data as a byte offset, and its bitwise complement
_MARK = b"GSTR"
_BLANK = b"\xff\xff\xff\xff"  # a note that is not written yet

ROLL = 1
EFFECT = 2
UNDO = 3
REDO = 4
LOCATION = 5  # holds the screens that were open when the players made the records after it
DROP = 6  # takes back a ROLL whose effects are not applied yet
FIRST = 0x10  # flag of an EFFECT record that opens a transaction
LAST = 0x20  # flag of an EFFECT record that completes a transaction
JOIN = 0x40  # flag of an EFFECT record that extends the previous transaction
# Holds the proof of the faces of the next ROLL, see `rules.proof`. The low four bits of the kind are those of
# LOCATION, so earlier versions of Gobelet skip a PROOF as they skip a LOCATION.
PROOF = LOCATION | 0x10

# Flags of a ROLL
BY_HAND = 1  # the faces come from real dice
PROVEN = 2  # a PROOF of the faces precedes the ROLL
FREE = 255  # in place of the number of a Procedure: the ROLL has no Procedure, and its note has the dice
NONE = 254  # the number that `unpack_roll` returns for an invalid payload

RECORD = 4  # number of bytes of a record besides its payload, see `append_record`
MANY = 33  # largest number of effects in one record
LINK = 2  # number of bytes of a file's link

_OPTION = 255  # in place of the number of faces in a path: the option of a decision follows

LOGS = 7  # number of log files
# Number of bytes that a log can use for its records and for the notes of their appends. The strip also has _MARK,
# the first note, and a blank note between the notes and the data.
LIMIT = STRIP - 3 * ENTRY
# Number of used bytes at which an idle moment begins the next log. A log that uses fewer bytes has room for any
# record with its location.
NEARLY = LIMIT - 400
FULL = LIMIT + 1  # value of `Log.used` (journal.py) for a log to which nothing may be appended
BLOCK = 4096  # number of bytes of a buffer for a whole log, or for all records that are in no block

# First bytes of a file; the third byte is the version of the format.
LOG_MAGIC = b"GJ\x03\0"
SAVE_MAGIC = b"GC\x03\0"
VALUES_MAGIC = b"GS\x03\0"
# head of a log: magic, number of the log, position of its first record, checksum of the bounds of all fields
LOG_HEAD = "<4sIIH"
LOG_FIRST = 18  # byte offset of the first record in a log, after the head, a checksum and the link
# Head of a checkpoint: magic, number of the checkpoint, its position, position after the last block, number of the
# oldest log that must exist, number of the newest log. Then the position of the newest ROLL, that of the newest
# change, the end of the records from other versions, the checksum of all bounds.
#
# The values of the State follow the head, then the link, three lengths, and the lists with these lengths: blocks,
# `done`, `undone`. A checksum ends the file.
SAVE_HEAD = "<4sIIIiiiiIH"
SAVE_FIRST = 38


# table for a CRC-32 that is computed by half bytes, as 32-bit integers
_CRC = array(
    "I",
    b"\x00\x00\x00\x00\x64\x10\xb7\x1d\xc8\x20\x6e\x3b\xac\x30\xd9\x26"
    b"\x90\x41\xdc\x76\xf4\x51\x6b\x6b\x58\x61\xb2\x4d\x3c\x71\x05\x50"
    b"\x20\x83\xb8\xed\x44\x93\x0f\xf0\xe8\xa3\xd6\xd6\x8c\xb3\x61\xcb"
    b"\xb0\xc2\x64\x9b\xd4\xd2\xd3\x86\x78\xe2\x0a\xa0\x1c\xf2\xbd\xbd",
)


def strip_content(data: bytes) -> tuple[bytes | memoryview, int, int]:
    """Return (content, confirmed size, offset of the next note) of the strip `data`.

    The confirmed size is the number of content bytes that the last note confirms. Content after these bytes may come
    from an interrupted append. The next note is to be written at the returned byte offset in the strip. If `data` is
    no strip, all of `data` is content, and the offset is 0.
    """
    if len(data) > STRIP and data[STRIP - len(_MARK) : STRIP] == _MARK:
        # On a computer, an earlier version appended records after the end of the strip. That version derived the
        # positions of later records from the length of the file. So the content must keep this length.
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
        # A strip that an earlier version of Gobelet wrote has no blank note (a note that is not written yet). Its last
        # note is directly after the data.
        if noted ^ turned == 0xFFFF and noted <= note and (offset > 0 or note < noted + ENTRY):
            end = noted
    if offset < end:  # the strip has no room for another note: the note's offset would be inside the data
        offset = note - ENTRY
    return memoryview(data)[: _data_end(data, end, offset + ENTRY)], end, offset


@micropython.viper
def _data_end(data, begin, end) -> int:  # type: ignore[no-untyped-def]
    """Return the offset after the last byte between `begin` and `end` that is not 255.

    If all bytes in this range are 255, return `begin`.
    """
    some = ptr8(data)
    offset = int(end)
    while offset > int(begin) and some[offset - 1] == 255:
        offset -= 1
    return offset


def record_checksum(data: bytes | bytearray, seed: int) -> bytes:
    """Return the 16-bit checksum of a record, or of the head of a log.

    `seed` is the position of the record. For the head of a log it is `Files.seed`.
    """
    return pack("<H", crc32(data, seed) & 0xFFFF)


def append_record(out: bytearray, position: int, kind: int, payload: bytes) -> None:
    """Append a record to `out`.

    `position` is the record's byte position in the journal. Raises ValueError if the payload has more than 255
    bytes.
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
    """Return the byte offsets in `data` at which the next valid records end.

    The first record begins at `offset`. The list ends before an invalid record, or after `most` records. `move` is
    the position of a record in the journal minus its offset in `data`.
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
    """Return the byte offsets in `data` at which the records from `offset` on end.

    `position` is the byte position of the first of these records in the journal. If `few` is not 0, the function
    may stop after this number of records.

    An unreadable part counts as one record, and the offset of its end is negated. The part ends before two valid
    records in sequence, before a valid record at the end of `data`, or at the end of `data`.
    """
    move = position - offset
    size = len(data)
    found: list[int] = []
    while offset < size and not (few and len(found) >= few):
        some = _valid_ends(data, offset, move, few or size)
        if found:
            found += some
        else:
            found = some  # use the list itself: usually one call of `_valid_ends` finds all records
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
    """Return the number of the last record up to `number` that is not skipped.

    Record n begins at ends[n - 1] and ends at ends[n]. The result is 0 if all these records are skipped.

    ends     the offset of the first record, then the end of each record, negative for an unreadable record.
    skipped  a bit for each kind of record to skip.
    fields   pairs of bytes: the index of a Kind of Sheet, and the index of a field. A transaction whose only effect
             is on one of these fields is skipped too.
    """
    some = ptr8(data)
    pairs = ptr8(fields)
    size = int(len(fields))  # noqa: RUF046 viper's kind of integer
    while number > 0:
        begin = int(ends[number - 1])
        if begin < 0:
            begin = 0 - begin
        if int(ends[number]) > 0 and not skipped >> (some[begin] & 15) & 1:
            # 0x32 is EFFECT | FIRST | LAST, and 7 is the number of bytes of an effect: a transaction of one effect
            pair = 0 if some[begin] == 0x32 and some[begin + 1] == 7 else size
            while pair < size and (pairs[pair] != some[begin + 2] or pairs[pair + 1] != some[begin + 4]):
                pair += 2
            if pair >= size:
                return number
        number -= 1
    return 0


def pack_roll(number: int, listed: Sequence[int], path: Path, flags: int = 0, note: bytes = b"") -> bytes:
    """Return the payload of a ROLL.

    number  index of the Procedure in its game's list, or FREE.
    listed  16-bit integers: rows of the roles and values of the inputs, see `Procedure.pack`.
    path    the results: a tuple of faces for each Roll, the option for each decision.
    flags   0, BY_HAND, PROVEN, or the sum of BY_HAND and PROVEN.
    note    any bytes; the note of a roll without a Procedure has the dice.
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
    """Append an integer to `out`: one byte for -127 to 127, else three bytes."""
    out.extend(pack("b", value) if -128 < value < 128 else pack("<bh", -128, value))


def _read_integer(data: bytes, offset: int) -> tuple[int, int]:
    """Read an integer that `_append_integer` wrote. Return (integer, offset after it)."""
    value = unpack_from("b", data, offset)[0]
    if value > -128:
        return value, offset + 1
    return unpack_from("<h", data, offset + 1)[0], offset + 3


def unpack_roll(data: bytes) -> tuple[int, int, list[int], list[Any], bytes]:
    """Return (number, flags, listed, path, note) of the payload of a ROLL.

    For an invalid payload the number is NONE, and the other values are 0 or empty.
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
            result: Any  # a tuple of faces, or the option of a decision
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

    Errors of the store (OSError) propagate, except while `report_damage` copies a damaged file.

    seed     initial value of the checksums of the files.
    has_new_damage  whether new damage was found: a damaged file without an equal copy, or an inconsistency.
    any_damage  whether any damage was found, new, or reported at an earlier load.
    checkpoint_due  whether an idle moment should write a checkpoint.
    """

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.folder = name + "/"
        self.seed = crc32(name.encode())
        self.has_new_damage = False
        self.any_damage = False
        self.checkpoint_due = False
        self._uncopied: list[str] = []  # names of the damaged files that were not copied yet

    def read(self, file: str) -> bytes | None:
        """Return the bytes of a file; None if the file does not exist."""
        return self.store.read(self.folder + file)

    def write_pieces(self, file: str, pieces: Iterable[Data | array[int]]) -> None:
        """Write a file whose content is the joined `pieces`."""
        self._copy_first(file)
        self.store.write_pieces(self.folder + file, pieces)

    def write_strip(self, file: str, data: Data) -> None:
        """Write a file as a strip with `data`, for later appends."""
        self._copy_first(file)
        self.store.write_strip(self.folder + file, data)  # type: ignore[arg-type]

    def _copy_first(self, file: str) -> None:
        if file in self._uncopied:
            self._copy(file, self.read(file))

    def allocate(self, data: bytes | bytearray | memoryview, size: int = BLOCK) -> bytearray:
        """Return a copy of `data` that can grow to `size` bytes without an allocation."""
        room = self.store.make_buffer(size)
        room[:] = data
        return room

    def _copy(self, file: str, data: bytes | None) -> None:
        if data is not None:
            self.store.replace(self.folder + file + ".bad", data)
        if file in self._uncopied:
            self._uncopied.remove(file)

    def report_damage(self, file: str) -> None:
        """Report a damaged file and copy the file to "<file>.bad".

        If an equal copy exists, the damage was reported before, and `has_new_damage` does not change.
        """
        self.any_damage = self.checkpoint_due = True
        data = self.read(file)
        if data is None:
            self.has_new_damage = True
        elif self.read(file + ".bad") != data:
            self.has_new_damage = True
            self._uncopied.append(file)
            try:
                self._copy(file, data)
            except OSError:
                pass  # a failed copy must not keep the game from opening; `_copy_first` tries again

    def report_inconsistency(self) -> None:
        """Report missing or contradictory records, unless earlier damage explains them."""
        if not self.any_damage:
            self.any_damage = self.checkpoint_due = self.has_new_damage = True

    def parse_log(self, file: str, data: bytes) -> LogFile | None:
        """Parse the bytes of a log; the result is None if the bytes are no log.

        Return (number of the log, position of its first record, link and records, checksum of the bounds, file name,
        number of used bytes, noted position). Notes confirm all appends before the noted position.
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
        """Return (position of the first record, link and records) of a block.

        The position is -1 if the block is missing or damaged.
        """
        data = self.read(file)
        if data is None:
            return -1, b""
        log = self.parse_log(file, data)
        if log is None:
            self.report_damage(file)
            return -1, b""
        return log[1], log[2]
