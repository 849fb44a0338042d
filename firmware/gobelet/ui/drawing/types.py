"""Names for types of numbers and tuples on the screen. For the type checker only: the device does not load it."""

from __future__ import annotations

from array import array
from typing import IO, Any, Callable

Column = int  # column of the screen, 0..127
Pixels = int
Size = int  # height of the letters: 8, 16, 17, 24, 32, 48
Ink = int  # 1 light, 0 dark
Font = tuple[array[int], array[int], Any]  # code points, columns before each glyph, picture
Assets = Callable[[str], IO[bytes]]  # opens an asset by its name, at the first byte
Entry = tuple[Any, ...]  # a line of a list: label, value, and for a tick box True or False
