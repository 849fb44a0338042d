"""The link on real MicroPython, over the port that mpremote also uses."""

from __future__ import annotations

import json
import os
import select
from collections.abc import Callable
from typing import Any

from host_tools.device.remote import Remote
from tests.host_tools.conftest import Flashed
from tests.host_tools.pty_board import PtyBoard


def read_messages(board: PtyBoard, typed: bytes, until: str) -> list[dict[str, Any]]:
    """Return the board's messages up to one of the type `until`."""
    port = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    try:
        os.write(port, typed)
        said = b""
        found: list[dict[str, Any]] = []
        while True:
            assert select.select([port], [], [], 20)[0], said
            said += os.read(port, 4096)
            *lines, said = said.split(b"\n")
            for line in lines:
                if line.startswith(b"{"):
                    found.append(json.loads(line))
                    if found[-1]["type"] == until:  # other messages may have arrived with the answer
                        return found
    finally:
        os.close(port)


def test_a_listener_and_then_mpremote(flashed: Flashed, plugged: Callable[..., PtyBoard]) -> None:
    board = plugged(image=flashed.image)
    board.wait(lambda: board.picture() == flashed.started)
    found = read_messages(board, b'rubbish\n\n{"hello":1}\n', "state")
    assert [message["type"] for message in found] == ["hello", "ok", "state"]
    found = read_messages(board, b'{"open":"dice"}\n{"press":"up"}\n', "game")
    assert found[-1]["kinds"]["preset"]["rows"] == 16
    # Ctrl-C reaches the program.
    assert Remote(board.port, alive=True).rows("print('@ here')") == ["here"]
