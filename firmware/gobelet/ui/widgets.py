"""Widgets: what screens are made of. Functions that draw on a canvas from plain values and keep nothing.

The screen has three bands: rows 0-7 where am I, rows 8-55 the matter, rows 56-63 what the keys do. Both outer
bands are a line of small letters with a dotted leader between its ends, which parts them from the middle
without a row of its own. What is chosen wears the same thing everywhere: a pointer and a rule.
"""

from ..core.dice import DROPPED, EXPLODED, HIT, MINUS, REROLLED

TOP = 8  # first row of the middle band
LOW = 56  # first row after it
LIST_ROWS = 3


def _sign(value):
    """A number with a real minus sign."""
    return str(value).replace("-", "−")


# Bands


def _leader(c, x0, x1, y):
    if x1 - x0 > 8:
        c.dots(x0 + 3, y + 4, x1 - x0 - 6)


def top(c, left, right="", charge=None):
    """The top band: title, and whose turn or the like. `charge` in percent draws the battery."""
    end = 128
    if charge is not None:
        battery(c, 117, 0, charge)
        end = 114
    if right:
        end = c.right(end, 0, right)
    x = c.text(0, 0, c.shorten(left, end - 6, 8))
    _leader(c, x, end, 0)


def strip(c, left, ok="", back="", holds=""):
    """The key strip: what UP and DOWN do, what OK does, and where it is not plain what BACK does.

    `holds` are the signs of what holding a key gives here, drawn dark on light: "?" for OK, "↶" for BACK.
    """
    x = c.text(0, LOW, left) if left else 0
    last = back or ok
    end = 128
    for at in range(len(holds) - 1, -1, -1):
        w = c.width(holds[at]) + 2
        c.fill(end - w, LOW, w, 8)
        c.text(end - w + 1, LOW, holds[at], 8, 0)
        end -= w + 2
    if last:
        end = c.right(end, LOW, last)
    if back and ok:
        room = end - x - 6
        name = c.shorten(ok, room)
        at = x + (end - x - c.width(name)) // 2
        _leader(c, x, at, LOW)
        x = c.text(at, LOW, name)
    if last and x > end:
        c.clipped += 1
    _leader(c, x, end, LOW)


# Lists


def pressed(c):
    """The key was heard: the right half of the key strip turns dark on light until its work is done."""
    c.invert(64, 56, 64, 8)


def list_rows(first, cursor, count, seen=LIST_ROWS):
    """The new first row of a list, moved as little as it takes to show the cursor."""
    first = min(first, cursor, max(count - seen, 0))
    return max(first, cursor - seen + 1, 0)


