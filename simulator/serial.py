"""A serial port in memory, between the device and a test."""

from __future__ import annotations

AT_ONCE = 48  # highest number of bytes in one read or write, as on the Pico
ENDS = b"\r\n"


class Serial:
    """A serial port, as the device uses it.

    typed  bytes from the test that the device has not read yet.
    said   bytes that the device has sent.
    """

    def __init__(self) -> None:
        self.typed = bytearray()
        self.said = bytearray()
        # Number of bytes that the device can still send before its output buffer is full; None means no limit.
        self.room: int | None = None

    def has_input(self) -> bool:
        return len(self.typed) > 0

    def read(self, buffer: bytearray, begin: int) -> int:
        end = begin
        last = min(len(buffer), begin + AT_ONCE)
        while end < last and self.typed:
            buffer[end] = self.typed.pop(0)
            end += 1
            if buffer[end - 1] in ENDS:
                break
        return end

    def write(self, data: bytes, begin: int) -> int:
        end = min(len(data), begin + AT_ONCE)
        if self.room is not None:
            end = min(end, begin + self.room)
            self.room -= end - begin
        self.said += data[begin:end]
        return end
