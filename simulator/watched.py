"""Check that texts that players read from across the table are large enough.

A screen declares these texts and their sizes in `Screen.large_texts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simulator import paths
from simulator.board import VirtualBoard
from simulator.recorder import Mark, normalize_spaces

paths.install()
from gobelet.ui.drawing.widgets import LIST_ROWS, without_french_term  # noqa: E402
from gobelet.ui.screens.menu import Menu  # noqa: E402

if TYPE_CHECKING:
    from gobelet.ui.drawing.canvas import Canvas

ROWS = {8: 8, 16: 12, 17: 16, 24: 24, 32: 32, 48: 48}  # height of the letters in pixel rows, by font size


def _marks_of(text: str, marks: list[Mark]) -> list[Mark]:
    """Return the strings on the screen that show a text, whole or wrapped.

    If several strings equal the whole text, only the largest string is returned. If the text is not on the screen, the
    list is empty.
    """
    whole = [mark for mark in marks if normalize_spaces(mark.text) == text]
    if whole:
        return [max(whole, key=lambda mark: mark.size)]
    for first in range(len(marks)):
        for end in range(first + 2, len(marks) + 1):
            joined = normalize_spaces(" ".join(mark.text for mark in marks[first:end]))
            if joined == text:
                return marks[first:end]
            if not text.startswith(joined):
                break
    return []


def too_small(board: VirtualBoard) -> list[str]:
    """Return a sentence for each declared text that is too small or not visible."""
    screen = board.app.stack.top()
    if getattr(screen, "ground", None):
        screen.ground = None  # a screen that copies its cached background would not draw the text again
        board.app.redraw()
        board.app.draw()
    left = [mark for mark in board.words.marks if not mark.covered]
    found = []
    for text, rows in screen.large_texts():
        if any(letter.isalnum() for letter in text):
            drawn = _marks_of(normalize_spaces(text), left)
            if not drawn:
                found.append(f"{text}: not shown, to be {rows} px")
            # A number that `large_texts` declares twice must be drawn twice, so each string counts once.
            left = [mark for mark in left if mark not in drawn]
        else:
            drawn = [mark for mark in left if mark.text.endswith(text)]
        found += [f"{mark.text}: {ROWS[mark.size]} px of {rows}" for mark in drawn if ROWS[mark.size] < rows]
    return found


LARGE = 24  # lowest height of a large number, in pixel rows
# Names of screen classes that need not declare their large numbers, because only the player with the device reads them.
SETTING = ("ByHand", "Dial", "Entry", "Look", "NewGame")


def undeclared_numbers(board: VirtualBoard) -> list[str]:
    """Return a sentence for each large number that `large_texts` does not declare."""
    screen = board.app.stack.top()
    if type(screen).__name__ in SETTING:
        return []
    declared = " ".join([normalize_spaces(text) for text, _ in screen.large_texts()])
    return [
        f"{mark.text} is large, and not in large_texts() of {type(screen).__name__}"
        for mark in board.words.marks
        if ROWS[mark.size] >= LARGE
        and any(letter.isdigit() for letter in mark.text)
        and normalize_spaces(mark.text) not in declared
    ]


RECORDS = ("history", "luck", "result")  # names of screens whose lists offer no choice to the player
# Maximum width, in columns, of a value beside a large label. Beside a wider value the label may be small.
WIDE = 40


def _is_small(c: Canvas, entry: Sequence[Any], most: int) -> bool:
    """Tell whether a list entry is too wide for a label in large letters.

    entry  the list entry: label, value, and in some lists whether the entry is ticked.
    most   number of columns for label, value and tick together.
    """
    label, value = entry[:2]
    if len(entry) > 2 and entry[2] is not None:
        most -= c.width("☑", 16) + 1
    if value:
        most -= c.width(value, 16) + 5
    return bool(min(c.width(label, 16), c.width(without_french_term(label), 16)) > most)


def small_choices(board: VirtualBoard) -> list[str]:
    """Return the labels in the top screen's list that are small without a reason.

    One reason is a label that contains the name of a seat, because a player has chosen that name. The other reason is a
    value wider than WIDE.
    """
    app = board.app
    screen = app.stack.top()
    if not isinstance(screen, Menu) or (app.stack.ids[-1] or "").endswith(RECORDS):
        return []
    names = (
        {app.context.seat(row) for row in range(app.context.session.state.kinds[0].rows)} - {""}
        if app.context.session
        else set()
    )
    most = (122 if len(screen.list) > LIST_ROWS else 128) - 9
    found = []
    for entry in (screen.list[index] for index in range(len(screen.list))):
        if not isinstance(entry, tuple) or len(entry) < 2 or app.canvas.width(entry[1], 16) > WIDE:
            continue
        if _is_small(app.canvas, entry, most) and not any(name in entry[0] for name in names):
            found.append(entry[0])
    return found
