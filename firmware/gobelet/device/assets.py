"""Open texts and fonts by name; they are frozen into the firmware, or files in a folder."""

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
    """A file whose bytes are frozen: a read returns a view of the flash, without a copy."""

    def __init__(self, data: bytes) -> None:
        self._left = memoryview(data)

    def read(self, size: int | None = None) -> memoryview:
        data = self._left[:size]
        self._left = self._left[len(data) :]
        return data

    def seek(self, more: int, _: int) -> None:
        """Skip `more` bytes; only from the present position."""
        self._left = self._left[more:]


def asset(name: str) -> IO[bytes]:
    """Open a text or font at its first byte. Raises OSError for an unknown name."""
    if ASSETS is None:
        return open(FOLDER + name, "rb")
    try:
        data = ASSETS[name]
    except KeyError:
        raise OSError(2)
    # A font is read whole, and glyphs are drawn from the flash. A text is read a few bytes at a time, which
    # is faster with BytesIO.
    return FrozenFile(data) if name in FONTS else BytesIO(data)  # type: ignore[return-value]
