"""The terminal front end: its layout, and a real pseudo-terminal with somebody typing."""

from __future__ import annotations

import fcntl
import itertools
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator import picture, terminal, tty
from simulator.keys import BACK, DOWN, OK, UP

ROOT = Path(__file__).resolve().parents[2]
PIXELS = bytes(range(256)) * 4

# The fake App in real time, in the terminal it is started in.
PROGRAM = """
from simulator import paths, terminal
from simulator.clock import HostClock
paths.install()
from tests.simulator.fake import fake_board
board = fake_board(clock=HostClock())
terminal.run(board)
print("left with", board.app.count, board.app.rolled > 0, board.store.read("count"))
"""


class TestLayout:
    def test_large_terminal(self) -> None:
        lines = terminal.layout(PIXELS, 130, 36)
        assert lines[1:33] == [f"│{line}│" for line in picture.half_blocks(PIXELS)]
        assert any("undo" in line for line in lines[34:])

    def test_small_terminal(self) -> None:
        lines = terminal.layout(PIXELS, 80, 24)
        assert lines[1:17] == [f"│{line}│" for line in picture.braille(PIXELS)]
        assert any("quit" in line for line in lines)

    def test_never_beyond_the_terminal(self) -> None:
        for width, height in itertools.product(range(1, 140, 7), range(1, 40, 3)):
            lines = terminal.layout(PIXELS, width, height)
            assert len(lines) <= height
            assert all(len(line) <= width for line in lines)

    def test_every_key_can_be_pressed_and_held(self) -> None:
        assert set(terminal.KEYBOARD.values()) == {
            (k, h) for k in (UP, DOWN, OK, BACK) for h in (False, True)
        }


def test_keys_by_name() -> None:
    typed = "kK\x1b[A\x1bOB\x1b[1;2A\r \x7f\x1b[200~\x1b[5;9Hq\x1b"
    expected = ["k", "K", "up", "down", "shift up", "enter", " ", "backspace", "q", "escape"]
    assert tty.names(typed) == expected


class Typist:
    """A program in a pseudo-terminal."""

    def __init__(self, width: int, height: int) -> None:
        self.master, slave = pty.openpty()
        self.resize(width, height)
        self.before = termios.tcgetattr(slave)
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm-256color"},
            start_new_session=True,
        )
        self.slave = slave
        self.seen = ""

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def read(self, seconds: float = 0.05) -> str:
        """What came within this time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self.master], [], [], left)
            if ready:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
        return self.seen

    def wait_for(self, text: str, seconds: float = 10) -> None:
        end = time.monotonic() + seconds
        while text not in self.read():
            assert time.monotonic() < end, f"{text!r} did not come; last: {self.seen[-300:]!r}"

    def type(self, characters: str, settle: float = 0.2) -> None:
        os.write(self.master, characters.encode())
        self.read(settle)


@pytest.fixture
def typist() -> Iterator[Typist]:
    made = Typist(132, 40)
    yield made
    if made.process.poll() is None:
        made.process.terminate()
        made.process.wait(5)
    os.close(made.master)
    os.close(made.slave)


def test_playing_and_quitting(typist: Typist) -> None:
    typist.wait_for("quit")
    for keys in ("k", "\x1b[A", "k", "j", "\r"):
        typist.type(keys)
    typist.type("w", 1.0)
    typist.type("q")
    typist.wait_for("left with 2 True b'2'")
    assert typist.process.wait(5) == 0
    assert termios.tcgetattr(typist.slave) == typist.before
    assert "\x1b[?1049l" in typist.seen  # back from the full screen
    assert "\x1b[?25h" in typist.seen  # the cursor is there again


def test_ctrl_c_and_a_smaller_window(typist: Typist) -> None:
    typist.wait_for("quit")
    typist.seen = ""
    typist.resize(80, 24)
    typist.type("k", 0.3)
    assert picture.braille(b"\x01" * 1024)[0] in typist.seen
    typist.process.send_signal(signal.SIGINT)
    typist.wait_for("left with 1")
    assert typist.process.wait(5) == 0
