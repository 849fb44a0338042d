"""Port: the device's end of the cable. While nobody listens it looks for a line that says hello, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from ..device.types import Serial
    from ..shell.app import App

HELLO = b'{"hello"'
SHORT = 64  # bytes of a line while nobody listens
LONG = 1024  # and of any other: what is longer is dropped, and told
_ENDS = b"\r\n"


class Port:
    """link  what talks to the listener; None while there is none."""

    def __init__(self, app: App, serial: Serial) -> None:
        self.app = app
        self.serial = serial
        self.link: Any = None
        self._caught = app.caught(self._failed)
        self._line = bytearray(SHORT)
        self._end = 0
        self._long = False  # whether the line that is coming is too long

    def step(self) -> bool:
        """One small piece of work, in an idle moment. Returns whether there is more."""
        if self.link is None and not self.serial.waits():
            return False
        # Not `try`: MicroPython would take memory for this at every pass.
        more = False
        with self._caught:
            more = self._listen()
        return more  # noqa: RET504 - not where it has raised

    def _failed(self, error: Exception, drawing: bool) -> None:
        """Of the link's own doing: the game has nothing to do with it."""
        self.app.hardware.report(error)
        self._close()

    def _listen(self) -> bool:
        end = self._end
        heard = self.serial.read(self._line, end)
        if heard != end:
            self._take(self._line, heard)
        if self.link is None:
            return False
        if not self.link.gone():
            return self.link.step() or heard != end
        self._close()
        return False

    def _take(self, line: bytearray, end: int) -> None:
        self._end = end
        if line[end - 1] in _ENDS:
            self._end = 0
            long = self._long
            self._long = False
            self._hear(None if long else bytes(line[: end - 1]))
        elif end == len(line):
            self._long = True
            self._end = 0

    def _hear(self, line: bytes | None) -> None:
        if self.link is None:
            if line is None or not line.startswith(HELLO):
                return
            from .link import Link

            self.link = Link(self.app, self.serial)
            self._line = bytearray(LONG)
        if line != b"":
            self.link.hear(line)

    def _close(self) -> None:
        """The listener is gone: so is what it needed."""
        self.link = None
        self._line = bytearray(SHORT)
        self._end = 0
        if self.app.idle is not None:
            self.app.idle.again()
