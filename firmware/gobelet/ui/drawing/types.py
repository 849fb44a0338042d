"""Names of types, for the type checker only: the device does not load this module."""

from __future__ import annotations

from array import array
from typing import IO, Any, Callable

Column = int  # index of a pixel column of the screen, 0..127
Pixels = int
Size = int  # height of the letters in pixels: 8, 16, 17, 24, 32, 48
Ink = int  # colour of pixels: 1 for light, 0 for dark
Font = tuple[array[int], array[int], Any]  # (code points, first column of each glyph, picture), see canvas.py
Assets = Callable[[str], IO[bytes]]  # returns an open file, positioned at the first byte of the named asset
Entry = tuple[Any, ...]  # an entry of a list: (label, value), or (label, value, ticked) with a tick box
