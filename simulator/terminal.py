"""The simulator in a terminal, in real time.

Block characters show the panel, and characters of the keyboard act as the four keys. A terminal reports typed
characters, but not that a key is released. Each character therefore becomes a press of fixed length: short, or long
to hold the key. The library prompt_toolkit handles the terminal: modes, keys, sizes, colours and partial redraws.
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
LONG_MS = 1200  # milliseconds for which K or J holds UP or DOWN, so that the device repeats the key
# If no character follows an Esc character for this time, the user has pressed the Esc key.
ESCAPE_SECONDS = 0.05

# (device key, whether the press holds the key), by typed character or key of the keyboard
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
    """Return the entries of LEGEND as lines, wrapped to the terminal's width."""
    lines = [""]
    for entry in LEGEND:
        if len(lines[-1]) + len(entry) + 3 > width and lines[-1]:
            lines.append("")
        lines[-1] += ("   " if lines[-1] else " ") + entry
    return lines


SOUNDS = "♪"  # the sign before the message while the buzzer sounds


def layout(pixels: bytes, said: str, width: int, height: int) -> list[str]:
    """Return the lines for a terminal of this size.

    The lines have the largest picture that fits, the list of keys, and the last message. A smaller terminal shows the
    picture alone. A terminal without room for the picture shows a request to enlarge the window.
    """
    for lines, columns in ((picture.half_blocks, 128), (picture.braille, 64)):
        rows = len(lines(pixels))
        if width >= columns + 2 and height >= rows + 3:
            below = [*legend(width), f" {said}"[:width]]
            return [*picture.add_border(lines(pixels)).split("\n"), *below][:height]
    if width >= 64 and height >= 16:
        return picture.braille(pixels)
    sentence = f"Gobelet needs 64 columns and 16 rows, and here are {width} and {height}: enlarge the window."
    return textwrap.wrap(sentence, width)[:height]


def style(board: VirtualBoard) -> str:
    """Return a style of light pixels on black, with the panel's brightness.

    The style does not depend on the colours of the terminal.
    """
    glow = 0.4 + 0.6 * board.panel.contrast / 255
    red, green, blue = (int(part * glow) for part in picture.LIT)
    return f"fg:#{red:02x}{green:02x}{blue:02x} bg:#000000"


def application(board: VirtualBoard, typed: Callable[[str], None]) -> Application[None]:
    """Make the full-screen application, which calls `typed` with each pressed key.

    The caller redraws the application by `invalidate`; a new size of the terminal redraws it too.
    """
    keys = KeyBindings()

    # An eager binding precedes prompt_toolkit's own bindings, which edit text.
    @keys.add(Keys.Any, eager=True)
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


async def step_until_quit(board: VirtualBoard) -> None:
    """Step the App until the user quits.

    Each step of the App returns the time to wait before the next step. A typed key ends the wait.
    """
    typed: asyncio.Queue[str] = asyncio.Queue()
    fingers = Fingers(board.keys, board.clock)
    shown: Any = None
    app = application(board, typed.put_nowait)
    full_screen = asyncio.create_task(app.run_async())
    # If the application stops or fails, this "q" in the queue ends the loop below.
    full_screen.add_done_callback(lambda _: typed.put_nowait("q"))
    with contextlib.suppress(NotImplementedError):  # Windows
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, typed.put_nowait, "q")
    try:
        while True:
            now = board.clock.elapsed_ms
            fingers.record_due(now)
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
            press_typed_key(fingers, key, board)
    finally:
        full_screen.cancel()
        with contextlib.suppress(asyncio.CancelledError, EOFError):
            await full_screen


def run(board: VirtualBoard) -> None:
    """Play until q, Ctrl-C or SIGTERM, then restore the terminal."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(step_until_quit(board))


def press_typed_key(fingers: Fingers, typed: str, board: VirtualBoard) -> None:
    """Schedule the press for a typed character, if KEYBOARD has the character."""
    if typed not in KEYBOARD:
        return
    key, held = KEYBOARD[typed]
    if not held:
        length = DOWN_MS
    elif key in (OK, BACK):
        length = board.app.device.keys.hold_ms + 100
    else:
        length = LONG_MS
    fingers.press(key, board.clock.elapsed_ms, length)
