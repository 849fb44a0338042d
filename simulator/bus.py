"""The virtual I2C bus, with virtual chips on it.

The bus has the methods of `machine.I2C` that the firmware uses. The bus counts transactions and bytes. A test can
remove a device from the bus, or let chosen transactions fail.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import Protocol


class Device(Protocol):
    """A device on the bus."""

    def receive(self, payload: bytes) -> None: ...


class Bus:
    """A virtual I2C bus, which counts its transactions.

    transactions  number of acknowledged transactions.
    sent          number of bytes in the acknowledged transactions, without the address bytes.
    lost          number of transactions that failed because of `fail_at`.
    """

    def __init__(self) -> None:
        self.devices: dict[int, Device] = {}
        self.transactions = 0
        self.sent = 0
        self.lost = 0
        self.hertz = 400_000
        self.fastest = 1_000_000  # highest speed, in hertz, at which the devices answer
        self.log: list[bytes] | None = None  # payloads of all transactions, recorded if a test sets a list
        self._failures: set[int] = set()
        self._tried = 0

    def attach(self, address: int, device: Device) -> None:
        """Connect a device at an address."""
        self.devices[address] = device

    def set_speed(self, hertz: int) -> None:
        """Set the speed of the bus in hertz."""
        self.hertz = hertz

    def detach(self, address: int) -> None:
        """Disconnect the device at an address, if there is one."""
        self.devices.pop(address, None)

    def fail_at(self, first: int, times: int = 1) -> None:
        """Let `times` successive transactions fail.

        The first failing transaction is number `first` from now; 1 is the next transaction.
        """
        self._failures |= set(range(self._tried + first, self._tried + first + times))

    def mend(self) -> None:
        """Cancel the failures that `fail_at` planned and that have not happened yet."""
        self._failures.clear()

    def writeto(self, address: int, buffer: bytes | bytearray | memoryview, stop: bool = True, /) -> int:
        # `memoryview` raises TypeError for an object that is no buffer, as machine.I2C does.
        return self._send(address, bytes(memoryview(buffer)))

    def writevto(
        self, address: int, vector: Sequence[bytes | bytearray | memoryview], stop: bool = True, /
    ) -> int:
        """Send several buffers in one transaction; return the number of sent bytes."""
        return self._send(address, b"".join(bytes(memoryview(part)) for part in vector))

    def _send(self, address: int, payload: bytes) -> int:
        self._tried += 1
        device = self.devices.get(address)
        self.lost += self._tried in self._failures
        if device is None or self._tried in self._failures or self.hertz > self.fastest:
            raise OSError(errno.EIO, f"nobody answers at {address:#04x}")
        # A transaction without payload is a probe: the device acknowledges only its address.
        if payload:
            device.receive(payload)
        self.transactions += 1
        self.sent += len(payload)
        if self.log is not None:
            self.log.append(payload)
        return len(payload)
