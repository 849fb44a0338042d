"""Store: small files, flat names, in one folder of the filesystem. A file is replaced whole or not at all."""

import os

_NEW = ".tmp"  # a file that is not complete yet
_MISSING = 2  # ENOENT


class FileStore:
    """Files in `folder`, which is made if need be. OSError on trouble (no room, damaged, too long a name)."""

    def __init__(self, folder):
        self._folder = folder
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
        """Make `data` the content of a file. A power cut leaves the old content or the new one, no mixture.

        The new file is closed before it takes the name: littlefs commits a file when it is closed, and its
        rename over another file is atomic.
        """
        path = self._path(name)
        try:
            self._write(path + _NEW, "wb", data)
            os.rename(path + _NEW, path)
        except OSError:
            self._drop(path + _NEW)
            raise

    def append(self, name, data):
        """Add `data` to the end of a file, which is made if it is not there."""
        self._write(self._path(name), "ab", data)

    def remove(self, name):
        """Delete a file. No trouble if it is not there."""
        try:
            os.remove(self._path(name))
        except OSError as error:
            if error.args[0] != _MISSING:
                raise

    def names(self):
        """Names of the complete files, sorted."""
        return sorted([name for name in os.listdir(self._folder) if not name.endswith(_NEW)])

    def _path(self, name):
        return self._folder + "/" + name

    def _write(self, path, mode, data):
        with open(path, mode) as file:
            file.write(data)

    def _drop(self, path):
        try:
            os.remove(path)
        except OSError:
            pass  # it may not have come to be, and the trouble that led here is reported
