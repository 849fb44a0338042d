"""Store: small files in one folder of the filesystem. A file is replaced whole or not at all.

A name may be that of a file in a folder within: "trireme/a". It is made for littlefs, where a file that is opened
for writing keeps its old content until it is closed, and has the new one then, in one step. What is added to a file
there costs an erase each time, of a block of its own (45 ms) or, for a small file, of its folder's block after some
ten times. So a file that much is added to is a strip (see `strip_of` in this module): it has a whole block from the
beginning, and what is added is programmed into that block itself, past the file system, which keeps no sum of what
is in a file. A page of flash may be programmed several times, as long as bits only go from 1 to 0.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TypeGuard

    from .types import BlockDevice, Data

_NEW = ".tmp"  # a file that is not complete yet
_MISSING = 2  # ENOENT
_PAGE = 256

# A strip: what was added comes first; from the end down, behind the mark, a note for each addition. journal/records.py
# reads those of a log; nothing of it is imported here.
_STRIP = 4096
_MARK = b"GSTR"
_NOTE = 4  # bytes: where an addition ends, and all its bits the other way
_SECOND = _STRIP - len(_MARK) - 2 * _NOTE  # where the note of the first addition goes
_KNOWN = 18  # bytes at the beginning by which a strip's block is found: only older states of it begin so too
_BLANK_PAGE = b"\xff" * _PAGE
_NOTES = 1024  # bytes; at the end of a strip they mostly hold all notes
_PIECE = 512  # bytes that are written, or compared, at once


def strip_of(data: Data, start: int = 0, end: int = _STRIP) -> bytearray:
    """The bytes of a new strip that holds `data`, or a piece of them: for all there may be no room in memory. The last
    piece is no shorter than what the end of a strip says.
    """
    out = bytearray(b"\xff" * (end - start))
    _fill(out, data, start)
    return out


def _fill(out: bytearray, data: Data, start: int) -> None:
    some = data[start : start + len(out)]
    out[: len(some)] = some
    if start + len(out) == _STRIP:
        out[-len(_MARK) :] = _MARK
        out[-len(_MARK) - _NOTE : -len(_MARK)] = _note(len(data))


def pieces_of(data: Data, piece: bytearray) -> Iterator[bytearray]:
    """Yield a new strip that holds `data`, as it is written, each time in the same `piece`: once a file is open there
    may be no room for others.
    """
    data = memoryview(data)
    for start in range(0, _STRIP, len(piece)):
        for page in range(0, len(piece), _PAGE):
            piece[page : page + _PAGE] = _BLANK_PAGE
        _fill(piece, data, start)
        yield piece


def _note(end: int) -> bytes:
    return bytes((end & 255, end >> 8, ~end & 255, ~end >> 8 & 255))


def is_strip(data: Data | None) -> TypeGuard[bytes]:
    """Whether these are the bytes of a strip."""
    return data is not None and len(data) == _STRIP and data[-len(_MARK) :] == _MARK


def _notes(data: Any) -> tuple[list[int], int]:
    """(the ends of what a strip has noted, behind 0; where the next note goes). data is the strip, or the end of it;
    where that does not hold all notes the next one would go before it.
    """
    begin = _STRIP - len(data)
    ends = [0]
    last = 0
    offset = _SECOND + _NOTE
    # After an evening there are hundreds, and a start waits for this: by numbers, so that nothing is copied.
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
    """The content of a file to which `more` was added, where files are written whole: of a strip what it has noted
    counts, and no strip comes of it.
    """
    return (data[: _notes(data)[0][-1]] if is_strip(data) else data) + more


def newest(data: bytes | None) -> bytes | None:
    """What a file says that is noted again and again. Of a strip the last addition counts. One whose first byte has its
    highest bit set begins with so many bytes of what was noted before as the other bits say.
    """
    if not is_strip(data):
        return data
    # From the last one back, as far as something of those before is left in it.
    ends = _notes(data)[0]
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
    """What is noted after `before` so that it says `after`."""
    same = 0
    step = 64
    while step:
        to = same + step
        if before[:to] == after[:to]:
            same = to
        step >>= 1
    return bytes((0x80 | same,)) + after[same:] if same else after


class FileStore:
    """Files in `folder`, which is made if need be. OSError on trouble (no room, damaged, too long a name).

    flash is the block device below the file system: ioctl, readblocks and writeblocks with an offset, as `rp2.Flash`.
    Without one no strips are made, and one that is added to becomes a file like others.

    """

    def __init__(self, folder: str, flash: BlockDevice | None = None) -> None:
        self._folder = folder
        self._flash: Any = flash
        # [name, its block, end of what is in it, where the next note goes, what was noted last, if that is known] of a
        # log and of the snapshot
        self._strips: list[list[Any]] = []
        self._page = bytearray(
            _PAGE
        )  # what is programmed: made anew each time, it would be most of a press's garbage
        try:
            os.listdir(folder)
        except OSError:
            try:
                os.rename(folder + ".old", folder)  # where the power has cut a restore between two names
            except OSError:
                os.mkdir(folder)  # or this raises what is wrong

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes | None:
        """The bytes of a file, None if there is no such file; only those from `start` on, up to `end`."""
        try:
            with open(self._path(name), "rb") as file:
                # A read of unknown size takes room for twice as much.
                size = file.seek(0, 2) if end is None else end
                file.seek(start)
                return file.read(max(0, size - start))
        except OSError as error:
            if error.args[0] == _MISSING:
                return None
            raise

    def room(self, size: int) -> bytearray:
        """So many bytes, for what is to be written."""
        return bytearray(size)

    def replace(self, name: str, data: Data) -> None:
        """Make `data` the content of a file. A power cut leaves the old content or the new one, no mixture."""
        self.assemble(name, (data,))

    def assemble(self, name: str, pieces: Iterable[Data | array[int]]) -> None:
        """As `replace`, with these pieces one behind the other: for all of it together memory may have no room."""
        self._forget(name)
        new = name + _NEW
        # Under another name until it is whole: a file that is written over has what was written so far, once it is
        # closed, if Ctrl-C comes in between, with which a computer stops the program, or memory is full.
        try:
            self._write(new, "wb", pieces)
            os.rename(self._path(new), self._path(name))
        except BaseException:
            self.remove(new)
            raise

    def append(self, name: str, data: Data) -> None:
        """Add `data` to the end of a file, which is made if it is not there. All of it is there then, or nothing."""
        if self._added(name, data):
            return
        old = self.read(name)
        if is_strip(old):
            self.reserve(name, extend(old, data))
        else:
            self._write(name, "ab", (data,))

    def note(self, name: str, data: bytes) -> None:
        """As `replace`, for a small file that is written often, whose first byte is below 128: what is added last to a
        strip is what counts, and of that only what is new is written. See `newest`.
        """
        if self._flash is None:
            self.replace(name, data)
            return
        strip = self._at_hand(name)
        if not self._added(name, _difference(strip[4], data) if strip else data):
            self.reserve(name, data)
        self._at_hand(name)[4] = data

    def _added(self, name: str, data: Data) -> bool:
        """Add `data` to a strip where it lies. Returns whether it could be."""
        strip = self._at_hand(name)
        if strip is None:
            self.rest(name)
            strip = self._at_hand(name)
        return strip is not None and strip[1] >= 0 and self._add(strip, data)

    def reserve(self, name: str, data: Data) -> None:
        """As `replace`, for a file to which much will be added: 4 KB at the most, with four bytes for each time. `data`
        begins as no strip of another name does.
        """
        if self._flash is None:
            self.replace(name, data)
            return
        # All blocks are looked through once, behind the writing: that takes 25 ms, in which no key is answered.
        self.assemble(name, pieces_of(data, self.room(_PIECE)))
        self._keep(name, self._holding(lambda start, end: strip_of(data, start, end)), len(data), _SECOND)

    def _keep(self, name: str, found: Sequence[int], end: int, offset: int) -> None:
        # A block that was given free may hold the same: then nobody knows which is the file's.
        self._forget(name)
        del self._strips[:-1]
        self._strips.append([name, found[0] if len(found) == 1 else -1, end, offset, b""])

    def _at_hand(self, name: str) -> Any:
        for strip in self._strips:
            if strip[0] == name:
                return strip
        return None

    def _forget(self, name: str) -> None:
        strip = self._at_hand(name)
        if strip is not None:
            self._strips.remove(strip)

    def _holding(self, strip: Callable[[int, int], Data | None]) -> Sequence[int]:
        """The block of the flash that holds a strip, of which strip(start, end) gives a piece; several, if all of it is
        in each of them.
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

    def _add(self, strip: list[Any], data: Data) -> bool:
        """Program `data` and its note into a strip. Returns whether it could be; if not, nothing was noted."""
        name, block, end, offset, _ = strip
        if end + len(data) > offset:
            return False
        old = bytearray(len(data))
        self._flash.readblocks(block, old, end)
        if old != b"\xff" * len(old):  # a cut has left something there
            return False
        self._forget(name)  # unless all goes well
        self._program(block, end, data)
        end += len(data)
        self._program(block, offset, _note(end))
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
        """Delete a file. No trouble if it is not there."""
        self._forget(name)
        try:
            os.remove(self._path(name))
        except OSError as error:
            if error.args[0] != _MISSING:
                raise

    def rest(self, name: str) -> bool:
        """A step to the next addition to a strip erasing nothing. Returns whether there was one to do."""
        if self._flash is None or self._at_hand(name) is not None:
            return False
        # In pieces: after a start all of it may find no room between what stays.
        tail = self.read(name, _STRIP - _NOTES)
        if tail is not None and len(tail) == _NOTES and tail[-len(_MARK) :] == _MARK:
            ends, offset = _notes(tail)
            if offset < _STRIP - _NOTES:
                ends, offset = _notes(self.read(name))
            found = self._holding(lambda start, end: self.read(name, start, end))
            self._keep(name, found, ends[-1], offset)
            return True
        data = self.read(name)
        if data is not None and _KNOWN <= len(data) <= _SECOND:
            self.reserve(name, data)  # it comes from a desk, where no file is a strip
        else:
            self._keep(name, (), 0, 0)
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
