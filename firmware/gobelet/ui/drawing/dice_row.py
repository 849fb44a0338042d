"""Dice in a row, as squares with their faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.dice import CANCELS, DROPPED, EXPLODED, HIT, MINUS, REROLLED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.types import Face, Marks
    from .canvas import Canvas
    from .types import Column, Pixels


def dice_row(
    c: Canvas, dice: Sequence[tuple[int, ...]], y: int, room: Pixels = 128, start: Column = 0
) -> None:
    """Draw dice as squares with faces, centred between columns `start` and `room`.

    A die is (sides, face) or (sides, face, marks); the module rules.dice defines the marks. If there is room, the
    kind of a die, such as d6, precedes the first die of that kind. A die with 0 sides has no kind. A dropped or
    rerolled die is struck out, and has no square. A "+" precedes a die that an explosion has added. A "−" precedes a
    die that is subtracted or cancels a success. A success is drawn dark on light. If some dice do not fit, the row
    ends with the number of these dice, such as "+3".
    """
    wide = dice_width(c, dice, True, room)
    kinds = wide <= room - start
    if not kinds:
        wide = dice_width(c, dice, False, room)
    x = begin = max((start + room - wide) // 2, start, 1)
    kind = 0
    for index in range(len(dice)):
        sides, face = dice[index][0], dice[index][1]
        marks = dice[index][2] if len(dice[index]) > 2 else 0
        w = _die(c, face)
        name = "d%d" % sides if kinds and sides and sides != kind else ""
        sign = _sign_before(marks)
        lead = 6 if sign else 0
        if name:
            lead += c.width(name) + 2
        # the text for the number of dice that do not fit needs up to 16 columns
        end = room if index + 1 == len(dice) else room - 16
        if x > begin and x + lead + w > end and dice_width(c, dice[index:], False, room - x) > room - x:
            c.align_right(room, y + 3, "+%d" % (len(dice) - index))
            return
        kind = sides
        if sign:
            x = c.text(x, y + 2, sign)
        if name:
            x = c.text(x, y + 3, name) + 1
        _draw_die(c, x, y, w, face, marks)
        x += w + 2


def _draw_die(c: Canvas, x: Column, y: int, w: Pixels, face: Face, marks: Marks) -> None:
    """Draw the face of a die in a square `w` columns wide.

    A dropped or rerolled die is struck out and has no square.
    """
    text = str(face).replace("-", "−")
    wide = c.width(text)
    left = x + (w - wide) // 2
    struck = marks & (DROPPED | REROLLED)
    light = 1 if marks & HIT and not struck else 0
    if struck:
        # draw the face over the line that strikes it out, so that the face stays readable
        c.fb.line(x - 1, y + 11, x + w, y - 1, 1)
        c.fill(left, y + 3, wide, 7, 0)
    else:
        c.box(x, y, w, 12, light)
    c.text(left, y + 3, text, 8, 1 - light)


def _sign_before(marks: Marks) -> str:
    """Return the sign before a die with these marks: "+", "−" or ""."""
    if marks & EXPLODED:
        return "+"
    return "−" if bool(marks & MINUS) != bool(marks & CANCELS) else ""


def _die(c: Canvas, face: Face) -> Pixels:
    """Return the width of a die's square."""
    return 12 if 0 <= face < 100 else c.width(str(face)) + 4


def dice_width(c: Canvas, dice: Sequence[tuple[int, ...]], kinds: bool, most: Pixels = 999) -> Pixels:
    """Return the width of the row that `dice_row` draws for some dice.

    `kinds` tells whether the kinds of the dice are drawn. The addition stops when the width exceeds `most`, because
    the caller then knows that the dice do not fit.
    """
    total = -2
    kind = 0
    for die in dice:
        if total > most:
            break
        total += _die(c, die[1]) + 2
        if len(die) > 2 and _sign_before(die[2]):
            total += 6
        if kinds and die[0] and die[0] != kind:
            kind = die[0]
            total += c.width("d%d" % kind) + 2
    return total
