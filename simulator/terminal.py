"""The simulator in a terminal: the panel in block characters, the keyboard as four keys, real time.

A terminal tells which character was typed but not when a key is let go, so each character becomes a press of
its own length: short, or long for a key's second meaning. Everything else about terminals is prompt_toolkit's:
modes, keys, sizes, colours, sending only what changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import textwrap
from collections.abc import Callable
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from simulator import picture
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, DOWN_MS, OK, UP, Fingers

QUIT = ("q", Keys.ControlC, Keys.SIGINT)
LONG_MS = 1200  # UP or DOWN held: steps of five
ESCAPE_SECONDS = 0.05  # a lone Esc is one after which nothing follows

# What is typed -> key, and whether it is held.
KEYBOARD: dict[str, tuple[int, bool]] = {
    Keys.Up: (UP, False),
    Keys.Down: (DOWN, False),
    Keys.ShiftUp: (UP, True),
    Keys.ShiftDown: (DOWN, True),
    Keys.Enter: (OK, False),
    Keys.Right: (OK, False),
    Keys.Escape: (BACK, False),
    Keys.Backspace: (BACK, False),
    Keys.Delete: (BACK, False),
    Keys.Left: (BACK, False),
    " ": (OK, False),
    "k": (UP, False),
    "j": (DOWN, False),
    "l": (OK, False),
    "h": (BACK, False),
    "K": (UP, True),
    "J": (DOWN, True),
    "L": (OK, True),
    "H": (BACK, True),
    "w": (OK, True),
    "u": (BACK, True),
}

LEGEND = (
    "↑ k  up",
    "↓ j  down",
    "Enter l  OK",
    "Esc h  back",
    "w  why (hold OK)",
    "u  undo (hold back)",
    "K J  hold up, down",
    "q  quit",
)


def legend(width: int) -> list[str]:
    """The keys, in as many lines as they need."""
    lines = [""]
    for entry in LEGEND:
        if len(lines[-1]) + len(entry) + 3 > width and lines[-1]:
            lines.append("")
        lines[-1] += ("   " if lines[-1] else " ") + entry
    return lines


SOUNDS = "♪"  # while the buzzer is on


def layout(pixels: bytes, said: str, width: int, height: int) -> list[str]:
    """The lines to show in a terminal of this size: the largest picture that fits, the keys, what was said."""
    for lines, columns in ((picture.half_blocks, 128), (picture.braille, 64)):
        rows = len(lines(pixels))
        if width >= columns + 2 and height >= rows + 3:
            below = [*legend(width), f" {said}"[:width]]
            return [*picture.framed(lines(pixels)).split("\n"), *below][:height]
    if width >= 64 and height >= 16:
        return picture.braille(pixels)
    sentence = f"Gobelet needs 64 columns and 16 rows, and here are {width} and {height}: enlarge the window."
    return textwrap.wrap(sentence, width)[:height]


def style(board: VirtualBoard) -> str:
    """Light on dark whatever the terminal's own colours are, dimmer with the panel."""
    glow = 0.4 + 0.6 * board.panel.contrast / 255
    red, green, blue = (int(part * glow) for part in picture.LIT)
    return f"fg:#{red:02x}{green:02x}{blue:02x} bg:#000000"


def application(board: VirtualBoard, typed: Callable[[str], None]) -> Application[None]:
    """The full screen; it draws when told to, and when its size changes."""
    keys = KeyBindings()

    @keys.add(Keys.Any, eager=True)  # before prompt_toolkit's own keys, which edit text
    def _(event: KeyPressEvent) -> None:
        typed(event.key_sequence[0].key)

    def text() -> str:
        size = made.output.get_size()
        said = (f"{SOUNDS} " if board.sounding else "") + "".join(board.said[-1:])
        return "\n".join(layout(board.picture(), said, size.columns, size.rows))

    window = Window(FormattedTextControl(text, show_cursor=False), style=lambda: style(board))
    made: Application[None] = Application(
        Layout(window), key_bindings=keys, full_screen=True, erase_when_done=True
    )
    made.ttimeoutlen = ESCAPE_SECONDS
    return made


async def play(board: VirtualBoard) -> None:
    """Let the App step at its own pace, and sooner when a key is typed, until it is time to quit."""
    typed: asyncio.Queue[str] = asyncio.Queue()
    fingers = Fingers(board.keys, board.clock)
    shown: Any = None
    app = application(board, typed.put_nowait)
    full_screen = asyncio.create_task(app.run_async())
    full_screen.add_done_callback(lambda _: typed.put_nowait("q"))  # nothing more to read, or it failed
    with contextlib.suppress(NotImplementedError):  # Windows
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, typed.put_nowait, "q")
    try:
        while True:
            now = board.clock.elapsed
            fingers.move(now)
            wait = board.app.step()
            new = (board.picture(), board.panel.contrast, board.said[-1:], board.sounding)
            if board.sounding and shown and not shown[-1]:
                app.output.bell()
            if new != shown:
                shown = new
                app.invalidate()
            due = fingers.due_in(now)
            try:
                key = await asyncio.wait_for(typed.get(), (wait if due is None else min(wait, due)) / 1000)
            except TimeoutError:
                continue
            if key in QUIT:
                return
            act(fingers, key, board)
    finally:
        full_screen.cancel()
        with contextlib.suppress(asyncio.CancelledError, EOFError):
            await full_screen


def run(board: VirtualBoard) -> None:
    """Play until q, Ctrl-C or SIGTERM. The terminal is as before afterwards, whatever happens."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(play(board))


def act(fingers: Fingers, typed: str, board: VirtualBoard) -> None:
    """Plan the press that a typed character stands for; others mean nothing."""
    if typed not in KEYBOARD:
        return
    key, held = KEYBOARD[typed]
    if not held:
        length = DOWN_MS
    elif key in (OK, BACK):
        length = board.app.keys.hold_ms + 100
    else:
        length = LONG_MS
    fingers.press(key, board.clock.elapsed, length)
