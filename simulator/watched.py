"""What the people around the table read (`Screen.watched`), held against what is drawn: is it high enough?"""

from __future__ import annotations

from simulator.board import VirtualBoard
from simulator.recorder import Mark, normalised

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
