"""What the people around the table read (`Screen.watched`), held against what is drawn: is it high enough?"""

from __future__ import annotations

from simulator import paths
from simulator.board import VirtualBoard
from simulator.recorder import Mark, normalised

paths.install()
from gobelet.ui.menu import Menu  # noqa: E402
from gobelet.ui.widgets import plain  # noqa: E402

ROWS = {8: 8, 16: 12, 17: 16, 24: 24, 32: 32, 48: 48}  # of ink, by the size of a text


def _where(text: str, marks: list[Mark]) -> list[Mark]:
    """Where this text is drawn, in one piece or in lines under one another; the largest if it is there twice."""
    whole = [mark for mark in marks if normalised(mark.text) == text]
    if whole:
        return [max(whole, key=lambda mark: mark.size)]
    for first in range(len(marks)):
        for end in range(first + 2, len(marks) + 1):
            joined = normalised(" ".join(mark.text for mark in marks[first:end]))
            if joined == text:
                return marks[first:end]
            if not text.startswith(joined):
                break
    return []


def too_small(board: VirtualBoard) -> list[str]:
    """A line for each text on the screen that is lower than it says, or that cannot be seen."""
    screen = board.app.stack.top()
    if getattr(screen, "ground", None):
        screen.ground = None  # the words of a picture that was kept are not drawn again with it
        board.app.dirty = True
        board.app.draw()
    left = [mark for mark in board.words.marks if not mark.covered]
    found = []
    for text, rows in screen.watched():
        if any(letter.isalnum() for letter in text):
            drawn = _where(normalised(text), left)
            if not drawn:
                found.append(f"{text}: not shown, to be {rows} px")
            left = [mark for mark in left if mark not in drawn]  # the same number again is another one's
        else:
            drawn = [mark for mark in left if mark.text.endswith(text)]
        found += [f"{mark.text}: {ROWS[mark.size]} px of {rows}" for mark in drawn if ROWS[mark.size] < rows]
    return found


RECORDS = ("history", "luck", "result")  # screens whose lists say what was; nothing is chosen there
WIDE = 40  # columns of a value that is itself what is chosen: its label may be small


def small_choices(board: VirtualBoard) -> list[str]:
    """A line for each choice of the list on top that is written in small letters, though neither names that players
    gave nor a wide value take its room.
    """
    app = board.app
    screen = app.stack.top()
    lines = getattr(screen, "list", None)
    if not isinstance(screen, Menu) or not lines or (app.stack.ids[-1] or "").endswith(RECORDS):
        return []
    names = {app.seat(row) for row in range(app.session.state.kinds[0].rows)} - {""} if app.session else set()
    written = {mark.text for mark in board.words.marks if mark.size == 8 and 0 < mark.x < 20 and mark.y >= 8}
    found = []
    for entry in (lines[index] for index in range(len(lines))):
        label, value = entry[:2] if isinstance(entry, tuple) and len(entry) > 1 else ("", "")
        small = label in written or plain(label) in written
        if small and app.canvas.width(value, 16) <= WIDE and not any(name in label for name in names):
            found.append(label)
    return found
