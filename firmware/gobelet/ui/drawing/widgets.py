"""Widgets: functions that draw parts of screens from plain values, without state.

The screen has three bands. Rows 0-7 name the place of the screen, rows 8-55 have the content, rows 56-63 the
acts of the keys. Each outer band is a line of small letters. A dotted line between its left and right text
separates it from the middle band, and takes no row of its own. The selected item has the same marks on all
screens: a pointer and a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .canvas import Canvas
    from .types import Column, Entry, Pixels, Size

TOP = 8  # first row of the middle band
LOW = 56  # first row after the middle band
LIST_ROWS = 3
ARROW = "→"  # printed between the old and the new value in the description of a change


def minus(value: int | str) -> str:
    """Return a number with a real minus sign."""
    return str(value).replace("-", "−")


def plain(text: str) -> str:
    """Return a text without its French in brackets, for narrow places."""
    before, _, rest = text.partition(" [")
    return before + rest.partition("]")[2]


# Bands


def _leader(c: Canvas, x0: Column, x1: Column, y: int) -> None:
    if x1 - x0 > 8:
        c.dots(x0 + 3, y + 4, x1 - x0 - 6)


def _draw_aside(c: Canvas, end: Column, text: str) -> Column:
    """Draw a text of the device, dark on light, in the top band. Return the end of the room before it."""
    x = end - c.width(text) - 2
    c.fill(x, 0, end - x, 8)
    c.text(x + 1, 0, text, 8, 0)
    return x - 3


def top(c: Canvas, left: str, right: str = "") -> None:
    """Draw the top band: title, and a text on the right.

    If the band is too narrow, the title loses its French in brackets.
    """
    end = 128
    if c.gauge:
        end = _draw_aside(c, end, c.gauge)
        if right == c.gauge:
            right = ""
    if c.turn is not None:
        name, time = c.turn  # a name that the title already has is not repeated
        end = _draw_aside(c, end, time if not name or name in left else name + " " + time)
        right = c.shorten(right, end - 24)
    if right:
        end = c.right(end, 0, right)
    if "[" in left and c.width(left) > end - 6:
        left = plain(left)
    x = c.text(0, 0, c.shorten(left, end - 6, 8))
    _leader(c, x, end, 0)


def strip(c: Canvas, left: str, ok: str = "", back: str = "", holds: str = "") -> None:
    """Draw the key strip: the acts of UP and DOWN, of OK, and of BACK if it is unusual.

    `holds` are signs for held keys, dark on light: "?" for OK, "↶" for BACK.
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
        end = c.right(end, LOW, last)
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
    """Acknowledge a key: invert the right half of the key strip until its work is done."""
    c.invert(64, 56, 64, 8)


def list_rows(first: int, cursor: int, count: int, seen: int = LIST_ROWS) -> int:
    """Return the new first row of a list, moved as little as needed to show the cursor."""
    first = min(first, cursor, max(count - seen, 0))
    return max(first, cursor - seen + 1, 0)


def scrollbar(c: Canvas, first: int, seen: int, count: int, y: int = TOP, h: Pixels = 48) -> None:
    """Draw a scroll bar in two columns at the right edge, if some rows are hidden."""
    if count > seen:
        long = max(h * seen // count, 4)
        c.fill(126, y + (h - long) * min(first, count - seen) // (count - seen), 2, long)


def position_bar(c: Canvas, index: int, count: int) -> None:
    """Draw a scroll bar for `count` items of which one is shown at a time."""
    scrollbar(c, index, 1, count)


def pointer(c: Canvas, x: Column, y: int, w: Pixels) -> None:
    """Draw the pointer and the rule of the selected row, 16 rows high, at (x, y)."""
    c.text(x, y, "▶", 16)
    c.hline(x, y + 15, w)


def label(c: Canvas, x: Column, y: int, text: str, w: Pixels) -> None:
    """Write `text` in a row of 16, in large letters if it fits without its French in brackets.

    Otherwise in up to two lines of small letters.
    """
    for large in (text, plain(text) if "[" in text else text):
        if c.width(large, 16) <= w:
            c.text(x, y, large, 16)
            return
    lines = list(c.wrap(text, w))
    if len(lines) == 1:
        c.text(x, y + 4, lines[0])
        return
    c.text(x, y, lines[0])
    c.text(x, y + 8, c.shorten(" ".join(lines[1:]), w))


# Columns that `rows` has for a label and a value of 16 px beside its scroll bar; six more without one.
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
    """Draw a list of rows 16 px high; items are (label, value) or (label, value, ticked), value may be "".

    ticked: True draws a ticked box before the label, False an empty one, None no box. A cursor of -1 shows no
    pointer. The values of the rows in `marked` are dark on light.
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
            # A value may take the rest of the row, and at least half of it. In small letters it may take the
            # rest beside a label in small letters.
            most = max(room - c.width(item[0], 16) - 6, room >> 1)
            if c.width(value, 16) <= most:
                stop = c.right(end, y, value, 16)
            else:
                most = max(most, room - c.width(item[0]) - 6)
                stop = c.right(end, y + 4, c.shorten(value, most))
            if index in marked:
                c.invert(stop - 2, y, end + 2 - stop, 15)
            room = stop - 5 - x
        label(c, x, y, item[0], room)
        y += 16


def lanes(c: Canvas, y: int, sums: Sequence[tuple[str, str]]) -> None:
    """Draw the sums by lane in one row of 16: (name, number in writing) each."""
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


# Numbers and words


def big(c: Canvas, text: str, y: int = TOP, h: Pixels = 48, x: Column = 0, w: Pixels = 128) -> Size:
    """Draw `text` as large as possible in the middle of its box. Return the size used."""
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
    """Draw a message, dark on light, in the place of both bands.

    The middle band moves up, so that the message hides little of it. A message fits one line of large
    letters, or two lines of small ones. If that leaves room for the rest in large letters, the part before an
    arrow or a colon is small. Otherwise, if an arrow shows that the message ends with a value, all but that
    value is small.
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
    c.lift()
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
        c.right(126, 48, value, 16, 0)
