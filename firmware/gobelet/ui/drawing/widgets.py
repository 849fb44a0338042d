"""Widgets: functions that draw parts of screens from plain values, without state.

The screen has three bands of pixel rows. Rows 0-7 are the top band, with the title. Rows 8-55 are the middle
band, with the content. Rows 56-63 are the key strip, with the acts of the keys. The top band and the key strip
are each a line of small letters, with a dotted line between the left and the right text. On all screens a
pointer precedes the selected item, and a line is below the item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .canvas import Canvas
    from .types import Column, Entry, Pixels, Size

TOP = 8  # first pixel row of the middle band
LOW = 56  # first pixel row of the key strip
LIST_ROWS = 3
ARROW = "→"  # separates the old and the new value in the description of a change


def number_text(value: int | str) -> str:
    """Return a number as text with the minus sign U+2212 in place of a hyphen."""
    return str(value).replace("-", "−")


def without_french_term(text: str) -> str:
    """Return `text` without the French term in square brackets.

    Some English texts contain a French term, such as "dice cup [gobelet]".
    """
    before, _, rest = text.partition(" [")
    return before + rest.partition("]")[2]


# Bands


def _leader(c: Canvas, x0: Column, x1: Column, y: int) -> None:
    """Draw a dotted line between columns x0 and x1, if the gap is wide enough."""
    if x1 - x0 > 8:
        c.dots(x0 + 3, y + 4, x1 - x0 - 6)


def _draw_aside(c: Canvas, end: Column, text: str) -> Column:
    """Draw a text dark on light in the top band, left of column `end`.

    Return the column before which the next text to the left must end.
    """
    x = end - c.width(text) - 2
    c.fill(x, 0, end - x, 8)
    c.text(x + 1, 0, text, 8, 0)
    return x - 3


def top(c: Canvas, left: str, right: str = "") -> None:
    """Draw the top band: the title `left`, and the text `right`.

    The turn's player and time, and the battery's charge, follow `right` if the canvas has them. A title that is too
    long loses its French term in brackets.
    """
    end = 128
    if c.gauge:
        end = _draw_aside(c, end, c.gauge)
        if right == c.gauge:
            right = ""
    if c.turn is not None:
        name, time = c.turn  # the name is left out if the title contains it
        end = _draw_aside(c, end, time if not name or name in left else name + " " + time)
        right = c.shorten(right, end - 24)
    if right:
        end = c.align_right(end, 0, right)
    if "[" in left and c.width(left) > end - 6:
        left = without_french_term(left)
    x = c.text(0, 0, c.shorten(left, end - 6, 8))
    _leader(c, x, end, 0)


def strip(c: Canvas, left: str, ok: str = "", back: str = "", holds: str = "") -> None:
    """Draw the key strip.

    left   text for the act of UP and DOWN.
    ok     text for the act of OK.
    back   text for the act of BACK, if BACK does more than close the screen.
    holds  signs of the keys that have an act when held, drawn dark on light: "?" for OK, "↶" for BACK.
    """
    x = c.text(0, LOW, left) if left else 0
    last = back or ok
    end = 128
    for index in range(len(holds) - 1, -1, -1):
        w = c.width(holds[index]) + 2
        c.fill(end - w, LOW, w, 8)
        c.text(end - w + 1, LOW, holds[index], 8, 0)
        end -= w + 2
    if last:
        end = c.align_right(end, LOW, last)
    if back and ok:
        room = end - x - 6
        name = c.shorten(ok, room)
        index = x + (end - x - c.width(name)) // 2
        _leader(c, x, index, LOW)
        x = c.text(index, LOW, name)
    if last and x > end:
        c.count_clipped()
    _leader(c, x, end, LOW)


# Lists


def mark_key(c: Canvas) -> None:
    """Invert the right half of the key strip.

    The inverted half shows the player that a key press was received, before a screen handles the key press.
    """
    c.invert(64, 56, 64, 8)


def list_rows(first: int, cursor: int, count: int, seen: int = LIST_ROWS) -> int:
    """Return the index of the first visible row of a list.

    The result is the index nearest to `first` at which the row `cursor` is visible.
    """
    first = min(first, cursor, max(count - seen, 0))
    return max(first, cursor - seen + 1, 0)


def scrollbar(c: Canvas, first: int, seen: int, count: int, y: int = TOP, h: Pixels = 48) -> None:
    """Draw a scroll bar in the two rightmost columns, if some rows are hidden.

    `seen` of `count` rows are visible, from the index `first` on.
    """
    if count > seen:
        long = max(h * seen // count, 4)
        c.fill(126, y + (h - long) * min(first, count - seen) // (count - seen), 2, long)


def position_bar(c: Canvas, index: int, count: int) -> None:
    """Draw a scroll bar for `count` items, of which only the item `index` is visible."""
    scrollbar(c, index, 1, count)


def pointer(c: Canvas, x: Column, y: int, w: Pixels) -> None:
    """Draw the pointer of a selected row at (x, y), and the line below the row."""
    c.text(x, y, "▶", 16)
    c.hline(x, y + 15, w)


def label(c: Canvas, x: Column, y: int, text: str, w: Pixels) -> None:
    """Write `text` as large as possible in a box 16 px high and `w` px wide.

    The text has large letters if it fits with or without its French term in brackets. Otherwise it has up to two
    lines of small letters.
    """
    for large in (text, without_french_term(text) if "[" in text else text):
        if c.width(large, 16) <= w:
            c.text(x, y, large, 16)
            return
    lines = list(c.wrap(text, w))
    if len(lines) == 1:
        c.text(x, y + 4, lines[0])
        return
    c.text(x, y, lines[0])
    c.text(x, y + 8, c.shorten(" ".join(lines[1:]), w))


# Number of columns that a label and a value in letters of 16 px share in `rows`, beside a scroll bar. A list
# without a scroll bar has six columns more.
ROW_ROOM = 107


def rows(
    c: Canvas,
    items: Sequence[Entry],
    cursor: int,
    first: int,
    y: int = TOP,
    seen: int = LIST_ROWS,
    marked: Sequence[int] = (),
) -> None:
    """Draw a list of rows 16 px high.

    An item is (label, value) or (label, value, ticked). The value may be "". If `ticked` is True, a ticked box
    precedes the label; if it is False, an empty box; if it is None, no box.

    cursor  index of the selected item, -1 for none.
    first   index of the first visible item.
    seen    number of visible items.
    marked  indexes of the items whose value is dark on light.
    """
    count = len(items)
    scrollbar(c, first, seen, count, y, 16 * seen)
    end = 122 if count > seen else 128
    for index in range(first, min(first + seen, count)):
        item = items[index]
        x = 9
        if index == cursor:
            pointer(c, 0, y, end)
        if len(item) > 2 and item[2] is not None:
            x = c.text(x, y, "☑" if item[2] else "☐", 16) + 1
        room = end - x
        value = item[1]
        if value:
            # A value in large letters may fill the columns beside its label in large letters, or half of the row if
            # that is more. A value in small letters may also fill the columns beside its label in small letters.
            most = max(room - c.width(item[0], 16) - 6, room >> 1)
            if c.width(value, 16) <= most:
                stop = c.align_right(end, y, value, 16)
            else:
                most = max(most, room - c.width(item[0]) - 6)
                stop = c.align_right(end, y + 4, c.shorten(value, most))
            if index in marked:
                c.invert(stop - 2, y, end + 2 - stop, 15)
            room = stop - 5 - x
        label(c, x, y, item[0], room)
        y += 16


def lanes(c: Canvas, y: int, sums: Sequence[tuple[str, str]]) -> None:
    """Draw the lanes of a roll side by side, in a row 16 px high.

    A lane is a named sum of modifiers, such as those of the d4. An item of `sums` is (name of the lane, sum as text).
    """
    for size, gap in ((16, 8), (16, 4), (8, 4)):
        wide = -1 - gap
        for name, value in sums:
            wide += c.width(name) + c.width(value, size) + 4 + gap
        if wide <= 128:
            break
    low = y + 6 if size == 16 else y + 4
    x = max((128 - wide) // 2, 0)
    for name, value in sums:
        x = c.text(x, low, name) + 2
        x = c.text(x, y if size == 16 else low, value, size) + gap


# Numbers and texts


def draw_large(c: Canvas, text: str, y: int = TOP, h: Pixels = 48, x: Column = 0, w: Pixels = 128) -> Size:
    """Draw `text` as large as possible in the middle of a box.

    Return the size of its letters.
    """
    size = c.fitting_size(text, w, [size for size in (48, 32, 16) if size <= h] or (8,))
    if c.width(text, size) <= w:
        c.centre(y + (h - size) // 2, text, size, x, x + w)
        return size
    for size in (16, 8):
        lines = list(c.wrap(text, w, size))
        if len(lines) * size <= h:
            break
    index = y + max(h - len(lines) * size, 0) // 2
    for line in lines:
        c.centre(index, line, size, x, x + w)
        index += size
    return size


def toast(c: Canvas, message: str) -> None:
    """Draw a message dark on light over the lowest rows.

    The middle band moves up over the top band, so that the message hides little more than the key strip. The
    message has the first of these forms that fits:

    - one line of large letters;
    - the text up to an arrow or colon in small letters, then the rest in large letters on the same line;
    - only for a message with an arrow: small letters, then the last word in large letters;
    - lines of small letters.
    """
    size = 16 if c.width(message, 16) <= 124 else 8
    lead = 0
    if size == 8:
        found = [message.find(sign) + 1 for sign in "→:"]
        index = min(found) or max(found)
        lead = index and c.width(message[:index]) + 3
        if lead and lead + c.width(message[index + 1 :], 16) > 124:
            lead = 0
    w = 124
    value = ""
    if size == 8 and not lead and ARROW in message:
        value = message[message.rfind(" ") + 1 :]
        w -= c.width(value, 16) + 4
        words = message[: -len(value) - 1]
        if w >= 64 and len(list(c.wrap(words, w))) < 3:
            message = words
        else:
            w = 124
            value = ""
    lines = [message[index + 1 :]] if lead else list(c.wrap(message, w, size))
    h = 16 if lead else max(len(lines) * size, 16)
    y = 64 - h
    c.move_up()
    c.hline(0, y - 1, 128, 0)
    c.box(0, y, 128, h, 1)
    if lead:
        c.text(2, y + 4, message[:index], 8, 0)
        size = 16
    y += (h - len(lines) * size) // 2
    for line in lines:
        c.centre(y, line, size, lead, w + 4, 0)
        y += size
    if value:
        c.align_right(126, 48, value, 16, 0)
