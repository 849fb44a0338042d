"""The simulator in a terminal: the panel in block characters, the keyboard as four keys, real time.

A terminal tells which character was typed but not when a key is let go, so each character becomes a press of
its own length: short, or long for a key's second meaning.
"""

from __future__ import annotations

from simulator import picture
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, DOWN_MS, OK, UP, Fingers
from simulator.tty import Screen

QUIT = "q"
LONG_MS = 1200  # UP or DOWN held: steps of five

# What is typed (see tty.py) -> key, and whether it is held.
KEYBOARD: dict[str, tuple[int, bool]] = {
    "up": (UP, False),
    "down": (DOWN, False),
    "shift up": (UP, True),
    "shift down": (DOWN, True),
    "enter": (OK, False),
    "right": (OK, False),
    "escape": (BACK, False),
    "backspace": (BACK, False),
    "delete": (BACK, False),
    "left": (BACK, False),
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


def layout(pixels: bytes, width: int, height: int) -> list[str]:
    """The lines to show in a terminal of this size: the largest picture that fits, then the keys."""
    for lines, columns in ((picture.half_blocks, 128), (picture.braille, 64)):
        rows = len(lines(pixels))
        if width >= columns + 2 and height >= rows + 3:
            shown = picture.framed(lines(pixels)).split("\n") + legend(columns + 2)
            return shown[:height]
    if width >= 64 and height >= 16:
        return picture.braille(pixels)
    return [f"Too small: {width} x {height}."[:width], "At least 64 x 16."[:width]][:height]


def run(board: VirtualBoard) -> None:
    """Play until q or Ctrl-C. The terminal is as before afterwards, whatever happens."""
    fingers = Fingers(board.keys)
    with Screen() as screen:
        try:
            while True:
                now = board.clock.elapsed
                fingers.move(now)
                wait = board.app.step()
                show(screen, board)
                due = fingers.due_in(now)
                for typed in screen.typed((wait if due is None else min(wait, due)) / 1000):
                    if typed == QUIT:
                        return
                    act(fingers, typed, board)
        except KeyboardInterrupt:
            return


def show(screen: Screen, board: VirtualBoard) -> None:
    """Bring the terminal up to date: the panel, the keys, and the last line for the USB console."""
    columns, rows = screen.size()
    lines = layout(board.picture(), columns, rows)
    if board.said and len(lines) < rows:
        lines.append(" " + board.said[-1][: columns - 1])
    screen.show(lines, 0.4 + 0.6 * board.panel.contrast / 255)


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
