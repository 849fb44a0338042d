"""Stores in memory that lose power or run out of space at the write that a test sets."""

from __future__ import annotations

from simulator.store import WithoutStrips


class PowerCut(Exception):
    """The device lost its power: no later statement runs."""


class MemoryStore(WithoutStrips):
    """A store that acts by its contract.

    A power cut can tear an `append`, but not a `replace`.
    """

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = dict(files or {})

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def replace(self, name: str, data: bytes) -> None:
        self.files[name] = bytes(data)

    def append(self, name: str, data: bytes) -> None:
        self.files[name] = self.files.get(name, b"") + bytes(data)

    def remove(self, name: str) -> None:
        self.files.pop(name, None)

    def names(self) -> list[str]:
        return sorted(self.files)


class RecordingStore(MemoryStore):
    """A store that records every write as (operation, name, data, files before it), for later power cuts."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        super().__init__(files)
        self.writes: list[tuple[str, str, bytes, dict[str, bytes]]] = []

    def replace(self, name: str, data: bytes) -> None:
        self.writes.append(("replace", name, bytes(data), dict(self.files)))
        super().replace(name, data)

    def append(self, name: str, data: bytes) -> None:
        self.writes.append(("append", name, bytes(data), dict(self.files)))
        super().append(name, data)


class TroubledStore(MemoryStore):
    """A store that fails at the write that a test sets: see `trouble`."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        super().__init__(files)
        self.calm()

    def calm(self) -> None:
        """Let all later writes succeed."""
        self.wait = self.times = 0
        self.all_arrived = self.torn = False

    def trouble(self, wait: int, arrive: int, error: type[Exception] = PowerCut, times: int = 1) -> None:
        """After `wait` more writes, raise `error` in `times` successive writes.

        An append writes its first `arrive` bytes. A replace writes all bytes if `arrive` is not 0, else none.
        """
        self.wait, self.arrive, self.error, self.times = wait, arrive, error, times
        self.all_arrived = self.torn = False

    def _fails(self) -> bool:
        self.wait -= 1
        if self.wait >= 0 or self.times == 0:
            return False
        self.times -= 1
        return True

    def replace(self, name: str, data: bytes) -> None:
        fails = self._fails()
        if not fails or self.arrive:
            super().replace(name, data)
        if fails:
            self.all_arrived = self.arrive > 0
            raise self.error("trouble")

    def append(self, name: str, data: bytes) -> None:
        fails = self._fails()
        super().append(name, data[: self.arrive] if fails else data)
        if fails:
            self.all_arrived = self.arrive >= len(data)
            self.torn = 0 < self.arrive < len(data)
            raise self.error("trouble")


def pending_roll(journal):
    """Return the newest ROLL, as `unpack_roll` returns it, if no record follows it, else None."""
    found = journal.source_roll() if journal.is_roll_newest() else None
    return found and found[1]
