"""Store: small files in one folder of the file system. A file is replaced whole or not at all.

A name may contain a folder: "trireme/a". The store is made for littlefs. In littlefs, a file opened for
writing keeps its old content until it is closed; then the new content replaces it in one step. An append to a
file erases its block each time, which takes 45 ms. A small file lies in its folder's block, which is erased
after some ten appends.

So a file with many appends is a strip (see `strip_of`): a whole block is reserved for it from the beginning.
Appends are programmed into that block directly, past the file system, which has no checksum of a file's
content. A page of flash may be programmed several times, as long as bits only change from 1 to 0.
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
_PAGE = 256

# A strip begins with its data and ends with a mark. A note for each append is stored before the mark,
# downwards. journal/records.py reads strips too, and does not import this module.
_STRIP = 4096
_MARK = b"GSTR"
_NOTE = 4  # bytes of a note: where the data end, and the bitwise complement of that number
_SECOND = _STRIP - len(_MARK) - 2 * _NOTE  # offset of the note after the first
# number of first bytes that identify a strip's block: only older copies of the same strip begin with them
_KNOWN = 18
_BLANK_PAGE = b"\xff" * _PAGE
_NOTES = 1024  # number of bytes at the end of a strip; mostly these have all notes
_PIECE = 512  # bytes that are written or compared at a time


def strip_of(data: Data, start: int = 0, end: int = _STRIP) -> bytearray:
    """Return the bytes of a new strip with `data`, or a part of them; the last part has the mark and note.

    Memory may have no room for a whole strip.
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

    An open file may leave no room for further buffers.
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
    """Tell whether these are the bytes of a strip."""
    return data is not None and len(data) == _STRIP and data[-len(_MARK) :] == _MARK


def _read_notes(data: Any) -> tuple[list[int], int]:
    """Read the notes of a strip: (the noted ends after 0, offset of the next note).

    `data` is the strip, or the end of it. If the end does not hold all notes, the offset lies before `data`.
    """
    begin = _STRIP - len(data)
    ends = [0]
    last = 0
    offset = _SECOND + _NOTE
    # an evening makes hundreds of notes, and a start waits for this: no slices, which would be copied
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


def extend(data: bytes, more: Data) -> bytes:
    """Append to the content of a file, for stores that write files whole.

    Only the noted data of a strip remain.
    """
    return (data[: _read_notes(data)[0][-1]] if is_strip(data) else data) + more


def last_value(data: bytes | None) -> bytes | None:
    """Return the last value written to a file with `FileStore.note`.

    In a strip that is the last append. If the append's first byte has the highest bit set, the other bits are
    the number of bytes shared with the previous value.
    """
    if not is_strip(data):
        return data
    # go backwards, as long as a part of the value is shared with the value before
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
    """The bytes whose append changes the value `before` to `after`."""
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

    flash: the block device below the file system, with ioctl, readblocks and writeblocks with an offset, as
    `rp2.Flash`. Without a block device the store makes no strips; an append to a strip turns it into an
    ordinary file.
    """

    def __init__(self, folder: str, flash: BlockDevice | None = None) -> None:
        self._folder = folder
        self._flash: Any = flash
        # [name, its block, end of the data, offset of the next note, last noted value or b""] of a log and of
        # the snapshot
        self._strips: list[list[Any]] = []
        # One buffer for all programming, because a new one for each key would be most of the key's garbage.
        self._page = bytearray(_PAGE)
        try:
            os.listdir(folder)
        except OSError:
            try:
                os.rename(folder + ".old", folder)  # a power cut interrupted a restore between two renames
            except OSError:
                os.mkdir(folder)  # raises the error of an unusable folder

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes | None:
        """Read a file from `start` to `end`; None if it does not exist."""
        try:
            with open(self._path(name), "rb") as file:
                # read() without a size allocates twice as much
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
        """Replace the content of a file. A power cut leaves the old or the new content, never a mixture."""
        self.assemble(name, (data,))

    def assemble(self, name: str, pieces: Iterable[Data | array[int]]) -> None:
        """Replace the content of a file by pieces, because memory may have no room for all of it."""
        self._drop_strip(name)
        new = name + _NEW
        # Write under a temporary name first, because Ctrl-C or a full memory would close the file half
        # written.
        try:
            self._write(new, "wb", pieces)
            os.rename(self._path(new), self._path(name))
        except BaseException:
            self.remove(new)
            raise

    def append(self, name: str, data: Data) -> None:
        """Append to a file, which is created if missing. All bytes are appended or none."""
        if self._append_in_place(name, data):
            return
        old = self.read(name)
        if is_strip(old):
            self.reserve(name, extend(old, data))
        else:
            self._write(name, "ab", (data,))

    def note(self, name: str, data: bytes) -> None:
        """Replace a small file that is written often and whose first byte is below 128. See `newest`.

        The method appends only the difference to a strip.
        """
        if self._flash is None:
            self.replace(name, data)
            return
        strip = self._find_strip(name)
        if not self._append_in_place(name, _difference(strip[4], data) if strip else data):
            self.reserve(name, data)
        self._find_strip(name)[4] = data

    def _append_in_place(self, name: str, data: Data) -> bool:
        """Append to a strip in place. Returns False if that is impossible."""
        strip = self._find_strip(name)
        if strip is None:
            self.prepare_append(name)
            strip = self._find_strip(name)
        return strip is not None and strip[1] >= 0 and self._program_append(strip, data)

    def reserve(self, name: str, data: Data) -> None:
        """Replace the content of a file for many appends: 4 KB at most, each append costs 4 bytes more.

        The first bytes of `data` must differ from those of other strips.
        """
        if self._flash is None:
            self.replace(name, data)
            return
        # after writing, search all blocks once for the file's: this takes 25 ms, in which no key is answered
        self.assemble(name, pieces_of(data, self.make_buffer(_PIECE)))
        self._register_strip(
            name, self._find_blocks(lambda start, end: strip_of(data, start, end)), len(data), _SECOND
        )

    def _register_strip(self, name: str, found: Sequence[int], end: int, offset: int) -> None:
        # a freed block may hold the same bytes, so that the file's block is unknown
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
        """Find the blocks of the flash that hold a strip; strip(start, end) returns a part of it.

        Several are found if all of them have the same bytes.
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
        """Program `data` and its note into a strip.

        Returns False if there is no room; then nothing was noted.
        """
        name, block, end, offset, _ = strip
        if end + len(data) > offset:
            return False
        old = bytearray(len(data))
        self._flash.readblocks(block, old, end)
        if old != b"\xff" * len(old):  # an interrupted append left bytes
            return False
        self._drop_strip(name)  # the strip is listed again after success
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
        """Delete a file; a missing one is ignored."""
        self._drop_strip(name)
        try:
            os.remove(self._path(name))
        except OSError as error:
            if error.args[0] != _MISSING:
                raise

    def prepare_append(self, name: str) -> bool:
        """Prepare a strip by one step, so that its next append needs no erase.

        Returns whether there was a step to do.
        """
        if self._flash is None or self._find_strip(name) is not None:
            return False
        # read the end only: after a start, memory may have no free block of a strip's size
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
            self.reserve(name, data)  # the file was copied from a desk, whose files are no strips
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