def scrollbar(c, first, seen, count, y=TOP, h=48):
    """Two columns at the right edge, only where there is more than can be seen."""
    if count > seen:
        long = max(h * seen // count, 4)
        c.fill(126, y + (h - long) * min(first, count - seen) // (count - seen), 2, long)


def pointer(c, x, y, w):
    """The mark and the rule of what is chosen: a row of 16 that begins at (x, y)."""
    c.text(x, y, "▶", 16)
    c.hline(x, y + 15, w)


def label(c, x, y, s, w):
    """`s` in a row of 16: large, or in two lines of small letters where that is too wide."""
    if c.width(s, 16) <= w:
        c.text(x, y, s, 16)
        return
    lines = list(c.wrap(s, w))
    if len(lines) == 1:
        c.text(x, y + 4, lines[0])
        return
    c.text(x, y, lines[0])
    c.text(x, y + 8, c.shorten(" ".join(lines[1:]), w))


def rows(c, items, cursor, first, y=TOP, seen=LIST_ROWS):
    """A list of rows 16 px high; items are (label, value) or (label, value, ticked), value may be "".

    ticked True or False puts a box before the label, None does not. A cursor of -1 shows no pointer.
    """
    count = len(items)
    scrollbar(c, first, seen, count, y, 16 * seen)
    end = 122 if count > seen else 128
    for at in range(first, min(first + seen, count)):
        item = items[at]
        x = 9
        if at == cursor:
            pointer(c, 0, y, end)
        if len(item) > 2 and item[2] is not None:
            x = c.text(x, y, "☑" if item[2] else "☐", 16) + 1
        room = end - x
        value = item[1]
        if value:
            # A value may take all that the label leaves, and at least half.
            most = max(room - c.width(item[0], 16) - 6, room >> 1)
            if c.width(value, 16) <= most:
                stop = c.right(end, y, value, 16)
            else:
                stop = c.right(end, y + 4, c.shorten(value, most))
            room = stop - 5 - x
        label(c, x, y, item[0], room)
        y += 16


def lanes(c, y, sums):
    """The sums by lane in one row of 16: (name, number as written) each."""
    for size in (16, 8):
        wide = -9
        for name, value in sums:
            wide += c.width(name) + c.width(value, size) + 12
        if wide <= 128:
            break
    low = y + 6 if size == 16 else y + 4
    x = max((128 - wide) // 2, 0)
    for name, value in sums:
        x = c.text(x, low, name) + 2
        x = c.text(x, y if size == 16 else low, value, size) + 8


def chips(c, items, cursor, first, sums):
    """Two rows of what can be ticked or set, and under a line the sums they make."""
    rows(c, items, cursor, first, TOP, 2)
    c.dots(0, 40, 128)
    lanes(c, 40, sums)


# Numbers and words


def big(c, text, y=TOP, h=48, x=0, w=128):
    """`text` as large as fits its place, in the middle of it. Returns the size used."""
    size = c.fit(text, w, [size for size in (48, 32, 16) if size <= h] or (8,))
    if c.width(text, size) <= w:
        c.centre(y + (h - size) // 2, text, size, x, x + w)
        return size
    for size in (16, 8):
        lines = list(c.wrap(text, w, size))
        if len(lines) * size <= h:
            break
    at = y + max(h - len(lines) * size, 0) // 2
    for line in lines:
        c.centre(at, line, size, x, x + w)
        at += size
    return size


def dial(c, value, low, high, old=None, unit=""):
    """A number to set: the value, what it was, and how far it stands between its bounds."""
    end = 122
    if high > low:
        c.vline(126, TOP + 1, 46)
        c.fill(124, TOP + 44 - 44 * (value - low) // (high - low), 4, 3)
    if unit:
        end = c.right(end, 32, unit, 16) - 4
    was = _sign(old) + "→" if old is not None and old != value else ""
    text = _sign(value)
    x = c.width(was, 16) + 3 if was else 0
    size = c.fit(text, end - x, (48, 32, 16))
    y = TOP + (48 - size) // 2
    if size == 16:
        # Too wide beside what it was: under it.
        x = 0
        size = c.fit(text, end, (32, 16))
        y = LOW - size
    c.text(0, TOP if x == 0 else 24, was, 16)
    c.centre(y, text, size, x, end)


def confirm(c, question, no, yes, chosen):
    """A question and its two answers; `chosen` true puts the pointer on `yes`."""
    size = 16 if len(list(c.wrap(question, 128, 16))) <= 2 else 8
    lines = list(c.wrap(question, 128, size))
    y = TOP + (32 - len(lines) * size) // 2
    for line in lines:
        c.centre(y, line, size)
        y += size
    for x, name, mine in ((0, no, not chosen), (66, yes, chosen)):
        at = x + 9 + (53 - c.width(name, 16)) // 2
        c.text(at, 40, name, 16)
        if mine:
            pointer(c, x, 40, 62)


def split(c, left, right, active=None):
    """Two players side by side: (name, number, pips now, pips at most, sum of what just changed) each.

    active 0 or 1 marks whose turn it is; pips at most 0 draws none; the sum may be "".
    """
    for y in range(TOP + 1, LOW, 3):
        c.fb.pixel(64, y, 1)
    for side in (0, 1):
        name, value, now, most, delta = right if side else left
        x = 66 * side
        end = x + 62
        text = _sign(value)
        size = c.fit(text, 62, (32, 16))
        ink = 1
        if side == active:
            c.fill(x, TOP, 62, 8)
            ink = 0
        if delta and c.width(text, size) + c.width(delta) + 6 <= 62:
            c.centre(TOP, c.shorten(name, 58), 8, x, end, ink)
            end = bubble(c, end, TOP + 11, delta) - 1
        elif delta:
            # No room beside the number: beside the name.
            end = c.right(end - 2, TOP, delta, 8, ink) - 4
            c.text(x + 2, TOP, c.shorten(name, end - x - 2), 8, ink)
            end = x + 62
        else:
            c.centre(TOP, c.shorten(name, 58), 8, x, end, ink)
        c.centre(TOP + 9 + (32 - size) // 2, text, size, x, end)
        if most:
            pips(c, x, LOW - 6, now, most, 62, 5)


def bubble(c, x, y, text, size=8):
    """What just changed, dark on light, its right edge at `x`. Returns its left edge."""
    w = c.width(text, size) + 4
    c.box(x - w, y, w, size + 1, 1)
    c.text(x - w + 2, y + 1, text, size, 0)
    return x - w


def toast(c, message):
    """A message, dark on light, over the lower part of the middle band."""
    size = 16 if c.width(message, 16) <= 124 else 8
    lines = list(c.wrap(message, 124, size))
    h = max(len(lines) * size + 2, 18)
    y = LOW - h
    c.hline(0, y - 1, 128, 0)
    c.box(0, y, 128, h, 1)
    y += 1 + (h - 2 - len(lines) * size) // 2
    for line in lines:
        c.centre(y, line, size, 0, 128, 0)
        y += size


# Amounts


def bar(c, x, y, w, h, part, whole):
    """A part of a whole."""
    c.rect(x, y, w, h)
    if whole > 0:
        c.fill(x + 2, y + 2, (w - 4) * max(0, min(part, whole)) // whole, h - 4)


def pips(c, x, y, now, most, w=128, h=6, lost=0):
    """`most` pips, `now` of them full; the last `lost` of those, about to go, are half lit.

    Up to twenty are drawn one by one where they fit in `w`; else a bar and the numbers.
    """
    wide = 4 if most * 5 - 1 <= w else 3
    if most > 20 or most * (wide + 1) - 1 > w:
        text = "%s/%d" % (_sign(now), most)
        end = c.right(x + w, y + (h - 7) // 2, text)
        bar(c, x, y, end - 3 - x, h, now, most)
        return
    for at in range(most):
        if at < now - lost:
            c.fill(x, y, wide, h)
        else:
            c.rect(x, y, wide, h)
            if at < now:
                for dy in range(1, h - 1):
                    c.fb.pixel(x + (wide - 2 if dy & 1 else 1), y + dy, dy & 1 or wide - 3)
        x += wide + 1


def battery(c, x, y, percent):
    """A battery of 11 x 7."""
    c.rect(x, y, 9, 7)
    c.vline(x + 9, y + 2, 3)
    c.fill(x + 2, y + 2, (5 * max(0, min(percent, 100)) + 50) // 100, 3)


def bars(c, odds, y=25, h=30, cursor=None, names=()):
    """The chances of an `Odds` as columns, the highest as high as there is room.

    With a cursor its column is full and the others hollow; where they are too thin for that, dots stand above
    it. An outcome that can happen is never invisible. Where there are more outcomes than columns, neighbours
    are added up. `names` of the outcomes stand under the columns where all of them fit.
    """
    weights = odds.weights
    count = len(weights)
    if not count:
        return
    each = (count + 125) // 126
    if each > 1:
        weights = [sum(weights[at : at + each]) for at in range(0, count, each)]
        count = len(weights)
        if cursor is not None:
            cursor //= each
    pitch = min(126 // count, 16)
    wide = pitch - 1 if pitch > 2 else pitch
    most = max(weights)
    if not names or max([c.width(name) for name in names]) >= pitch:
        names = ()
    else:
        h -= 8
    base = y + h - 1
    x = (128 - pitch * count + pitch - wide) // 2
    c.hline(x - 1, base, pitch * (count - 1) + wide + 2)
    for at in range(count):
        tall = 0
        if weights[at]:
            tall = max((h - 1) * weights[at] // most, 1)
            if cursor is None or at == cursor or wide < 3:
                c.fill(x, base - tall, wide, tall)
            else:
                c.rect(x, base - tall, wide, tall + 1)
        if names:
            c.centre(base + 1, names[at], 8, x, x + wide)
        if at == cursor:
            for dot in range(base - tall - 2, y - 1, -2):
                c.hline(x + (wide - 1) // 2, dot, 1)
        x += pitch


# Dice


def dice_row(c, dice, y, h=12, cursor=-1, locked=0, room=128):
    """Dice as squares with their face: (sides, face) or (sides, face, mark) each, mark as in core.dice.

    Dropped and rerolled ones lose their square and are struck out, "+" joins an explosion to what it follows,
    "−" stands before a die that is subtracted, a success is light. The kind stands before the first die of it
    where there is room. `cursor` is the die pointed at (a ring), `locked` a bit mask of dice held fast
    (underlined). They stand in the middle of the first `room` columns; what does not fit in the `h` rows of pixels
    is counted at the end.
    """
    pitch = 13 if cursor < 0 and not locked else 15
    deep = (h + 1) // pitch or 1
    wide = _dice_width(c, dice, True)
    kinds = wide <= (room if deep == 1 else room * deep - 20 * deep)
    if not kinds:
        wide = _dice_width(c, dice, False)
    x = max((room - wide) // 2, 1)
    kind = 0
    for at in range(len(dice)):
        sides, face = dice[at][0], dice[at][1]
        mark = dice[at][2] if len(dice[at]) > 2 else 0
        w = _die(c, face)
        name = "d%d" % sides if kinds and sides != kind else ""
        sign = _before(mark)
        lead = 6 if sign else 0
        if name:
            lead += c.width(name) + 2
        # The last row of dice keeps room for the number of those left over.
        end = room if deep > 1 or at + 1 == len(dice) else room - 16
        if x > 1 and x + lead + w > end and _dice_width(c, dice[at:], False) > room - x:
            deep -= 1
            if deep == 0:
                c.right(room, y + 3, "+%d" % (len(dice) - at))
                return
            y += pitch
            x = 1
        kind = sides
        if sign:
            x = c.text(x, y + 2, sign)
        if name:
            x = c.text(x, y + 3, name) + 1
        text = str(face)
        wide = c.width(text)
        left = x + (w - wide) // 2
        struck = mark & (DROPPED | REROLLED)
        light = 1 if mark & HIT and not struck else 0
        if struck:
            # The stroke passes behind the number, which it would make unreadable.
            c.fb.line(x - 1, y + 11, x + w, y - 1, 1)
            c.fill(left, y + 3, wide, 7, 0)
        else:
            c.box(x, y, w, 12, light)
        c.text(left, y + 3, text, 8, 1 - light)
        if locked >> at & 1:
            c.fill(x + 1, y + 12, w - 2, 2)
        if at == cursor:
            c.rect(x - 1, y - 1, w + 2, 14)
            if light:
                c.rect(x, y, w, 12, 0)
        x += w + 2


def _before(mark):
    """The sign before a die with this mark."""
    if mark & EXPLODED:
        return "+"
    return "−" if mark & MINUS else ""


def _die(c, face):
    """Width of a die's square."""
    return 12 if face < 100 else c.width(str(face)) + 4


def _dice_width(c, dice, kinds):
    total = -2
    kind = 0
    for die in dice:
        total += _die(c, die[1]) + 2
        if len(die) > 2 and _before(die[2]):
            total += 6
        if kinds and die[0] != kind:
            kind = die[0]
            total += c.width("d%d" % kind) + 2
    return total
