"""The packs: what the build makes of firmware/gobelet, read in place from a few large files.

To look a path up in the flash's file system takes one to seven milliseconds, to open a file as much again, and an
import looks three up. So a pack stays open, and a table in memory says where in it a thing begins. `mount` puts them
instead of the folder /gobelet, so that `import` finds there what they hold.

    /packs/shared.pack    what all games share, and the folders of the games
    /packs/<game>.pack    a game; one of these is open at a time

A pack, numbers with the low byte first:

    8 bytes   HEAD, its last the number of this form
    u32 size  of the pack, u32 crc32 of all that follows here
    u32 start of the names, a line each, made small, for the desk (host_tools/building/packs.py)
    u16 count, u16 folders: the first so many are folders
    u32 crc32 x count  of each name: /core for a folder, /core/dice for a module, system.fr for a text, font8
    u32 start x count  of what has the name
    u32 crc32 x count  of what that is; 0 for a folder
    u32 sum x count    of the same, as `mixed` makes it
    what they hold, one after the other, each of whole words; then the names

Each thing is compared with a sum before it is used: what is damaged raises ImportError, and no code of it runs.

Where it is known at which addresses the flash has a pack, it is read there as memory is: the file system would copy
each byte twice, once to be summed and once to be used. There the second sum is made, which takes half as long.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import micropython

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable
    from typing import IO, Any, Union

    Address = int  # in memory
    Offset = int  # in a pack
    Sum = Callable[..., int]  # binascii.crc32
    Bytes = Union[bytes, bytearray, memoryview]
    Stat = tuple[int, ...]

OLDEST = (1, 26)  # MicroPython
HEAD = b"Gobelet\3"
FOLDER = "/packs/"
READY = FOLDER + "ready"  # written last by who copies Gobelet to a device

_MISSING = 2  # ENOENT
_BUFFER_SIZE = 11  # what a reader asks a stream by ioctl
_AT_ONCE = 256  # bytes that are summed where they are read from a file
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)

_BLOCK = 4096
_OF_BLOCK = _BLOCK - 8  # bytes of a file in most blocks: see `Flash`
_ONES = b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"  # bits that are set in a number below 16
_SIZE = 8  # where the size of a string stands, and the address of its bytes (py/objstr.h)
_BYTES = 12

packs: Packs = None  # type: ignore[assignment]  # until `mount`


def ptr32(address: Any) -> Any:
    """A pointer in machine code. Elsewhere memory cannot be read, and `Flash` is not made."""
    raise NotImplementedError


uint = int


@micropython.viper
def mixed(words: ptr32, found: uint, end: int) -> uint:  # type: ignore[valid-type]
    """The sum of the words of 32 bits from an address up to `end`, which goes on from `found`. It is another one if one
    word is, whichever its bits are.
    """
    words = ptr32(words)
    while int(words) < end - 12:
        found = (found ^ words[0]) * 251  # type: ignore[index]
        found = found ^ found >> 15
        found = (found ^ words[1]) * 251  # type: ignore[index]
        found = found ^ found >> 15
        found = (found ^ words[2]) * 251  # type: ignore[index]
        found = found ^ found >> 15
        found = (found ^ words[3]) * 251  # type: ignore[index]
        found = found ^ found >> 15
        words = ptr32(int(words) + 16)
    while int(words) < end:
        found = (found ^ words[0]) * 251  # type: ignore[index]
        found = found ^ found >> 15
        words = ptr32(int(words) + 4)
    return found


def damaged(path: str) -> ImportError:
    return ImportError("Gobelet: " + path + " is damaged or of another version. Run make flash again.")


class Flash:
    """Where files lie in memory. ImportError, AttributeError or TypeError where nobody says where the flash is,
    NotImplementedError without machine code.

    littlefs does not move a file that is not written to. Of one that is open it has the number of the last block, and
    next to that the size. Each block but the first begins with the number of the one before it, and more such numbers
    that only littlefs needs: as many in all as its own number in the file has factors of two, and one (SPEC.md). Where
    a file system has other insides, other bytes are read, and they have another sum.
    """

    def __init__(self) -> None:
        from io import BytesIO

        from machine import mem32
        from rp2 import Flash
        from uctypes import addressof

        mixed(0, 0, 0)  # which nobody can without machine code
        flash = Flash()
        self._count = flash.ioctl(4, 0)
        self._start = addressof(flash)
        self._mem32 = mem32
        self._file = BytesIO
        # A string whose bytes are set to be those that are to be read: a file that is made of it has no copy of them.
        self._some = some = bytes(3)
        self._known = mem32[id(some) + _SIZE] == len(some) and mem32[id(some) + _BYTES] == addressof(some)

    def blocks(self, file: Any, size: int) -> array[int] | None:
        """The addresses of the blocks of a file of this size, None if nobody knows."""
        from array import array

        mem32 = self._mem32
        word = id(file) + 32
        while mem32[word + 4] != size:
            word += 4
            if word > id(file) + 72:
                return None
        block = mem32[word]
        number = block_and_offset(size - 1)[0]
        found = array("I", bytes(4 * number + 4))
        while 0 <= block < self._count:
            found[number] = address = self._start + block * _BLOCK
            if not number:
                return found
            number -= 1
            block = mem32[address]
        return None

    def file(self, address: Address, size: int) -> IO[bytes] | None:
        """One of the bytes that lie there; None if there can be none."""
        if not self._known:
            return None
        self._mem32[id(self._some) + _SIZE] = size
        self._mem32[id(self._some) + _BYTES] = address
        return self._file(self._some)


def block_and_offset(position: Offset) -> tuple[int, Offset]:
    """(number of the block of a file, where in that) of a byte of the file, as `lfs2_ctz_index` says."""
    number = position // _OF_BLOCK
    if number:
        before = number - 1
        number = (position - 4 * (_ONES[before & 15] + _ONES[before >> 4] + 2)) // _OF_BLOCK
    return number, position - _OF_BLOCK * number - 4 * (_ONES[number & 15] + _ONES[number >> 4])


class Pack:
    """One pack, open. OSError if it is not there, ImportError if it is none or of another form."""

    def __init__(self, path: str, stream: Callable[[Any], Any], flash: Flash | None = None) -> None:
        from array import array  # before `mount` it would be looked for in the file system first, for 4 ms

        self.path = path
        self.file = open(path, "rb")
        head = self.file.read(24)
        if len(head) < 24 or head[:8] != HEAD:
            raise damaged(path)
        self.folders = 4 * head[22]
        size = 4 * (head[20] | head[21] << 8)
        self.keys = self.file.read(size)
        starts = self.file.read(size)
        sums = self.file.read(size)
        mixes = self.file.read(size)
        if len(mixes) < size:
            raise damaged(path)
        # The last thing ends where the names start.
        self.starts = array("I", starts + head[16:20])
        self.sums = array("I", sums)
        self.mixes = array("I", mixes)
        self.stream = stream(self.file)
        self.flash = flash
        size = int.from_bytes(head[8:12], "little")
        self.blocks = flash.blocks(self.file, size) if flash else None

    def pieces(self, start: Offset, size: int) -> list[tuple[Address, int]]:
        """[(address, bytes)...] of a part of it in the flash; none if nobody knows where that lies."""
        found = []
        while size > 0 and self.blocks:
            number, offset = block_and_offset(start)
            some = min(size, _BLOCK - offset)
            found.append((self.blocks[number] + offset, some))
            start += some
            size -= some
        return found


class Packs:
    """The file system that `mount` mounts: as much of one as imports need."""

    def __init__(
        self, folder: str, crc32: Sum, stream: Callable[[Any], Any], flash: Flash | None = None
    ) -> None:
        self._folder = folder
        self._flash = flash
        self._crc32 = crc32
        self._stream = stream
        self._shared = self._opened("shared")
        self.game: Pack | None = None
        self._inside = "?"  # how the modules of the game begin whose pack is open
        self._name = ""  # what was looked up last; the pack that has it, and where in its tables
        self._pack: Pack = None  # type: ignore[assignment]
        self._at = -1  # in the keys, 4 bytes each
        self._raised: type[BaseException] | None = None  # in `stat`
        self._pieces: list[tuple[Address, int]] = []  # where it lies in the flash

    def mount(self, readonly: bool, mkfs: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def stat(self, path: str) -> Stat:
        # To an import whatever is raised here means that there is no such module. So Ctrl-C and a full memory wait for
        # `open`: Ctrl-C is seen where code branches, and has mostly come before this was called. Not by a name for
        # both: MicroPython would take memory for this at every call.
        try:
            # An import of core.dice asks for /core/dice, then /core/dice.py, then /core/dice.mpy.
            if not path.endswith(".py"):
                if path.endswith(".mpy"):
                    self._module(path)
                else:
                    self._find(path)
                if self._at >= 0:
                    # A module is no file of that name, but it is enough to be no folder, and to raise takes longer.
                    return _FOLDER if self._at < self._pack.folders else _FILE
        except KeyboardInterrupt:
            self._raised = KeyboardInterrupt
        except MemoryError:
            self._raised = MemoryError
        if self._raised:
            return _FILE
        raise OSError(_MISSING)

    def open(self, path: str, mode: str) -> Any:
        raised = self._raised
        if raised:
            self._raised = None
            raise raised
        self._module(path)
        pack = self._begun()
        pieces = self._pieces
        return (len(pieces) == 1 and pack.flash.file(*pieces[0])) or pack.stream  # type: ignore[union-attr]

    def asset(self, name: str) -> IO[bytes]:
        """The file of the pack that has it, moved to its first byte. ImportError if it is damaged."""
        self._name = name
        self._look(self._shared)
        if self._at < 0:
            self._enter(name.partition(".")[0])
            self._look(self.game)  # type: ignore[arg-type]
        return self._begun().file

    def locate(self, name: str) -> tuple[Pack, Offset]:
        """(pack, where it begins there) of an asset."""
        self.asset(name)
        return self._pack, self._pack.starts[self._at >> 2]

    def opened(self) -> tuple[Pack, ...]:
        """The packs that are open."""
        return (self._shared, self.game) if self.game else (self._shared,)

    def module(self, path: str) -> tuple[Pack | None, Offset, int]:
        """(pack, where it begins there, size) of a module; None for no more than a folder."""
        self._module(path)
        if self._at < 0:
            return None, 0, 0
        at = self._at >> 2
        starts = self._pack.starts
        return self._pack, starts[at], starts[at + 1] - starts[at]

    def holds(self, pieces: Iterable[Bytes]) -> bool:
        """Whether these, one behind the other, are the bytes of what was asked for last."""
        found = 0
        for piece in pieces:
            found = self._crc32(piece, found)
        return found == self._pack.sums[self._at >> 2]

    def _module(self, path: str) -> None:
        if len(path) - len(self._name) != 4 or not path.startswith(self._name):
            self._find(path[:-4])

    def _find(self, name: str) -> None:
        self._name = name
        if name.startswith(self._inside):
            self._look(self.game)  # type: ignore[arg-type]
        else:
            self._look(self._shared)
            if self._at < 0 and name.startswith("/games/") and name.count("/") > 2:
                self._enter(name.split("/")[2])
                self._look(self.game)  # type: ignore[arg-type]

    def _look(self, pack: Pack) -> None:
        key = self._crc32(self._name).to_bytes(4, "little")
        at = pack.keys.find(key)
        while at > 0 and at & 3:
            at = pack.keys.find(key, at + 1)
        self._pack = pack
        self._at = at

    def _enter(self, game: str) -> None:
        """Open the pack of a game, instead of another's."""
        inside = "/games/" + game + "/"
        if inside != self._inside:
            fresh = self._opened(game)
            if self.game:
                self.game.file.close()
            self.game = fresh
            self._inside = inside

    def _opened(self, name: str) -> Pack:
        return Pack(self._folder + name + ".pack", self._stream, self._flash)

    def _begun(self) -> Pack:
        at = self._at >> 2
        if at < 0:
            raise OSError(_MISSING)
        pack = self._pack
        start = pack.starts[at]
        left = pack.starts[at + 1] - start
        self._pieces = pack.pieces(start, left)
        found = 0
        for address, size in self._pieces:
            found = mixed(address, found, address + size)
        if self._pieces and found == pack.mixes[at]:
            pack.file.seek(start)
            return pack
        # Nobody knows where it lies, or it is damaged.
        found = 0
        crc32 = self._crc32
        read = pack.file.readinto
        pack.file.seek(start)
        some = memoryview(bytearray(_AT_ONCE))
        while left > 0:
            if left < _AT_ONCE:
                some = some[:left]
            if read(some) != len(some):
                break
            found = crc32(some, found)
            left -= _AT_ONCE
        if found != pack.sums[at]:
            raise damaged(pack.path)
        pack.file.seek(start)
        return pack


