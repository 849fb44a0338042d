"""In place: what is used where its pack has it, in the flash, and not from a copy on the heap.

An import copies all of a module to the heap. Half of it is bytecode and strings, to which functions and strings have
pointers; and a pack lies in the flash, which a processor reads as it reads memory. So, while nothing is pressed, these
pointers are set to where the same bytes lie in the flash, and the next collection frees the copies. A pointer is set
only if the bytes that it points to now are, all of them, those in the flash: so a MicroPython with other insides leaves
everything as it was.

littlefs does not move a file that is not written to, and only the flashing tool replaces a pack, before a reset. Until
that, interrupts go on: what they call stays on the heap. A function that is under way would go on in a copy that is
freed: so `settle` is called between two passes of the App, by gobelet.boot, which is left alone as this module is.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING

import micropython
from machine import mem32
from uctypes import bytearray_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, Union

    from ..device.types import BlockDevice

    Address = int  # in memory
    Bytes = Union[bytes, bytearray, memoryview, "Scattered"]
    Offset = int  # in a compiled module, or a file
    Find = Callable[[Offset, int], Address]  # `Laid.address`
    Known = dict[bytes, tuple[Address, int]]  # where bytecode lies and how long it is, by its first bytes

PACKAGE = "gobelet."
RAM = (0x20000000, 0x20040000)  # of every chip; what a larger one has beyond that stays as it is

CALLER = "gobelet.boot"  # whose functions are under way when `settle` is called
ALL = 2  # of `due`

_MARK = "in_place"  # of a module that was seen to
_BLOCK = 4096
_KNOWN = 8  # bytes by which a function is looked up
# In a compiled module (py/persistentcode.c): a head, the names, the constants, and one within the other the functions.
_HEAD = 4
_STR, _BYTES_KIND, _TUPLE = 5, 6, 10  # kinds of constants; those below are nothing but their kind
# Where MicroPython has its pointers, since 1.20 (py/objfun.h, py/bc.h, py/objstr.h):
_BYTECODE = 12  # in a function, to its bytecode
_CONSTANTS = 12  # in a module, to the table of its constants
_SIZE = 8  # in a string: no pointer, but how many bytes it has
_BYTES = 12  # in a string, to these
_STRINGS = (id(str), id(bytes))


def ptr8(data: Any) -> Any:
    """Where `past_names` runs as plain Python, what viper's pointers are there."""
    return data


@micropython.viper
def past_names(module, start: int, names: int) -> int:  # type: ignore[no-untyped-def]
    """Where the names of a compiled module end."""
    data = ptr8(module)
    offset = start
    while names:
        length = 0
        more = 1
        while more:
            byte = int(data[offset])
            offset += 1
            length = length << 7 | byte & 0x7F
            more = byte & 0x80
        if not length & 1:  # else it is one of MicroPython's own
            offset += (length >> 1) + 1
        names -= 1
    return offset


def number(module: Bytes, offset: Offset) -> tuple[int, Offset]:
    """(a number of a compiled module, where it ends)."""
    value = 0
    while True:
        byte = module[offset]
        offset += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset


def past_scattered_names(module: Bytes, offset: Offset, names: int) -> Offset:
    """As `past_names`, for bytes that are not in one piece."""
    while names:
        size, offset = number(module, offset)
        if not size & 1:
            offset += (size >> 1) + 1
        names -= 1
    return offset


class Watched:
    """A block device that tells which block was read last, and writes nothing."""

    def __init__(self, flash: BlockDevice) -> None:
        self._flash = flash
        self.block = -1

    # The calls of a block device: MicroPython's vfs.AbstractBlockDev has them.

    def readblocks(self, block: int, into: bytearray, offset: int = 0) -> None:
        self.block = block
        self._flash.readblocks(block, into, offset)

    def writeblocks(self, block: int, data: bytes, offset: int = 0) -> None:
        raise OSError(30)

    def ioctl(self, request: int, argument: int) -> int:
        return self._flash.ioctl(request, argument) if request == 4 or request == 5 else 0


class Laid:
    """Where in memory the bytes of a file lie. Each block of a file but the first one begins with pointers to blocks
    before it: as many as its number has factors of two, and one more, the first to the one just before (littlefs,
    SPEC.md).
    """

    def __init__(self, file: Any, watched: Watched, flash: Address) -> None:
        size = file.seek(0, 2)
        self._starts = starts = array("I", (0, _BLOCK))  # in the file, of what is in a block
        while starts[-1] < size:
            number = len(starts) - 1
            head = 4
            while not number & 1:
                number >>= 1
                head += 4
            starts.append(starts[-1] + _BLOCK - head)
        file.seek(size - 1)
        file.read(1)
        self._blocks: array[int] | None = None
        blocks = array("L", [0] * (len(starts) - 1))
        block = watched.block
        count = watched.ioctl(4, 0)
        for number in range(len(blocks) - 1, -1, -1):
            if not 0 <= block < count:
                # No number of a block: nothing is looked for there. To follow it would stop the chip.
                return
            blocks[number] = offset = flash + block * _BLOCK
            block = mem32[offset]
        self._blocks = blocks

    def address(self, start: Offset, size: int) -> Address:
        """Of so many bytes of the file; 0 if they are not in one block, or nobody knows where the blocks are."""
        begin, end, there = self.block(start)
        return there + start - begin if there and start + size <= end else 0

    def block(self, offset: Offset) -> tuple[Offset, Offset, Address]:
        """(from where, to where) the bytes of the file are that lie in one block with this one, and where they are in
        memory: 0, and the whole file, if nobody knows where the blocks are.
        """
        starts = self._starts
        if self._blocks is None:
            return 0, starts[-1], 0
        number = offset // _BLOCK
        while starts[number + 1] <= offset:
            number += 1
        begin = starts[number]
        end = starts[number + 1]
        return begin, end, self._blocks[number] + _BLOCK - end + begin


