"""Send requests to a Gobelet over the link, and receive the answers."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from typing import Any

from host_tools.link.cable import Port, lines
from host_tools.link.shapes import Message

ANSWER_SECONDS = 20.0
AGAIN_SECONDS = 2.0


class Silent(Exception):
    """The device did not answer before the time limit."""


class Talk:
    """A connection to the link of a Gobelet at a port.

    Each request has a number, which the answer to it repeats.
    """

    def __init__(self, port: Port, clock: Callable[[], float] = time.monotonic) -> None:
        self.port = port
        self.clock = clock
        self._data = bytearray()
        self._number = 0

    def hello(self, seconds: float = ANSWER_SECONDS) -> None:
        """Send the request "hello" until the device answers.

        A device that is starting does not read the first requests. Raises Silent if no answer arrives within
        `seconds`.
        """
        end = self.clock() + seconds
        while self.clock() < end:
            try:
                self.ask({"hello": 1}, AGAIN_SECONDS)
                return
            except Silent:
                continue
        raise Silent

    def ask(self, request: dict[str, Any], seconds: float = ANSWER_SECONDS) -> Message:
        self._number += 1
        self._send_request({**request, "id": self._number})
        end = self.clock() + seconds
        while self.clock() < end:
            for message in self._received_messages():
                if message.get("to") == self._number or (
                    message.get("type") == "refused" and message.get("to") is None
                ):
                    return message
        raise Silent

    def press(self, key: str, hold: bool = False) -> None:
        """Press a device key; repeat the request while the device refuses it.

        Raises Silent if the device refuses 20 times.
        """
        for _ in range(20):
            if self.ask({"press": key, "hold": hold})["type"] == "ok":
                return
        raise Silent

    def frame(self) -> bytes:
        """Return the picture on the device's panel, as 1024 bytes."""
        return base64.b64decode(str(self.ask({"frame": 1}).get("data", "")))

    def close(self) -> None:
        self.port.close()

    def _send_request(self, request: dict[str, Any]) -> None:
        self.port.write(b"\n" + json.dumps(request).encode() + b"\n")

    def _received_messages(self) -> list[Message]:
        self._data += self.port.read(4096)
        found = []
        for line in lines(self._data):
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict):
                found.append(message)
        return found
