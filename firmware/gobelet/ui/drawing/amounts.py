"""Widgets for numbers, players and chances.

Each widget is a function that draws plain values and keeps no state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .pixels import rotate_half
from .widgets import LOW, TOP, number_text, pointer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.odds import Odds
    from .canvas import Canvas
    from .types import Column, Pixels, Size


def dial(c: Canvas, value: int, low: int, high: int, old: int | None = None, unit: str = "") -> None:
    """Draw a number that the player sets.

    If `old` differs from `value`, the old value and an arrow precede the number. A vertical line at the right
    edge shows the range: a block on this line is at the bottom for `low`, and at the top for `high`.
    """
    end = 122
    if high > low:
        c.vline(126, TOP + 1, 46)
        c.fill(124, TOP + 44 - 44 * (value - low) // (high - low), 4, 3)
    if unit:
        end = c.align_right(end, 32, unit, 16) - 4
    was = number_text(old) + "→" if old is not None and old != value else ""
    text = number_text(value)
    x = c.width(was, 16) + 3 if was else 0
    size = c.fitting_size(text, end - x, (48, 32, 16))
    y = TOP + (48 - size) // 2
    if size == 16:
        # the new value is too wide beside the old value: draw it below the old value
        x = 0
        size = c.fitting_size(text, end, (32, 16))
        y = LOW - size
    c.text(0, TOP if x == 0 else 24, was, 16)
    c.centre(y, text, size, x, end)


def confirm(c: Canvas, question: str, no: str, yes: str, chosen: bool) -> None:
    """Draw a question and its two answers.

    The pointer is on the answer `yes` if `chosen`, otherwise on the answer `no`.
    """
    size = 16 if len(list(c.wrap(question, 128, 16))) <= 2 else 8
    lines = list(c.wrap(question, 128, size))
    y = TOP + (32 - len(lines) * size) // 2
    for line in lines:
        c.centre(y, line, size)
        y += size
    for x, name, mine in ((0, no, not chosen), (66, yes, chosen)):
        index = x + 9 + (53 - c.width(name, 16)) // 2
        c.text(index, 40, name, 16)
        if mine:
            pointer(c, x, 40, 62)


def two_players(
    c: Canvas,
    left: tuple[str, int, int, int, str],
    right: tuple[str, int, int, int, str],
    active: int | None = None,
    more: Sequence[str] = (),
    low: bool = False,
) -> None:
    """Draw two players side by side.

    `left` and `right` are each (name, number, number of full pips, number of all pips, recent change). No pips
    are drawn if the number of all pips is 0. The recent change is a text, "" for none.

    active  index, 0 or 1, of the player whose turn it is; None marks neither player.
    more    (left player's second number, right player's second number, unit of both numbers), or ().
    low     True leaves the lowest 16 rows of the middle band free; allowed only together with `more`.
    """
    for y in range(TOP + 1, LOW - 16 * low, 3):
        c.fb.pixel(64, y, 1)
    for side in (0, 1):
        beside = (more[side], more[2]) if more else None
        # In the half that is rotated at the end of this function, the number is 5 rows lower. So the rotated number
        # stays above the lowest 16 rows, which `low` keeps free.
        size, y = (17, TOP + 12 + 5 * (side == c.turned)) if low else (32, TOP + 9)
        _side(c, 66 * side, right if side else left, side == active, beside, size, y)
    if c.turned >= 0:  # the upside-down half faces the player on the opposite side of the table
        rotate_half(c.buffer, 66 * c.turned, 62)


def _side(
    c: Canvas,
    x: Column,
    player: tuple[str, int, int, int, str],
    active: bool,
    more: tuple[str, str] | None,
    tall: Size,
    y: int,
) -> None:
    """Draw one player of `two_players` from column `x` on.

    The player's number starts at pixel row `y` and is at most `tall` pixels high.
    """
    name, value, now, most, delta = player
    end = x + 62
    text = number_text(value)
    size = c.fitting_size(text, 62, (tall, 16))
    ink = 1
    if active:
        c.fill(x, TOP, 62, 8)
        ink = 0
    if more:
        middle = c.align_right(end - 1, TOP, more[1], 8, ink) - 3
        c.centre(TOP, c.shorten(name, middle - x), 8, x, middle, ink)
        end = c.align_right(end, y, more[0], 16)
        if delta:
            end = min(end, bubble(c, x + 62, TOP + 27, delta))
        end -= 2
    elif delta and c.width(text, size) + c.width(delta) + 6 > 62:
        # the recent change does not fit beside the number: draw it beside the name
        room = c.align_right(end - 2, TOP, delta, 8, ink) - 6 - x
        c.text(x + 2, TOP, c.shorten(name, room), 8, ink)
    else:
        c.centre(TOP, c.shorten(name, 58), 8, x, end, ink)
        if delta:
            end = bubble(c, end, TOP + 11, delta) - 1
    c.centre(y + (tall - size) // 2, text, size, x, end)
    if most:
        pips(c, x, LOW - 6, now, most, 62, 5)


def all_players(c: Canvas, cells: Sequence[tuple[str, str, str]], here: int, delta: str = "") -> None:
    """Draw all players in two rows.

    A player in `cells` is (name, number as text, note).

    The name of the player with index `here` is dark on light, and the recent change `delta` replaces that
    player's note. Up to four players are drawn by `player_quarter`. For more than four players, smaller
    numbers are below the names, and a note is drawn only if it fits beside the name.
    """
    few = len(cells) <= 4
    columns = 2 if few else (len(cells) + 1) // 2
    w = 128 // columns
    for index in range(len(cells)):
        name, text, note = cells[index]
        x = index % columns * w
        y = TOP - 1 + index // columns * 25  # TOP - 1 leaves a dark line between the two rows of players
        if index == here and delta:
            note = delta if few else ""
        if few:
            player_quarter(c, x, y, name, text, note, index == here)
        else:
            if note and c.width(name + " " + note) < w - 2:
                name += " " + note
            _draw_name(c, x, y, w - 1, name, delta if index == here else "", index == here)
            size = c.fitting_size(text, w - 2, (17, 16, 8))
            c.centre(y + 8 + (17 - size) // 2, text, size, x, x + w - 1)


def player_quarter(
    c: Canvas, x: Column, y: int, name: str, text: str, note: str, here: bool = False
) -> tuple[int, int]:
    """Draw a player in a quarter of the middle band.

    Return (number of columns for the name, number of columns for the number).

    The number, up to 24 pixels high, is right of the name. Up to two lines of notes are below the name. If
    there are two notes, a long name ends with an ellipsis. If not, a long name is cut to its first letter, or to a
    leading sign and the next letter. If `here` is True, the name is dark on light.
    """
    size = c.fitting_size(text, 50, (24, 17, 16))
    number = c.width(text, size)
    c.text(x + 61 - number, y + (24 - size) // 2, text, size)
    w = 58 - number
    notes = note.split("\n") if note else []
    rows = 8 if len(notes) > 1 else 16
    size = 8
    if rows == 8:
        name = c.shorten(name, w - 1)
    elif c.width(name, 16) >= w:
        if c.width(name) >= w:
            # also keep the letter after a leading sign, because the names of several players may begin with this sign
            kept = 2 if ord(name[0]) > 0x2000 else 1
            name = name[:kept]
        size = c.fitting_size(name, w - 2, (16, 8))
    else:
        size = 16
    if here:
        c.fill(x, y, w, rows)
    c.text(x + 1, y + (rows - size) // 2, name, size, not here)
    for each in notes:
        c.text(x + 1, y + rows, c.shorten(each, w - 1))
        rows += 8
    return w, number


def _draw_name(c: Canvas, x: Column, y: int, w: Pixels, name: str, delta: str, here: bool) -> None:
    """Draw a player's name, and the recent change `delta` right of the name."""
    end = x + w
    if here:
        c.fill(x, y, w, 8)
    if delta:
        end = c.align_right(end, y, delta, 8, 0) - 3
    # a name that does not fit beside a recent change is left out, because one letter would not name the player
    if not delta or c.width(name) < end - x:
        while c.width(name) > end - x - 1:
            name = name[:-1]
        c.text(x + 1, y, name, 8, not here)