class Scattered:
    """So many bytes of a file from `start` on, each read where it lies in the flash: several times as slow as a copy of
    them, but it takes no memory.
    """

    def __init__(self, laid: Laid, start: Offset, size: int) -> None:
        self._laid = laid
        self._start = start
        self._size = size
        self._low = self._high = 0  # from which byte to which the piece is that was read last
        self._piece: Bytes = b""

    def __getitem__(self, offset: Offset) -> int:
        if not self._low <= offset < self._high:
            self._take(offset)
        return self._piece[offset - self._low]

    def _take(self, offset: Offset) -> None:
        """The piece that has this byte."""
        start = self._start
        begin, end, there = self._laid.block(start + offset)
        self._low = max(0, begin - start)
        self._high = min(self._size, end - start)
        self._piece = (
            bytearray_at(there + start + self._low - begin, self._high - self._low) if there else b""
        )

    def pieces(self) -> Iterator[Bytes]:
        """All of them, each as long as it lies in one piece; no byte if nobody knows where they lie."""
        self._high = 0
        while self._high < self._size:
            self._take(self._high)
            yield self._piece


def methods(kind: type, found: list[Any]) -> None:
    """Put the functions of a class, and of those that it is made from, into the list `found`."""
    names = kind.__dict__
    for name in names:
        if type(names[name]) is _FUNCTION:
            found.append(names[name])
    for base in kind.__bases__:
        if base is not object:
            methods(base, found)


