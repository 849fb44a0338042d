"""The serial port over USB, as far as it goes without waiting. Ctrl-C never gets here: MicroPython takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .types import Data

AT_ONCE = 48  # bytes in a pass: each takes 0.1 ms
ENDS = b"\r\n"


class Serial:
    """source, target  the REPL's own `sys.stdin` and `sys.stdout`
    select  the module
    """

    def __init__(self, source: Any, target: Any, select: Any) -> None:
        self._source = source.buffer
        self._target = target.buffer
        self._in = select.POLLIN
        self._out = select.POLLOUT
        self._readable = select.poll()
        self._readable.register(source, self._in)
        self._writable = select.poll()
        self._writable.register(target, self._out)
        self._byte = bytearray(1)

    def waits(self) -> bool:
        """Whether something has come."""
        return _ready(self._readable, self._in)

    def read(self, buffer: bytearray, begin: int) -> int:
        """Put what has come into `buffer` from `begin` on, up to the end of a line. Returns the end of it."""
        byte = self._byte
        end = begin
        last = min(len(buffer), begin + AT_ONCE)
        # One by one: who asks for more than there is waits for it.
        while end < last and _ready(self._readable, self._in) and self._source.readinto(byte):
            buffer[end] = byte[0]
            end += 1
            if byte[0] in ENDS:
                break
        return end

    def write(self, data: Data, begin: int) -> int:
        """Send `data` from `begin` on, as far as there is room for it. Returns the end of what was sent."""
        byte = self._byte
        end = begin
        last = min(len(data), begin + AT_ONCE)
        # One by one: where more is sent than there is room for, and nobody reads, MicroPython waits half a second.
        while end < last and _ready(self._writable, self._out):
            byte[0] = data[end]
            self._target.write(byte)
            end += 1
        return end


def _ready(poll: Any, wanted: int) -> bool:
    for found in poll.ipoll(0):  # it gives the same tuple each time: nothing is allocated
        return bool(found[1] & wanted)
    return False