def bubble(c: Canvas, x: Column, y: int, text: str, size: Size = 8) -> Column:
    """Draw a recent change dark on light, so that its box ends left of column `x`.

    Return the first column of the box.
    """
    w = c.width(text, size) + 4
    c.box(x - w, y, w, size + 1, 1)
    c.text(x - w + 2, y + 1, text, size, 0)
    return x - w


def bar(c: Canvas, x: Column, y: int, w: Pixels, h: Pixels, part: int, whole: int) -> None:
    """Draw a frame, filled from the left in the proportion `part` / `whole`."""
    c.rect(x, y, w, h)
    if whole > 0:
        c.fill(x + 2, y + 2, (w - 4) * max(0, min(part, whole)) // whole, h - 4)


def pips(
    c: Canvas, x: Column, y: int, now: int, most: int, w: Pixels = 128, h: Pixels = 6, lost: int = 0
) -> None:
    """Draw `most` pips, which are small boxes, in a row; the first `now` are full.

    The last `lost` of the full pips are hatched.

    A bar and the text "`now`/`most`" replace more than twenty pips, or pips that exceed the width `w`.
    """
    wide = 4 if most * 5 - 1 <= w else 3
    if most > 20 or most * (wide + 1) - 1 > w:
        text = "%s/%d" % (number_text(now), most)
        end = c.align_right(x + w, y + (h - 7) // 2, text)
        bar(c, x, y, end - 3 - x, h, now, most)
        return
    for index in range(most):
        if index < now - lost:
            c.fill(x, y, wide, h)
        else:
            c.rect(x, y, wide, h)
            if index < now:
                for dy in range(1, h - 1):
                    c.fb.pixel(x + (wide - 2 if dy & 1 else 1), y + dy, dy & 1 or wide - 3)
        x += wide + 1


def bars(
    c: Canvas, odds: Odds, y: int = 25, h: Pixels = 30, cursor: int | None = None, names: Sequence[str] = ()
) -> None:
    """Draw the chances of an `Odds` as columns; the highest column has the height `h`.

    cursor  index of the selected outcome: its column is full, with dots above it. The columns of the other
            outcomes are hollow, or hatched if they are less than 3 pixels wide. None selects no outcome.
    names   names of the outcomes, drawn below the columns if all names fit.

    The column of a possible outcome is at least one pixel high. If there are more than 126 outcomes, each
    column shows the sum of several neighbouring outcomes.
    """
    weights, each = _added_up(odds.weights)
    count = len(weights)
    if not count:
        return
    if cursor is not None:
        cursor //= each
    pitch = min(126 // count, 16)
    wide = pitch - 1 if pitch > 2 else pitch
    if not names or max([c.width(name) for name in names]) >= pitch:
        names = ()
    else:
        h -= 8
    base = y + h - 1
    most = max(weights)
    heights = [max((h - 1) * weight // most, 1) if weight else 0 for weight in weights]
    first = x = (128 - pitch * count + pitch - wide) // 2
    thin = cursor is not None and wide < 3
    for index in range(count):
        tall = heights[index]
        if cursor is None or index == cursor or thin:
            c.fill(x, base - tall, wide, tall)
        elif tall:
            c.rect(x, base - tall, wide, tall + 1)
        if names:
            c.centre(base + 1, names[index], 8, x, x + wide)
        x += pitch
    if cursor is not None:
        x = first + pitch * cursor
        tall = heights[cursor]
        if thin:
            for row in range(base - 2, y - 1, -2):
                c.fill(first, row, pitch * count, 1, 0)
            c.fill(x, base - tall, wide, tall)
        for dot in range(base - tall - 2, y - 1, -2):
            c.hline(x + (wide - 1) // 2, dot, 1)
    c.hline(first - 1, base, pitch * (count - 1) + wide + 2)


def _added_up(weights: Sequence[int]) -> tuple[Sequence[int], int]:
    """Return (weights of at most 126 columns, number of outcomes in each column)."""
    count = len(weights)
    each = (count + 125) // 126
    if each > 1:
        weights = [sum(weights[index : index + each]) for index in range(0, count, each)]
    return weights, each
