"""Open the texts and fonts of the program by name.

A UF2 has them frozen into its flash; a copy of plain files has them in a folder.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO

FOLDER = "/gobelet/media/"  # not "assets": MicroPython prefers a folder to a module

try:
    # Not "gobelet_assets": a frozen module of that name would have the C name of this module.
    from gobelet_media import ASSETS, FONTS  # type: ignore[import-not-found]  # the build of a UF2 makes it
except ImportError:
    ASSETS = FONTS = None


class FrozenFile:
    """An open file whose bytes are frozen.

    A read returns a view of the flash and copies nothing.
    """

    def __init__(self, data: bytes) -> None:
        self._left = memoryview(data)

    def read(self, size: int | None = None) -> memoryview:
        data = self._left[:size]
        self._left = self._left[len(data) :]
        return data

    def seek(self, count: int, _: int) -> None:
        """Skip `count` bytes.

        The second argument is ignored: the start is always the present position.
        """
        self._left = self._left[count:]


def asset(name: str) -> IO[bytes]:
    """Open a text or font at its first byte. Raises OSError for an unknown name."""
    if ASSETS is None:
        return open(FOLDER + name, "rb")
    try:
        data = ASSETS[name]
    except KeyError:
        raise OSError(2)
    # A view of a font costs no heap: its glyphs are drawn from the flash. A text is read a few bytes at a time,
    # and BytesIO is faster there.
    return FrozenFile(data) if name in FONTS else BytesIO(data)  # type: ignore[return-value]
