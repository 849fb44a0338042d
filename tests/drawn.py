"""Entropy that is kept, and given once more: the same dice on another device, or after a start."""

from __future__ import annotations

from simulator.entropy import ScriptedEntropy, SeededEntropy


class First:
    """Bytes that were given before, then others."""

    def __init__(self, data: bytes) -> None:
        self.data = iter(data)
        self.rest = SeededEntropy()

    def read(self, n: int) -> bytes:
        byte = next(self.data, None)
        return self.rest.read(1) if byte is None else bytes([byte])


class Drawn(ScriptedEntropy):
    """Keeps all that it gave."""

    def __init__(self) -> None:
        super().__init__()
        self.given = bytearray()

    def read(self, n: int) -> bytes:
        data = super().read(n)
        self.given += data
        return data
