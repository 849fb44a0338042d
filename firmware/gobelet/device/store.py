"""Store: small files in one folder of the filesystem. A file is replaced whole or not at all.

A name may be that of a file in a folder within: "trireme/a". It is made for littlefs, where a file that is opened
for writing keeps its old content until it is closed, and has the new one then, in one step. A file of some hundred
bytes lies inside of its folder's block: writing it programs a page or two behind what the block holds (5 ms). When
the block is full, the write that needs room erases the other block of the folder's pair (45 ms more). `rest` has that
done before.
"""

import os

_NEW = ".tmp"  # a file that is not complete yet
_MISSING = 2  # ENOENT
_FOLDER = 0x4000
_ERASED_MS = 35  # a small file that took so long to write had to wait for an erase
_ERASED_TWICE_MS = 90  # and a large one, which erases a block of its own in any case
_PAGE = 256
_PAGES = 16  # of a block
_INLINE = 512  # larger files have blocks of their own
_ENTRY = 36  # bytes of a file in its folder's block, with its time and without name and content
_NEEDED = 2  # pages that must be left for the next presses


class FileStore:
    """Files in `folder`, which is made if need be. OSError on trouble (no room, damaged, too long a name).

    clock: ticks() and diff(a, b) in ms; without one `rest` does nothing.
    """

    def __init__(self, folder, clock=None):
        self._folder = folder
        self._clock = clock
        self._spent = {}  # pages written into a folder's block since it was written anew, where that is known
        self._room = {}  # pages that were free then
        self._tries = 0
        try:
            os.mkdir(folder)
        except OSError:
            os.listdir(folder)  # it is there already, or this raises what is wrong

    def read(self, name):
        """The bytes of a file, None if there is no such file."""
        try:
            with open(self._path(name), "rb") as file:
                return file.read()
        except OSError as error:
            if error.args[0] == _MISSING:
                return None
            raise

    def replace(self, name, data):
        """Make `data` the content of a file. A power cut leaves the old content or the new one, no mixture."""
        path = self._path(name)
        try:
            os.stat(path)
        except OSError:
            # A new file would be there without its content for a moment.
            try:
                self._write(name + _NEW, "wb", data)
                os.rename(path + _NEW, path)
            except OSError:
                self._drop(path + _NEW)
                raise
            folder = name.rpartition("/")[0]
            if folder in self._spent:
                self._spent[folder] += 2  # it was made before it was written, and then got its name
            return
        self._write(name, "wb", data)

    def append(self, name, data):
        """Add `data` to the end of a file, which is made if it is not there."""
        self._write(name, "ab", data)

    def remove(self, name):
        """Delete a file. No trouble if it is not there."""
        try:
            os.remove(self._path(name))
        except OSError as error:
            if error.args[0] != _MISSING:
                raise

    def names(self):
        """Names of the complete files, sorted."""
        found = []
        for name in os.listdir(self._folder):
            if os.stat(self._path(name))[0] & _FOLDER:
                found += [name + "/" + within for within in os.listdir(self._path(name))]
            else:
                found.append(name)
        return sorted([name for name in found if not name.endswith(_NEW)])

    def rest(self, name):
        """A step to the next additions to a small file erasing nothing. Returns whether there was one to do."""
        if self._clock is None:
            return False
        folder = name.rpartition("/")[0]
        if folder not in self._room:
            self._room[folder] = _PAGES - self._base(folder)
        spent = self._spent.get(folder)
        if (spent is not None and self._room[folder] - spent >= _NEEDED) or self._tries > _PAGES:
            return False
        # The same content again, until the block is full.
        data = self.read(name)
        if not data:
            return False
        self._tries += 1
        self._write(name, "wb", data)
        return True

    def _base(self, folder):
        """Pages that a folder's block has when it is written anew."""
        size = 48
        for entry in os.ilistdir(self._path(folder)):
            size += _ENTRY + len(entry[0])
            length = entry[-1]  # littlefs knows it
            if length <= _INLINE:
                size += length
        return 1 + size // _PAGE

    def _path(self, name):
        return self._folder + "/" + name

    def _write(self, name, mode, data):
        clock = self._clock
        begun = 0 if clock is None else clock.ticks()
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
            file.write(data)
            size = file.tell()
        if clock is not None:
            self._wrote(name.rpartition("/")[0], size, clock.diff(clock.ticks(), begun))

    def _wrote(self, folder, size, ms):
        """Note what a write of so many milliseconds did to its folder's block."""
        large = size > _INLINE
        if large:
            size = 0
        if ms >= (_ERASED_TWICE_MS if large else _ERASED_MS):
            self._spent[folder] = self._tries = 0
            self._room.pop(folder, None)
            return
        if folder in self._spent:
            self._spent[folder] += 1 + (size + _ENTRY) // _PAGE

    def _drop(self, path):
        try:
            os.remove(path)
        except OSError:
            pass  # it may not have come to be, and the trouble that led here is reported
