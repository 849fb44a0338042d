"""The simulator in a terminal: the panel in block characters, the keyboard as four keys, real time.

A terminal tells which character was typed but not when a key is let go, so each character becomes a press of
its own length: short, or long for a key's second meaning.
"""

from __future__ import annotations

from blessed import Terminal

from simulator import picture
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, DOWN_MS, OK, UP, Fingers

QUIT = "q"
LONG_MS = 1200  # UP or DOWN held: steps of five

# What is typed -> key, and whether it is held. Names are blessed's.
KEYBOARD: dict[str, tuple[int, bool]] = {
    "KEY_UP": (UP, False),
    "KEY_DOWN": (DOWN, False),
    "KEY_ENTER": (OK, False),
    "KEY_RIGHT": (OK, False),
    "KEY_ESCAPE": (BACK, False),
    "KEY_BACKSPACE": (BACK, False),
    "KEY_DELETE": (BACK, False),
    "KEY_LEFT": (BACK, False),
    "KEY_SUP": (UP, True),
    "KEY_SDOWN": (DOWN, True),
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


class View:
    """Writes only the lines that changed."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._shown: list[str] = []
        self._state: tuple[object, ...] = ()

    def show(self, board: VirtualBoard) -> None:
        terminal = self.terminal
        state = (board.picture(), board.panel.contrast, terminal.width, terminal.height, len(board.said))
        if state == self._state:
            return
        resized = state[2:4] != self._state[2:4]
        contrast_changed = state[1:2] != self._state[1:2]
        self._state = state
        lines = layout(board.picture(), terminal.width, terminal.height)
        if board.said and len(lines) < terminal.height:
            lines.append(" " + board.said[-1][: terminal.width - 1])
        out = [terminal.home + terminal.clear] if resized else []
        before = [] if resized or contrast_changed else self._shown
        glow = 0.45 + 0.55 * board.panel.contrast / 255
        ink = terminal.color_rgb(*(int(part * glow) for part in picture.LIT))
        for y, line in enumerate(lines):
            if y >= len(before) or before[y] != line:
                out.append(f"{terminal.move_xy(0, y)}{ink}{line}{terminal.normal}{terminal.clear_eol}")
        if out:
            print("".join(out), end="", flush=True)
        self._shown = lines


def run(board: VirtualBoard) -> None:
    """Play until q or Ctrl-C. The terminal is as before afterwards, whatever happens."""
    terminal = Terminal()
    fingers = Fingers(board.keys)
    view = View(terminal)
    with terminal.fullscreen(), terminal.cbreak(), terminal.hidden_cursor():
        try:
            while True:
                now = board.clock.elapsed
                fingers.move(now)
                wait = board.app.step()
                view.show(board)
                due = fingers.due_in(now)
                ms = wait if due is None else min(wait, due)
                typed = terminal.inkey(timeout=ms / 1000, esc_delay=0.05)
                if typed == QUIT:
                    return
                if typed:
                    act(fingers, typed.name or str(typed), board)
        except KeyboardInterrupt:
            return


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
