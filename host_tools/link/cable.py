"""The cable: lines from a serial port, taken up again whenever it was pulled."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from host_tools.device.remote import RemoteError
from host_tools.link.shapes import Message, read
from host_tools.link.table import Table

ALIVE_SECONDS = 5.0
STALE_SECONDS = 12.0  # two answers that did not come
AGAIN_SECONDS = 1.0
LONGEST = 1 << 18  # bytes of a line


class Port(Protocol):
    def read(self, size: int, /) -> bytes:
        """What has come, after a moment at most. OSError when the cable is pulled."""

    def write(self, data: bytes, /) -> object: ...

    def close(self) -> None: ...


def opened(name: str) -> Port:
    """A serial port. RemoteError in one sentence."""
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
    """Take the whole lines out of what has come."""
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
    """Messages without end, each taken in by the table. The port is opened again when it was pulled; the first time
    that fails, RemoteError.
    """
    made = port()
    while True:
        try:
            yield from _follow(made, table, requests, clock)
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


def _follow(
    made: Port, table: Table, requests: queue.SimpleQueue[dict[str, Any]], clock: Callable[[], float]
) -> Iterator[Message]:
    """Until the port is pulled: OSError."""
    data = bytearray()
    made.write(b"\n" + json.dumps(table.since()).encode() + b"\n")
    heard = asked = clock()
    while True:
        data += made.read(4096)
        now = clock()
        for line in lines(data):
            message = read(line)
            if message is None:
                continue
            heard = now
            if table.stale:
                yield {"type": "stale", "stale": False}
            if table.take(message):
                made.write(json.dumps(table.since()).encode() + b"\n")
            yield message
        while not requests.empty():
            made.write(json.dumps(requests.get()).encode() + b"\n")
        if now - asked > ALIVE_SECONDS:
            asked = now
            # Also to a device that was started again meanwhile.
            request = table.since() if now - heard > STALE_SECONDS else {"alive": 1}
            made.write(b"\n" + json.dumps(request).encode() + b"\n")
        if now - heard > STALE_SECONDS and not table.stale:
            table.stale = True
            yield {"type": "stale", "stale": True}


def follow_all(
    ports: Sequence[Callable[[], Port]],
    tables: Sequence[Table],
    requests: Sequence[queue.SimpleQueue[dict[str, Any]]],
) -> Iterator[tuple[int, Message]]:
    """What all devices tell, each by its number. RemoteError as `follow` raises it."""
    heard: queue.SimpleQueue[tuple[int, Message] | Exception] = queue.SimpleQueue()

    def run(device: int) -> None:
        try:
            for message in follow(ports[device], tables[device], requests[device]):
                heard.put((device, message))
        except Exception as fault:
            heard.put(fault)

    for device in range(len(ports)):
        threading.Thread(target=run, args=(device,), daemon=True).start()
    while True:
        found = heard.get()
        if isinstance(found, Exception):
            raise found
        yield found
