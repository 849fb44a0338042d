"""The sources of random bytes on the desk.

For a die of `sides` sides the firmware rejects the highest 256 % sides byte values. For any other byte the face is
`1 + byte % sides`. So ScriptedEntropy returns the byte `face - 1` for a face that a script chooses. This byte produces
the face on any die with enough sides.
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
    """The random bytes of the operating system, for real play."""

    def read(self, n: int) -> bytes:
        return os.urandom(n)


class SeededEntropy:
    """Reproducible pseudo-random bytes, for scripts and pictures."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def read(self, n: int) -> bytes:
        return self._random.randbytes(n)


class ScriptedEntropy:
    """A source of the bytes for scripted faces, then of the bytes of `rest`.

    A call of `read` returns one byte, even if the firmware requests several. The firmware would store further bytes,
    and use them before the faces that a script adds later.
    """

    def __init__(self, rest: Source | None = None) -> None:
        self.rest = rest or SeededEntropy()
        self._faces: deque[int] = deque()

    def faces(self, faces: list[int]) -> None:
        """Add faces for the next dice, each from 1 to 100.

        Raises ValueError for a face outside this range.
        """
        if not all(1 <= face <= 100 for face in faces):
            raise ValueError(f"faces go from 1 to 100: {faces}")
        self._faces.extend(faces)

    @property
    def unused_faces(self) -> list[int]:
        """Return the scripted faces that no die has used yet."""
        return list(self._faces)

    def read(self, n: int) -> bytes:
        if self._faces:
            return bytes([self._faces.popleft() - 1])
        return self.rest.read(1)
