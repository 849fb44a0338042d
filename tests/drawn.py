"""Entropy that can be recorded and replayed, for the same dice on another device or after a restart."""

from __future__ import annotations

from simulator.entropy import ScriptedEntropy, SeededEntropy


class ReplayedEntropy:
    """Entropy that begins with recorded bytes; other bytes follow."""

    def __init__(self, data: bytes) -> None:
        self.data = iter(data)
        self.rest = SeededEntropy()

    def read(self, n: int) -> bytes:
        byte = next(self.data, None)
        return self.rest.read(1) if byte is None else bytes([byte])


class RecordedEntropy(ScriptedEntropy):
    """Records all bytes that it returns."""

    def __init__(self) -> None:
        super().__init__()
        self.given = bytearray()

    def read(self, n: int) -> bytes:
        data = super().read(n)
        self.given += data
        return data
