"""Open the texts and fonts of the program by name.

A device flashed with a UF2 file has the texts and fonts frozen into the flash. A device that runs plain files has
them in FOLDER.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO

FOLDER = "/gobelet/media/"

try:
    # the build of a UF2 writes the module gobelet_media
    from gobelet_media import ASSETS, FONTS  # type: ignore[import-not-found]
except ImportError:
    ASSETS = FONTS = None


class FrozenFile:
    """An open file whose bytes are frozen into the flash.

    `read` returns a view of the flash, so it copies no bytes.
    """

    def __init__(self, data: bytes) -> None:
        self._left = memoryview(data)

    def read(self, size: int | None = None) -> memoryview:
        data = self._left[:size]
        self._left = self._left[len(data) :]
        return data

    def seek(self, count: int, _: int) -> None:
        """Skip `count` bytes from the present byte offset.

        The second argument, `whence` of an ordinary file, is ignored.
        """
        self._left = self._left[count:]


def open_asset(name: str) -> IO[bytes]:
    """Open a font, or a file of texts, at its first byte.

    Raises OSError for an unknown name.
    """
    if ASSETS is None:
        return open(FOLDER + name, "rb")
    try:
        data = ASSETS[name]
    except KeyError:
        raise OSError(2)
    # FrozenFile for a font: its glyphs are drawn directly from the flash, without a copy on the heap.
    # BytesIO for a text: it is faster than FrozenFile when a file is read a few bytes at a time.
    return FrozenFile(data) if name in FONTS else BytesIO(data)  # type: ignore[return-value]
