"""Store: small files in one folder of the file system.

A power cut never leaves a file that is half replaced. A file name may contain a folder: "trireme/a".

The store is made for littlefs, the file system of MicroPython on a Pico. A file that is opened for writing keeps
its old content until it is closed; then littlefs replaces the content in one step. Each append by littlefs erases a
block of flash, which takes 45 ms. A file of a few bytes is an exception: littlefs stores it in the block of its
folder, and erases that block after about ten appends.

A file with many appends is therefore a strip: a file of exactly one block, 4096 bytes, reserved at once. The
store programs each append directly into that block, without an erase and without the file system. littlefs does
not notice this, because it has no checksum of a file's content. A page of flash may be programmed several times,
as long as bits only change from 1 to 0.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TypeGuard

    from .types import BlockDevice, Data

_NEW = ".tmp"  # suffix of an incomplete file
_MISSING = 2  # ENOENT: no such file
_PAGE = 256  # bytes of a flash page, the smallest part that can be programmed

# A strip begins with its data and ends with the four bytes of _MARK. Each append adds a note, which has the new
# end of the data. The first note is stored before _MARK, the second before the first, and so on downwards.
# journal/records.py reads strips too, and does not import this module.
_STRIP = 4096
_MARK = b"GSTR"
_NOTE = 4  # number of bytes of a note: the end of the data as a byte offset, and its bitwise complement
_SECOND = _STRIP - len(_MARK) - 2 * _NOTE  # byte offset of the second note in a strip
# Number of bytes at the start of a strip that are compared first, to find the strip's block. Apart from this block,
# only blocks with older copies of the strip have the same first bytes.
_KNOWN = 18
_BLANK_PAGE = b"\xff" * _PAGE
# number of bytes at the end of a strip that are read first, because these bytes usually have all notes
_NOTES = 1024
_PIECE = 512  # number of bytes that are written or compared at a time


def strip_of(data: Data, start: int = 0, end: int = _STRIP) -> bytearray:
    """Return the bytes `start` to `end` of a new strip with `data`.

    Callers make a strip part by part, because memory may have no room for a whole strip. The last part ends with the
    first note and _MARK.
    """
    out = bytearray(b"\xff" * (end - start))
    _copy_into_strip(out, data, start)
    return out


def _copy_into_strip(out: bytearray, data: Data, start: int) -> None:
    some = data[start : start + len(out)]
    out[: len(some)] = some
    if start + len(out) == _STRIP:
        out[-len(_MARK) :] = _MARK
        out[-len(_MARK) - _NOTE : -len(_MARK)] = _pack_note(len(data))


def pieces_of(data: Data, piece: bytearray) -> Iterator[bytearray]:
    """Yield the parts of a new strip with `data`, each in the same buffer `piece`.

    Memory may have no room for a second buffer beside an open file.
    """
    data = memoryview(data)
    for start in range(0, _STRIP, len(piece)):
        for page in range(0, len(piece), _PAGE):
            piece[page : page + _PAGE] = _BLANK_PAGE
        _copy_into_strip(piece, data, start)
        yield piece


def _pack_note(end: int) -> bytes:
    return bytes((end & 255, end >> 8, ~end & 255, ~end >> 8 & 255))


def is_strip(data: Data | None) -> TypeGuard[bytes]:
    """Tell whether `data` is the content of a strip."""
    return data is not None and len(data) == _STRIP and data[-len(_MARK) :] == _MARK


def _read_notes(data: Any) -> tuple[list[int], int]:
    """Read the notes of a strip.

    Return (ends, offset). The list `ends` begins with 0; each note adds the offset at which its data ends. `offset` is
    the byte offset in the strip at which the next append puts its note.

    `data` is the whole strip, or its last bytes. If the last bytes do not contain all notes, the returned offset is
    smaller than the offset of `data` in the strip.
    """
    begin = _STRIP - len(data)
    ends = [0]
    last = 0
    offset = _SECOND + _NOTE
    # The loop makes no slices, because slices are copies. An evening of play adds hundreds of notes, and the start of
    # the program waits for this loop.
    while offset > last and offset >= begin:
        index = offset - begin
        noted = data[index] | data[index + 1] << 8
        turned = data[index + 2] | data[index + 3] << 8
        if noted & turned == 0xFFFF:
            break
        if noted ^ turned == 0xFFFF and last < noted <= offset:
            ends.append(noted)
            last = noted
        offset -= _NOTE
    return ends, offset


def extend(data: bytes, added: Data) -> bytes:
    """Return the content `data` of a file with the bytes `added` appended.

    Stores without strips call this function, because they write each file whole. If `data` is a strip, the result is
    the content of an ordinary file: the data up to the end in the last note, then `added`.
    """
    return (data[: _read_notes(data)[0][-1]] if is_strip(data) else data) + added


def last_value(data: bytes | None) -> bytes | None:
    """Return the last value written to a file with `FileStore.write_value`.

    `data` is the content of the file. In a strip each append is one value. If the first byte of an append has its
    highest bit set, the other seven bits are a number of bytes. The value then begins with this number of bytes of
    the previous value.
    """
    if not is_strip(data):
        return data
    # Read the appends from the last to the first, and stop when all bytes of the last value are known.
    ends = _read_notes(data)[0]
    said = b""
    left = _STRIP
    index = len(ends) - 1
    while index and left:
        begin = ends[index - 1]
        same = data[begin] & 0x7F if data[begin] & 0x80 else 0
        if same < left:
            if data[begin] & 0x80:
                begin += 1
            said = data[begin : min(ends[index], begin + left - same)] + said
            left = same
        index -= 1
    return said


def _difference(before: bytes, after: bytes) -> bytes:
    """Return the bytes that change a strip's last value from `before` to `after`.

    `FileStore.write_value` appends these bytes to the strip.
    """
    same = 0
    step = 64
    while step:
        to = same + step
        if before[:to] == after[:to]:
            same = to
        step >>= 1
    return bytes((0x80 | same,)) + after[same:] if same else after


class FileStore:
    """Files in `folder`, which is created if missing.

    flash  the block device below the file system, such as `rp2.Flash`. Without a block device the store makes no
           strips, and an append to a strip makes it an ordinary file.
    """

    def __init__(self, folder: str, flash: BlockDevice | None = None) -> None:
        self._folder = folder
        self._flash: Any = flash
        # The known strips, at most two: the journal's log and the snapshot. Each entry is [name, flash block or -1,
        # end of the data, byte offset of the next note, last value of `write_value` or b""]. The block -1 means that
        # the file is no strip, or that its block is unknown: the file system then appends to the file.
        self._strips: list[list[Any]] = []
        # This buffer serves each write of a flash page. A new buffer at each key press would be most of the garbage
        # that the press leaves.
        self._page = bytearray(_PAGE)
        try:
            os.listdir(folder)
        except OSError:
            try:
                # The restore of a backup first renames the old folder to this name. If a power cut then interrupted
                # the restore, undo that rename.
                os.rename(folder + ".old", folder)
            except OSError:
                os.mkdir(folder)  # raises OSError if the folder is unusable

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes | None:
        """Return the bytes `start` to `end` of a file; None if the file does not exist."""
        try:
            with open(self._path(name), "rb") as file:
                # read() without a size would allocate twice as much memory
                size = file.seek(0, 2) if end is None else end
                file.seek(start)
                return file.read(max(0, size - start))
        except OSError as error:
            if error.args[0] == _MISSING:
                return None
            raise

    def make_buffer(self, size: int) -> bytearray:
        """Return a buffer for data to be written."""
        return bytearray(size)

    def replace(self, name: str, data: Data) -> None:
        """Replace the content of a file.

        A power cut leaves the old or the new content, never a mixture.
        """
        self.write_pieces(name, (data,))

    def write_pieces(self, name: str, pieces: Iterable[Data | array[int]]) -> None:
        """Replace the content of a file by `pieces`, joined.

        Callers write in pieces, because memory may have no room for the whole content.
        """
        self._drop_strip(name)
        new = name + _NEW
        # Write under a temporary name first: an exception (Ctrl-C, no memory) closes the file, and littlefs then
        # keeps what was written.
        try:
            self._write(new, "wb", pieces)
            os.rename(self._path(new), self._path(name))
        except BaseException:
            self.remove(new)
            raise

    def append(self, name: str, data: Data) -> None:
        """Append to a file, which is created if missing.

        The method appends all bytes of `data` or none.
        """
        if self._append_in_place(name, data):
            return
        old = self.read(name)
        if is_strip(old):
            self.write_strip(name, extend(old, data))
        else:
            self._write(name, "ab", (data,))

    def write_value(self, name: str, data: bytes) -> None:
        """Replace the value in a small file that is written often.

        The first byte of the value must be below 128. If the file is a strip, the method appends only the
        difference to the previous value. `last_value` reads the value back.
        """
        if self._flash is None:
            self.replace(name, data)
            return
        strip = self._find_strip(name)
        if not self._append_in_place(name, _difference(strip[4], data) if strip else data):
            self.write_strip(name, data)
        self._find_strip(name)[4] = data

    def _append_in_place(self, name: str, data: Data) -> bool:
        """Append to a strip in its flash block.

        Return False without a write if the block is unknown or has no room, or if the file is no strip.
        """
        strip = self._find_strip(name)
        if strip is None:
            self.prepare_append(name)
            strip = self._find_strip(name)
        return strip is not None and strip[1] >= 0 and self._program_append(strip, data)

    def write_strip(self, name: str, data: Data) -> None:
        """Replace the content of a file by a strip with `data`, for many appends.

        A strip has 4 KB for its data and its notes; each append takes 4 bytes more than its data. The first 18
        bytes of `data` must differ from those of other strips.
        """
        if self._flash is None:
            self.replace(name, data)
            return
        # littlefs does not say in which block a file is, so all blocks are searched. This takes 25 ms, in which the
        # device does not answer a key.
        self.write_pieces(name, pieces_of(data, self.make_buffer(_PIECE)))
        self._register_strip(
            name, self._find_blocks(lambda start, end: strip_of(data, start, end)), len(data), _SECOND
        )

    def _register_strip(self, name: str, found: Sequence[int], end: int, offset: int) -> None:
        # If several blocks have the bytes of the strip, all but one are freed blocks with an older copy. The block of
        # the file is then unknown.
        self._drop_strip(name)
        del self._strips[:-1]
        self._strips.append([name, found[0] if len(found) == 1 else -1, end, offset, b""])

    def _find_strip(self, name: str) -> Any:
        for strip in self._strips:
            if strip[0] == name:
                return strip
        return None

    def _drop_strip(self, name: str) -> None:
        strip = self._find_strip(name)
        if strip is not None:
            self._strips.remove(strip)

    def _find_blocks(self, strip: Callable[[int, int], Data | None]) -> Sequence[int]:
        """Return the numbers of the flash blocks that have the same bytes as a strip.

        strip(start, end) returns the bytes `start` to `end` of this strip.
        """
        found: Sequence[int] = range(self._flash.ioctl(4, 0))
        start = 0
        end = _KNOWN
        while start < _STRIP and len(found) > 1:
            data = strip(start, end)
            some = bytearray(end - start)
            same = []
            for block in found:
                self._flash.readblocks(block, some, start)
                if some == data:
                    same.append(block)
            found = same
            start = end
            end = min(end + _PIECE, _STRIP)
        return found

    def _program_append(self, strip: list[Any], data: Data) -> bool:
        """Program `data` and its note into the block of a strip.

        Return False without a write if the strip has no room, or no erased bytes at the end of its data.
        """
        name, block, end, offset, _ = strip
        if end + len(data) > offset:
            return False
        old = bytearray(len(data))
        self._flash.readblocks(block, old, end)
        if old != b"\xff" * len(old):  # an interrupted append has programmed these bytes
            return False
        # Remove the strip from `_strips` until both writes succeed: after an exception the end of its data is unknown.
        self._drop_strip(name)
        self._program(block, end, data)
        end += len(data)
        self._program(block, offset, _pack_note(end))
        self._strips.append(strip)
        strip[2] = end
        strip[3] = offset - _NOTE
        return True

    def _program(self, block: int, start: int, data: Data) -> None:
        page = self._page
        offset = 0
        while offset < len(data):
            inside = (start + offset) % _PAGE
            some = data[offset : offset + _PAGE - inside]
            page[:] = _BLANK_PAGE
            page[inside : inside + len(some)] = some
            self._flash.writeblocks(block, page, start + offset - inside)
            offset += len(some)
        there = bytearray(len(data))
        self._flash.readblocks(block, there, start)
        if there != data:
            raise OSError(5)

    def remove(self, name: str) -> None:
        """Delete a file; do nothing if the file does not exist."""
        self._drop_strip(name)
        try:
            os.remove(self._path(name))
        except OSError as error:
            if error.args[0] != _MISSING:
                raise

    def prepare_append(self, name: str) -> bool:
        """Find the block of a strip, so that its next append needs no erase.

        The method makes a strip of a file that was copied from a desk, where no file is a strip. Return False if
        there was no work.
        """
        if self._flash is None or self._find_strip(name) is not None:
            return False
        # read only the last bytes: after a start, memory may have no free 4096 bytes in one piece
        tail = self.read(name, _STRIP - _NOTES)
        if tail is not None and len(tail) == _NOTES and tail[-len(_MARK) :] == _MARK:
            ends, offset = _read_notes(tail)
            if offset < _STRIP - _NOTES:
                ends, offset = _read_notes(self.read(name))
            found = self._find_blocks(lambda start, end: self.read(name, start, end))
            self._register_strip(name, found, ends[-1], offset)
            return True
        data = self.read(name)
        if data is not None and _KNOWN <= len(data) <= _SECOND:
            self.write_strip(name, data)  # the file was copied from a desk, which makes no strips
        else:
            self._register_strip(name, (), 0, 0)
        return True

    def _path(self, name: str) -> str:
        return self._folder + "/" + name

    def _write(self, name: str, mode: str, pieces: Iterable[Data | array[int]]) -> None:
        path = self._path(name)
        try:
            file = open(path, mode)
        except OSError as error:
            folder = name.rpartition("/")[0]
            if error.args[0] != _MISSING or not folder:
                raise
            os.mkdir(self._path(folder))
            file = open(path, mode)
        with file:
            for piece in pieces:
                file.write(piece)
