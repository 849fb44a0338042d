"""A user at a terminal: a program in a real pseudo-terminal, with its screen and a keyboard.

`python -m tests.simulator.typist` prints the seconds from the simulator's start to its first picture.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

ROOT = Path(__file__).resolve().parents[2]


class Typist:
    """A program in a terminal, as a context manager.

    screen: the program's output. before: the terminal settings at the start.
    """

    def __init__(self, *arguments: str, width: int = 132, height: int = 40) -> None:
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.master, self.slave = pty.openpty()
        self.resize(width, height)
        self.before = self.settings()
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm-256color"},
            # lets the program receive the signal of a new terminal size
            preexec_fn=lambda: os.login_tty(self.slave),
            pass_fds=[self.slave],
        )

    def __enter__(self) -> Typist:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def settings(self) -> tuple[object, set[int]]:
        """Return the settings of the line (such as echo) and of the screen (such as cursor and wrapping)."""
        return termios.tcgetattr(self.slave), set(self.screen.mode)

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    def type(self, characters: str) -> None:
        os.write(self.master, characters.encode())

    def read(self, seconds: float) -> bytes:
        """Return the next output, or b"" if none arrives in time."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        data = os.read(self.master, 65536)
        self.stream.feed(data)
        return data

    def wait(self, seen: Callable[[list[str]], bool], seconds: float = 15) -> None:
        """Read until seen(lines) is true."""
        end = time.monotonic() + seconds
        while not seen(self.lines()):
            assert time.monotonic() < end, "\n".join(["not seen; here is:", *self.lines()])
            self.read(0.1)

    def wait_for(self, text: str) -> None:
        self.wait(lambda lines: any(text in line for line in lines))

    def leave(self) -> int:
        """Read until the program ends; return its exit code."""
        end = time.monotonic() + 15
        while self.process.poll() is None:
            assert time.monotonic() < end, "it does not end"
            self.read(0.05)
        while self.read(0):
            pass
        return self.process.returncode


def start_simulator(data: Path) -> Typist:
    return Typist("-m", "simulator", "--data", str(data))


def first_picture() -> float:
    with tempfile.TemporaryDirectory() as data:
        start = time.monotonic()
        with start_simulator(Path(data)) as typist:
            typist.wait_for("█")
            return time.monotonic() - start


if __name__ == "__main__":
    print("first picture after", *(f"{first_picture():.2f}" for _ in range(5)), "s")
