"""Where the dice come from on the desk.

The firmware makes a face of a byte as `1 + byte % sides`, for bytes below a multiple of the sides: so the
byte `face - 1` gives that face with any die, and a script can say which faces fall.
"""

from __future__ import annotations

import os
import random
from collections import deque
from typing import Protocol


class Source(Protocol):
    def read(self, n: int) -> bytes: ...


class HostEntropy:
    """The desk's own source: real dice, for playing."""

    def read(self, n: int) -> bytes:
        return os.urandom(n)


class SeededEntropy:
    """The same bytes every time, for scripts and pictures."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def read(self, n: int) -> bytes:
        return self._random.randbytes(n)


class ScriptedEntropy:
    """Faces that were asked for, then those of `rest`.

    It gives one byte a call, whatever was asked: the firmware keeps the bytes it did not use, and faces
    scripted later would wait behind them.
    """

    def __init__(self, rest: Source | None = None) -> None:
        self.rest = rest or SeededEntropy()
        self._faces: deque[int] = deque()

    def faces(self, faces: list[int]) -> None:
        """Let the next dice show these; ValueError if no die has such a face."""
        if not all(1 <= face <= 100 for face in faces):
            raise ValueError(f"faces go from 1 to 100: {faces}")
        self._faces.extend(faces)

    @property
    def waiting(self) -> list[int]:
        """Scripted faces that no die has taken yet."""
        return list(self._faces)

    def read(self, n: int) -> bytes:
        if self._faces:
            return bytes([self._faces.popleft() - 1])
        return self.rest.read(1)
