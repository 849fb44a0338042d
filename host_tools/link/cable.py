"""Receive messages from serial ports, and reopen a port after each disconnection."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from host_tools.device.remote import RemoteError
from host_tools.link.shapes import Message, parse_message
from host_tools.link.table import Table

ALIVE_SECONDS = 5.0
STALE_SECONDS = 12.0  # seconds without a message after which a device counts as silent
AGAIN_SECONDS = 1.0
LONGEST = 1 << 18  # maximum length of a received line, in bytes


class Port(Protocol):
    """An open serial port."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` received bytes, after a short timeout at most.

        Raises OSError if the cable is pulled.
        """

    def write(self, data: bytes, /) -> object: ...

    def close(self) -> None: ...


def open_port(name: str) -> Port:
    """Open a serial port. Raises RemoteError."""
    import serial

    try:
        return serial.Serial(name, 115200, timeout=0.1, write_timeout=1, exclusive=True)  # type: ignore[no-any-return]
    except (OSError, ValueError) as fault:
        busy = "busy" in str(fault).lower() or "lock" in str(fault).lower()
        raise RemoteError(
            f"The port {name} is in use by another program; close it there and retry."
            if busy
            else f"The port {name} cannot be opened: is the board plugged in, and may you use it?"
        ) from None


def lines(data: bytearray) -> Iterator[bytes]:
    """Yield the complete lines in the buffer `data`, and remove them from the buffer."""
    while b"\n" in data:
        line, _, rest = bytes(data).partition(b"\n")
        data[:] = rest
        yield line
    if len(data) > LONGEST:
        data.clear()


def follow(
    port: Callable[[], Port],
    table: Table,
    requests: queue.SimpleQueue[dict[str, Any]],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Message]:
    """Yield the messages of a device without end.

    `table` processes each message first.

    port      a function that opens the port; it is called again after a disconnection
    requests  the requests to send to the device

    Raises RemoteError if the first call of `port` fails.
    """
    made = port()
    while True:
        try:
            yield from _follow_open_port(made, table, requests, clock)
        except OSError:
            made.close()
        if not table.stale:
            table.stale = True
            yield {"type": "stale", "stale": True}
        while True:
            sleep(AGAIN_SECONDS)
            try:
                made = port()
                break
            except RemoteError:
                continue


def _follow_open_port(
    made: Port, table: Table, requests: queue.SimpleQueue[dict[str, Any]], clock: Callable[[], float]
) -> Iterator[Message]:
    """Yield the messages from an open port. Raises OSError when the port is lost."""
    data = bytearray()
    made.write(b"\n" + json.dumps(table.catch_up_request()).encode() + b"\n")
    heard = asked = clock()
    while True:
        data += made.read(4096)
        now = clock()
        for line in lines(data):
            message = parse_message(line)
            if message is None:
                continue
            heard = now
            if table.stale:
                yield {"type": "stale", "stale": False}
            if table.process(message):
                made.write(json.dumps(table.catch_up_request()).encode() + b"\n")
            yield message
        while not requests.empty():
            made.write(json.dumps(requests.get()).encode() + b"\n")
        if now - asked > ALIVE_SECONDS:
            asked = now
            # A device that has restarted sends no messages before it receives a "hello". After a silence, the request
            # therefore contains "hello".
            request = table.catch_up_request() if now - heard > STALE_SECONDS else {"alive": 1}
            made.write(b"\n" + json.dumps(request).encode() + b"\n")
        if now - heard > STALE_SECONDS and not table.stale:
            table.stale = True
            yield {"type": "stale", "stale": True}


def follow_all(
    ports: Sequence[Callable[[], Port]],
    tables: Sequence[Table],
    requests: Sequence[queue.SimpleQueue[dict[str, Any]]],
) -> Iterator[tuple[int, Message]]:
    """Yield (index of the device, message) for the messages of all devices.

    Raises RemoteError if the first opening of a port fails.
    """
    heard: queue.SimpleQueue[tuple[int, Message] | Exception] = queue.SimpleQueue()

    def follow_one(device: int) -> None:
        try:
            for message in follow(ports[device], tables[device], requests[device]):
                heard.put((device, message))
        except Exception as fault:
            heard.put(fault)

    for device in range(len(ports)):
        threading.Thread(target=follow_one, args=(device,), daemon=True).start()
    while True:
        found = heard.get()
        if isinstance(found, Exception):
            raise found
        yield found