def mount(folder: str = FOLDER) -> None:
    """Put the packs of a folder instead of /gobelet, and look for nothing outside of them any more."""
    global packs
    import gobelet_board  # noqa: F401 - the last that is taken from outside

    # MicroPython looks for its own modules in each folder of the path first.
    sys.path[:] = [".frozen"]
    from binascii import crc32
    from io import IOBase

    import vfs

    class Stream(IOBase):
        """What an import reads a module from. It closes that, so it may not be the pack itself."""

        def __init__(self, file: IO[bytes]) -> None:
            self.readinto = file.readinto

        def ioctl(self, request: int, argument: int) -> int:
            return 255 if request == _BUFFER_SIZE else 0  # the most that it ever reads at once

    try:
        flash = Flash()
    except (ImportError, AttributeError, TypeError, NotImplementedError):
        flash = None
    packs = Packs(folder, crc32, Stream, flash)
    vfs.mount(packs, "/gobelet")
    sys.path.append("")
    import gobelet  # noqa: F401 - what lies in it is looked for where it was found

    sys.path.pop()


def asset(name: str) -> IO[bytes]:
    """A file that stands at the first byte of a text or font, and is not the caller's to close. OSError if there is
    none, ImportError if it is damaged.
    """
    return packs.asset(name)


def start() -> Callable[[], None] | None:
    """What main.py begins with on a device: what starts the App, for it to call; None if something keeps it from that,
    which is then said over USB and on the panel.
    """
    known = sys.implementation.version >= OLDEST
    whole = True
    if not known:
        print("Gobelet needs MicroPython %d.%d or newer." % OLDEST)
    try:
        open(READY).close()
    except OSError:
        whole = False
        print("Gobelet: the copy to this device was interrupted. Run the flash command again (make flash).")
    try:
        mount()
        from gobelet import boot

        if not known:
            boot.too_old(OLDEST)
        elif not whole:
            boot.interrupted()
    except Exception:
        if known and whole:
            raise
        # What the panel would need did not arrive either.
    return boot.main if known and whole else None
