"""A terminal in full-screen mode: lines out, keys in, and everything as before when it is left.

Written here, because the libraries for it ask the terminal questions when they start and wait seconds where
it does not answer; the first picture is to be there in half a second. The sequences are those that every
terminal of the last decades knows.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import tty
from types import FrameType, TracebackType
from typing import Any

from simulator.picture import LIT

ESCAPE = "\x1b"
ESCAPE_SECONDS = 0.05  # a lone Esc is one after which nothing follows

# Of the usual 256 colours, those nearest to the panel's, from dim to bright.
_SHADES = (60, 67, 110, 153)

# Alternate screen, cursor hidden, no line wrap; and all of it back.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"

_SEQUENCES = {
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
    "[1;2A": "shift up",
    "[1;2B": "shift down",
    "[3~": "delete",
}
_CHARACTERS = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", ESCAPE: "escape"}


def names(typed: str) -> list[str]:
    """What was typed, key by key: a plain character stands for itself, an unknown sequence for nothing."""
    keys = []
    while typed:
        if typed[0] == ESCAPE and typed[1:2] in ("[", "O"):
            end = 2
            while end < len(typed) and not (typed[end].isalpha() or typed[end] == "~"):
                end += 1
            known = _SEQUENCES.get(typed[1 : end + 1])
            if known:
                keys.append(known)
            typed = typed[end + 1 :]
        else:
            keys.append(_CHARACTERS.get(typed[0], typed[0]))
            typed = typed[1:]
    return keys


def colours(glow: float) -> str:
    """Light on dark whatever the terminal's own colours are, in as many shades as it knows."""
    if os.environ.get("NO_COLOR"):
        return ""
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        red, green, blue = (int(part * glow) for part in LIT)
        return f"\x1b[38;2;{red};{green};{blue};48;2;0;0;0m"
    shade = _SHADES[min(int(glow * len(_SHADES)), len(_SHADES) - 1)]
    return f"\x1b[38;5;{shade};48;5;16m"


class Screen:
    """A context manager over standard input and output. Ctrl-C or SIGTERM raise KeyboardInterrupt."""

    def __init__(self) -> None:
        self._in, self._out = sys.stdin.fileno(), sys.stdout.fileno()
        self._before: list[Any] = []
        self._handler: Any = None
        self._lines: list[str] = []
        self._size: os.terminal_size | None = None

    def __enter__(self) -> Screen:
        self._before = termios.tcgetattr(self._in)
        tty.setcbreak(self._in)
        self._handler = signal.signal(signal.SIGTERM, _end)
        self._write(_ENTER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write(_LEAVE)
        signal.signal(signal.SIGTERM, self._handler)
        termios.tcsetattr(self._in, termios.TCSADRAIN, self._before)

    def size(self) -> tuple[int, int]:
        """Columns and rows, as they are now."""
        columns, rows = os.get_terminal_size(self._out)
        return columns, rows

    def show(self, lines: list[str], glow: float) -> None:
        """Put these lines on the screen, dimmer with less glow (0..1); only those that changed are sent."""
        ink = colours(glow)
        size = os.get_terminal_size(self._out)
        out = ""
        if size != self._size:
            self._size, self._lines = size, []
            out = "\x1b[0m\x1b[2J"
        fresh = [ink + line for line in lines]
        for row, line in enumerate(fresh):
            if row >= len(self._lines) or self._lines[row] != line:
                out += f"\x1b[{row + 1};1H{line}\x1b[0m\x1b[K"
        self._lines = fresh
        if out:
            self._write(out)

    def typed(self, seconds: float) -> list[str]:
        """The keys typed, after waiting for the first at most so long."""
        if not self._ready(seconds):
            return []
        data = os.read(self._in, 1024)
        if data == ESCAPE.encode() and self._ready(ESCAPE_SECONDS):
            data += os.read(self._in, 1024)
        return names(data.decode(errors="replace"))

    def _ready(self, seconds: float) -> bool:
        return bool(select.select([self._in], [], [], seconds)[0])

    def _write(self, text: str) -> None:
        data = text.encode()
        while data:
            data = data[os.write(self._out, data) :]


def _end(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
