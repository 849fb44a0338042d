"""A simulated Gobelet that gets the same keys and dice as the device under test."""

from __future__ import annotations

from typing import Any

from host_tools.device.selftest import inside
from host_tools.device.selftest.talk import Talk
from host_tools.link.shapes import Message
from simulator.board import VirtualBoard
from simulator.serial import Serial
from simulator.store import MemoryStore

STARTED_MS = 1500
PASS_MS = 20
LONG = 1e9  # a time limit that is never reached, in seconds of virtual time


class _Port:
    """The serial port of a Twin. Each read advances the virtual time by PASS_MS."""

    def __init__(self, twin: Twin) -> None:
        self._twin = twin

    def read(self, size: int, /) -> bytes:
        self._twin.board.run(PASS_MS)
        serial = self._twin.serial
        data, serial.said[:] = bytes(serial.said[:size]), serial.said[size:]
        return data

    def write(self, data: bytes, /) -> object:
        self._twin.serial.typed += data
        return None

    def close(self) -> None:
        pass


def files_after_lesson() -> dict[str, bytes]:
    """Return the data files of a device after the first lesson, before any game."""
    board = VirtualBoard()
    board.app.device.settings.choose("taught", 1)
    assert isinstance(board.store, MemoryStore)
    return dict(board.store.files)


class Watching(MemoryStore):
    """A store that adds a copy of its files to the list `seen` after each write.

    The store adds no copy while `seen` is None.
    """

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.seen: list[dict[str, bytes]] | None = None

    def replace(self, name: str, data: bytes) -> None:
        super().replace(name, data)
        self._note()

    def append(self, name: str, data: bytes) -> None:
        super().append(name, data)
        self._note()

    def remove(self, name: str) -> None:
        super().remove(name)
        self._note()

    def _note(self) -> None:
        if self.seen is not None:
            self.seen.append(dict(self.files))


class Twin:
    """A simulated Gobelet with a connection to its link; `files` is its initial data."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.serial = Serial()
        self.board = VirtualBoard(store=Watching(files), serial=self.serial)
        self.boot()

    def boot(self) -> None:
        self.serial.typed.clear()
        self.serial.said.clear()
        self.board.gauge.usb = True
        self.board.boot()
        self.board.run(STARTED_MS)
        self.talk = Talk(_Port(self), lambda: self.board.clock.elapsed_ms / 1000)
        self.talk.hello()

    def use_same_dice(self, seed: int) -> None:
        """Make the simulator roll the same faces as a device that ran inside.SAME_DICE."""
        from gobelet.rules.shaker import Shaker

        scope: dict[str, Any] = {}
        exec(inside.SEEDED, scope)
        self.board.context.dice.shaker = Shaker(scope["Seeded"](seed).read)

    def ask(self, request: dict[str, Any]) -> Message:
        return self.talk.ask(request)

    def press(self, key: str, hold: bool = False) -> None:
        self.talk.press(key, hold)

    def frame(self) -> bytes:
        """Return the picture that the simulator shows."""
        return self.talk.frame()

    def screens_after_cut(self, key: str) -> dict[bytes, dict[str, bytes]]:
        """Return the pictures that a restart can show after a key press and a power cut.

        The power cut can happen at any time after the key press. For each picture, the result has the files from
        which the simulator restored this picture.
        """
        store = self.board.store
        assert isinstance(store, Watching)
        states = [dict(store.files)]
        store.seen = states
        self.press(key)
        self.board.run(4000)
        store.seen = None
        found: dict[bytes, dict[str, bytes]] = {}
        for files in states:
            other = Twin(files)
            found.setdefault(other.frame(), files)
        return found

    def restart_with(self, files: dict[str, bytes]) -> None:
        """Restart the simulated Gobelet with `files` as its data."""
        self.board.store = Watching(files)
        self.boot()
