"""The serial port over USB.

Its methods never wait. MicroPython itself handles Ctrl-C.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .types import Data

AT_ONCE = 48  # maximum number of bytes that one call reads or writes; each byte takes 0.1 ms
ENDS = b"\r\n"  # the bytes that end a line


class Serial:
    """A serial port over the streams of MicroPython's REPL.

    source, target  `sys.stdin` and `sys.stdout`.
    select  MicroPython's module `select`.
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

    def has_input(self) -> bool:
        """Tell whether a byte can be read."""
        return _is_ready(self._readable, self._in)

    def read(self, buffer: bytearray, begin: int) -> int:
        """Read available bytes into `buffer` from `begin` on, up to the end of a line.

        Return the index after the last byte read.
        """
        byte = self._byte
        end = begin
        last = min(len(buffer), begin + AT_ONCE)
        # one byte at a time: a read of more bytes than are available waits for the missing ones
        while end < last and _is_ready(self._readable, self._in) and self._source.readinto(byte):
            buffer[end] = byte[0]
            end += 1
            if byte[0] in ENDS:
                break
        return end

    def write(self, data: Data, begin: int) -> int:
        """Send `data` from `begin` on as far as the port accepts it.

        Return the index after the last byte sent.
        """
        byte = self._byte
        end = begin
        last = min(len(data), begin + AT_ONCE)
        # one byte at a time: a write beyond the port's free space waits half a second if the host does not read
        while end < last and _is_ready(self._writable, self._out):
            byte[0] = data[end]
            self._target.write(byte)
            end += 1
        return end


def _is_ready(poll: Any, wanted: int) -> bool:
    for found in poll.ipoll(0):  # ipoll reuses its tuple, so it allocates nothing
        return bool(found[1] & wanted)
    return False
