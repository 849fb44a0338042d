"""The entropy sources of the desk.

The firmware computes a face as `1 + byte % sides`, for bytes below a multiple of the number of sides. The
byte `face - 1` therefore gives that face on any die, and a script can choose the faces.
"""

from __future__ import annotations

import os
import random
from collections import deque
from typing import Protocol


class Source(Protocol):
    """A source of random bytes."""

    def read(self, n: int) -> bytes: ...


class HostEntropy:
    """The operating system's source, for real play."""

    def read(self, n: int) -> bytes:
        return os.urandom(n)


class SeededEntropy:
    """Reproducible pseudo-random bytes, for scripts and pictures."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def read(self, n: int) -> bytes:
        return self._random.randbytes(n)


class ScriptedEntropy:
    """The faces that a script requests, then the bytes of `rest`.

    A call returns one byte, regardless of the requested count. The firmware keeps unused bytes, and faces
    scripted later would come after the unused bytes.
    """

    def __init__(self, rest: Source | None = None) -> None:
        self.rest = rest or SeededEntropy()
        self._faces: deque[int] = deque()

    def faces(self, faces: list[int]) -> None:
        """Schedule the faces of the next dice. Raises ValueError for an impossible face."""
        if not all(1 <= face <= 100 for face in faces):
            raise ValueError(f"faces go from 1 to 100: {faces}")
        self._faces.extend(faces)

    @property
    def waiting(self) -> list[int]:
        """Return the scripted faces that no die has used yet."""
        return list(self._faces)

    def read(self, n: int) -> bytes:
        if self._faces:
            return bytes([self._faces.popleft() - 1])
        return self.rest.read(1)
