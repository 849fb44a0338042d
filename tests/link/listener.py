"""A reader at the USB cable of a simulated device."""

from __future__ import annotations

import json
from typing import Any

from simulator.board import VirtualBoard
from simulator.serial import Serial


def play_with_cable(game: str) -> VirtualBoard:
    """Return a device with a cable and this game open."""
    device = VirtualBoard(serial=Serial())
    device.app.device.settings.choose("taught", 1)
    device.context.navigation.home()
    device.context.open(game + ".home")
    return device


class Listener:
    """A device with a cable, and its output.

    `broken` has the beginnings of interrupted messages.
    """

    def __init__(self, device: VirtualBoard | None = None, **options: Any) -> None:
        self.serial = Serial()
        self.device = device or VirtualBoard(serial=self.serial, **options)
        assert self.device.serial is not None
        self.serial = self.device.serial
        self.messages: list[dict[str, Any]] = []
        self.broken: list[bytes] = []

    def type(self, text: str | bytes, ms: int = 1000) -> list[dict[str, Any]]:
        self.serial.typed += text if isinstance(text, bytes) else text.encode()
        return self.wait(ms)

    def wait(self, ms: int = 1000) -> list[dict[str, Any]]:
        """Run the device for `ms` and return its messages."""
        self.device.run(ms)
        lines = bytes(self.serial.said).split(b"\n")
        self.serial.said[:] = lines.pop()
        assert b"}" not in lines, "the end of no message"
        found = []
        for line in lines:
            if line[:1] == b"{":
                try:
                    found.append(json.loads(line))
                except ValueError:
                    self.broken.append(line)
        self.messages += found
        return found

    def ask(self, **request: Any) -> list[dict[str, Any]]:
        return self.type(json.dumps(request) + "\n")

    def hello(self, **more: Any) -> list[dict[str, Any]]:
        return self.ask(hello=1, **more)

    def last(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.messages) if message["type"] == kind)


def messages_of(kind: str, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == kind]
