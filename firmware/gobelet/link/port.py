"""Port: the USB port. A line that begins with a hello opens the link."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..device.types import Serial
    from ..ui.screens.types import Context

    Handler = Callable[[Exception, bool], None]

HELLO = b'{"hello"'
SHORT = 64  # maximum number of bytes in a line while no link is open
LONG = 1024  # the same while a link is open; a longer line is dropped and reported
_ENDS = b"\r\n"  # the bytes that end a line


class Port:
    """The USB port, which collects bytes into lines and passes each line to the link.

    link     the exchange with a listener; None while there is no listener.
    request_idle   requests idle work, to collect the garbage that a message leaves.
    report_errors  report_errors(handler) returns a context manager that passes exceptions to `handler`.
    """

    def __init__(
        self,
        context: Context,
        serial: Serial,
        request_idle: Callable[[], None],
        report_errors: Callable[[Handler], Any],
    ) -> None:
        self._context = context
        self.serial = serial
        self.link: Any = None
        self._request_idle = request_idle
        self._report_errors = report_errors(self._on_error)
        self._line = bytearray(SHORT)
        self._end = 0
        self._long = False  # whether the present line is too long

    def step(self) -> bool:
        """Do one small piece of work, in an idle moment.

        Return whether more work is left.
        """
        if self.link is None and not self.serial.has_input():
            return False
        # a context manager in place of `try`, because a `try` would allocate memory at every pass
        more = False
        with self._report_errors:
            more = self._listen()
        return more  # noqa: RET504 - `more` is False after an exception, which the context manager has handled

    def _on_error(self, error: Exception, drawing: bool) -> None:
        """Report an error of the link, and close the link. The game continues."""
        self._context.device.hardware.report(error)
        self._close_link()

    def _listen(self) -> bool:
        end = self._end
        read = self.serial.read(self._line, end)
        if read != end:
            self._add_bytes(self._line, read)
        if self.link is None:
            return False
        if not self.link.is_silent():
            return self.link.step() or read != end
        self._close_link()
        return False

    def _add_bytes(self, line: bytearray, end: int) -> None:
        """Handle the line if it is complete. `end` is the number of its bytes so far."""
        self._end = end
        if line[end - 1] in _ENDS:
            self._end = 0
            long = self._long
            self._long = False
            self._on_line(None if long else bytes(line[: end - 1]))
        elif end == len(line):
            self._long = True
            self._end = 0

    def _on_line(self, line: bytes | None) -> None:
        if self.link is None:
            if line is None or not line.startswith(HELLO):
                return
            from .link import Link

            self.link = Link(self._context, self.serial, self._request_idle)
            self._line = bytearray(LONG)
        if line != b"":
            self.link.on_line(line)

    def _close_link(self) -> None:
        """Close the link, and free its memory."""
        self.link = None
        self._line = bytearray(SHORT)
        self._end = 0
        self._request_idle()
