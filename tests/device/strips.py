"""A store in memory that keeps strips as the device's does on its flash: see `device/store.py`."""

from __future__ import annotations

from simulator import paths
from simulator.store import MemoryStore, PowerCut

paths.install()
from gobelet.device.store import _pack_note, strip_of  # noqa: E402
from gobelet.journal.records import ENTRY, STRIP, strip_content  # noqa: E402


class StripStore(MemoryStore):
    """A MemoryStore that stores files in strips.

    A power cut during an append leaves nothing, half of the bytes (`torn`), or all of them without their note
    (`whole`).
    """

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        super().__init__(files)
        self.whole = False

    def append(self, name: str, data: bytes) -> None:
        old = self.files.get(name, b"")
        inside, sure, at = strip_content(old)
        if not at:
            super().append(name, data)
            return
        assert sure == len(inside), "behind what a cut has left nothing is written"
        end = sure + len(data)
        assert end <= at, "there is room"
        try:
            self._step()
        except PowerCut:
            if self.torn:
                arrived = bytes(data) if self.whole else bytes(data)[: len(data) // 2]
                self.files[name] = old[:sure] + arrived + old[sure + len(arrived) :]
            raise
        self.files[name] = old[:sure] + bytes(data) + old[end:at] + _pack_note(end) + old[at + ENTRY :]
        assert len(self.files[name]) == STRIP

    def write_strip(self, name: str, data: bytes) -> None:
        self.replace(name, bytes(strip_of(data)))

    def write_value(self, name: str, data: bytes) -> None:
        inside, sure, at = strip_content(self.files.get(name, b""))
        if sure == len(inside) and sure + len(data) <= at:
            self.append(name, data)
        else:
            self.write_strip(name, data)
