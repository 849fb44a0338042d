"""Port: waits on USB for a hello at the beginning of a line, then opens the link."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from ..device.types import Serial
    from ..shell.app import App

HELLO = b'{"hello"'
SHORT = 64  # longest line while no link is open
LONG = 1024  # longest line of an open link: a longer one is dropped and reported
_ENDS = b"\r\n"


class Port:
    """The USB port. `link` exchanges messages with a listener; None while there is none."""

    def __init__(self, app: App, serial: Serial) -> None:
        self.app = app
        self.serial = serial
        self.link: Any = None
        self._report_errors = app.report_errors(self._failed)
        self._line = bytearray(SHORT)
        self._end = 0
        self._long = False  # whether the present line is too long

    def step(self) -> bool:
        """Do one small piece of work, in an idle moment. Returns whether there is more."""
        if self.link is None and not self.serial.waits():
            return False
        # not `try`: MicroPython would allocate for it at every pass
        more = False
        with self._report_errors:
            more = self._listen()
        return more  # noqa: RET504 - not reached if it has raised

    def _failed(self, error: Exception, drawing: bool) -> None:
        """Report an error of the link, and close it: the game is not affected."""
        self.app.device.hardware.report(error)
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
        """Close the link, and free its memory."""
        self.link = None
        self._line = bytearray(SHORT)
        self._end = 0
        if self.app.idle is not None:
            self.app.idle.again()