class InPlace:
    """packs     what gobelet_packs has mounted
    flash     the block device below the file system, as `rp2.Flash`
    start     where its first byte is in memory
    littlefs  opens one: `vfs.VfsLfs2`
    interrupts  objects whose methods interrupts call
    ram       from where to where pointers may lead that are changed

    due  what is asked of `settle`: 0 nothing, 1 one module, ALL all of them
    """

    def __init__(
        self,
        packs: Any,
        flash: BlockDevice,
        start: Address,
        littlefs: Callable[[Any], Any],
        interrupts: Sequence[object],
        ram: tuple[Address, Address] = RAM,
    ) -> None:
        self._packs = packs
        self._flash = flash
        self._start = start
        self._littlefs = littlefs
        self._stays: list[Any] = []
        for each in interrupts:
            methods(type(each), self._stays)
        self._low, self._high = ram
        self._laid: dict[str, Laid] = {}
        # Whether it was seen where the packs lie that are open, and of these the game's.
        self._seen = False
        self._game: Any = None
        self._copy: bytearray | None = None  # what modules are read into that are not there in one piece
        self.todo: list[str] | None = None  # paths of modules that came, None if that is to be looked for
        self.due = 0

    def waits(self) -> bool:
        """Whether there is a module to see to."""
        if self.todo is None:
            self.todo = [
                path
                for path in sys.modules
                if path.startswith(PACKAGE)
                and path not in (__name__, CALLER)
                and not hasattr(sys.modules[path], _MARK)
            ]
        return len(self.todo) > 0

    def settle(self) -> int:
        """Do what is due. Only where nothing is under way but this and CALLER. Returns whether that left garbage."""
        if not self.due and self._seen and self._packs.game is self._game:
            return 0
        return self._do()

    def _do(self) -> int:
        # Apart from what is done at every pass: MicroPython takes memory for this at each call.
        due = self.due
        self.due = moved = 0
        try:
            # Before any module is read: what is kept of a pack would come to lie behind that, alone in what is free.
            for pack in self._packs.opened():
                self._laid_of(pack)
            self._game = self._packs.game
            self._seen = True
        except MemoryError:
            pass
        while due and self._step():
            moved = 1
            due &= ALL
        if not self.todo:
            self._copy = None
        return moved

    def link(self, path: str) -> None:
        """See to a module that has just come, wherever that is: nothing of it is under way yet."""
        self.todo = [path]
        try:
            self._step()
        except RuntimeError:
            pass  # the stack is too deep here: the rest of it stays a copy
        self.todo = None

    def _step(self) -> bool:
        """See to one module. Returns whether there was one to see to."""
        while self.waits():
            path = self.todo.pop()  # type: ignore[union-attr]
            module = sys.modules.get(path)
            if module:
                try:
                    self._link_module(module, path[len(PACKAGE) - 1 :].replace(".", "/"))
                except MemoryError:
                    continue  # to read it takes room: after another collection there may be some
                setattr(module, _MARK, True)
                return True
        return False

    def found(self, name: str, offset: Offset, data: bytes | bytearray) -> bytearray | None:
        """The bytes `data` of an asset, which begin there, where they lie in the flash; None if they do not."""
        pack, start = self._packs.locate(name)
        begin = self._laid_of(pack).address(start + offset, len(data))
        there = bytearray_at(begin, len(data)) if begin else None
        return there if there == data else None

    def _link_module(self, module: Any, path: str) -> None:
        if hasattr(module, "__path__"):
            path += "/__init__"
        pack, start, size = self._packs.module(path + ".mpy")
        if pack is None:
            return
        laid = self._laid_of(pack)
        address = laid.address
        begin = address(start, size)
        data: Bytes = bytearray_at(begin, size) if begin else b""
        past: Callable[[Any, Offset, int], Offset] = past_names
        if not self._packs.holds((data,)):  # it lies in two blocks
            try:
                data = self._read(pack.file, start, size)
            except MemoryError:
                data = Scattered(laid, start, size)
                if not self._packs.holds(data.pieces()):
                    raise
                past = past_scattered_names
        names, offset = number(data, _HEAD)
        constants, offset = number(data, offset)
        offset = past(data, offset, names)
        table = mem32[id(module) + _CONSTANTS]
        for _ in range(constants):
            offset = self._constant(self._word(table), data, offset, start, address)
            table += 4
        known: Known = {}
        _collect(data, offset, start, address, known)
        self._functions(module.__dict__, known, [])

    def _read(self, file: Any, start: Offset, size: int) -> memoryview:
        """Into the same bytes each time: as garbage they would fill all that is free."""
        if self._copy is None or len(self._copy) < size:
            self._copy = bytearray(size)
        data = memoryview(self._copy)[:size]
        file.seek(start)
        file.readinto(data)
        return data

    def _word(self, offset: Address) -> int:
        """What stands there in memory, 0 if that is no place for what is looked for."""
        return mem32[offset] if self._low <= offset < self._high else 0

    def _laid_of(self, pack: Any) -> Laid:
        laid = self._laid.get(pack.path)
        if laid is None:
            watched = Watched(self._flash)
            with self._littlefs(watched).open(pack.path, "rb") as file:
                laid = self._laid[pack.path] = Laid(file, watched, self._start)
        return laid

    def _functions(self, names: Mapping[str, Any], known: Known, seen: list[Any]) -> None:
        """Set the pointers of the functions among these things, and of the methods of classes that were not seen yet. A
        generator may have begun, and goes on in the copy.
        """
        for name in names:
            thing = names[name]
            if type(thing) is _FUNCTION:
                if thing not in self._stays:
                    pointer = id(thing) + _BYTECODE
                    offset = mem32[pointer]
                    if self._low <= offset < self._high:
                        first = bytes(bytearray_at(offset, _KNOWN))
                        if first in known:
                            self._point(pointer, *known[first])
            elif type(thing) is type and thing not in seen:
                seen.append(thing)
                self._functions(thing.__dict__, known, seen)

    def _constant(self, thing: Address, data: Bytes, offset: Offset, start: Offset, address: Find) -> Offset:
        """Set the pointer of the string at `thing`, or of all in that tuple. Returns where the constant ends."""
        kind = data[offset]
        offset += 1
        if kind < _STR:
            return offset
        size, offset = number(data, offset)
        if kind == _TUPLE:
            for _ in range(size):
                thing += 4
                offset = self._constant(self._word(thing + 4), data, offset, start, address)
            return offset
        if kind > _BYTES_KIND:
            return offset + size
        if size and self._word(thing) in _STRINGS and mem32[thing + _SIZE] == size:
            size += 1  # with the zero behind it
            self._point(thing + _BYTES, address(start + offset, size), size)
            return offset + size
        return offset + size + 1

    def _point(self, pointer: Address, there: Address, size: int) -> None:
        """there: 0 where the bytes do not lie in one piece."""
        offset = mem32[pointer]
        if (
            there
            and self._low <= offset < self._high
            and bytearray_at(offset, size) == bytearray_at(there, size)
        ):
            mem32[pointer] = there


_FUNCTION = type(number)


def _collect(data: Bytes, offset: Offset, start: Offset, address: Find, known: Known) -> Offset:
    """Note in `known` where the bytecode lies of the function that begins there, and of those within it, by its first
    bytes. Returns where it ends. Machine code stays on the heap; one number follows it.
    """
    head, offset = number(data, offset)
    size = head >> 3
    if not head & 3:
        begin = address(start + offset, size)
        if begin and size >= _KNOWN:
            known[bytes(bytearray_at(begin, _KNOWN))] = (begin, size)
    offset += size
    if head & 3:
        offset = number(data, offset)[1]
    if head & 4:
        more, offset = number(data, offset)
        for _ in range(more):
            offset = _collect(data, offset, start, address, known)
    return offset
