"""Parse lists and tables that have a range and a result in each line.

The parser accepts the forms in which people commonly write such lists. The module uses only features that
MicroPython has, because the page's editor runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.games.dice.rules import notation

from .alike import parse_int
from .ranges import FAR, parse_range

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Ends = tuple[int, int]

_HEADS = "roll rolls range dice die number no from min jet plage dé dés de table résultat result".split()  # noqa: SIM905
_BEHIND = ".):|-–—\t"  # separators between a range and its text


class ListError(Exception):
    """An ambiguous list: code and values of a message, see sentences.py."""

    def __init__(self, code: str, *values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def read(data: str) -> tuple[str, list[tuple[Ends, str]]]:
    """Return the dice that the heading names, or "", and (range, text) of each row.

    Raises ListError.
    """
    dice = ""
    lines = [each for each in _cells(data.replace("\r\n", "\n").replace("\r", "\n")) if each[1]]
    lines = _join_pairs(lines)
    rows = [(number, _row(cells)) for number, cells in lines]
    ranged = [(row[0], row[1], row[2]) for _, row in rows if row[0]]
    if lines and not rows[0][1][0] and (_is_head(lines[0][1]) or 2 * len(ranged) > len(rows)):
        dice = find_dice(lines[0][1])
        lines, rows = lines[1:], rows[1:]
    if not ranged or (dice and len(ranged) < len(rows) and not _has_sure_range(ranged)):
        rows = [(number, (None, _join(cells), False)) for number, cells in lines]
        ranged = []
    if ranged and len(ranged) < len(rows) and not (_has_sure_range(ranged) or 2 * len(ranged) > len(rows)):
        raise ListError("list-mixed")
    if ranged and not _has_sure_range(ranged) and not _are_consecutive([row[0] for row in ranged]):
        raise ListError("list-mixed")
    found: list[tuple[Ends, str]] = []
    for number, (ends, text, _) in rows:
        if ranged and (ends is None or not text):
            raise ListError("no-row", number)
        at = len(found) + 1
        found.append((ends or (at, at), text))
    if dice and not ranged and not _is_die_with(dice, len(found)):
        raise ListError("list-head", dice, len(found))
    return dice, found


def _join_pairs(lines: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Join each range with the text on the next line.

    If ranges and texts do not alternate on all lines, the list is returned unchanged.
    """
    alone = [len(cells) == 1 and ends_of(cells[0].rstrip(".: ")) is not None for _, cells in lines]
    first = 1 if lines and not alone[0] else 0  # the first line is a heading if it is no range
    if len(alone) - first < 4 or alone[first:] != [True, False] * ((len(alone) - first) // 2):
        return lines
    found = lines[:first]
    for at in range(first, len(lines), 2):
        number, cells = lines[at]
        found.append((number, [cells[0].rstrip(".: ")] + lines[at + 1][1]))
    return found


def _has_sure_range(ranged: list[Any]) -> bool:
    """Tell whether at least one row certainly begins with a range.

    The numbers in "2-4 text" and "3. text" are certainly ranges. The number in "3 goblins" may belong to the text.
    """
    return bool([row for row in ranged if row[2]])


def _are_consecutive(ends: list[Ends]) -> bool:
    """Tell whether each range begins with the number after the previous range."""
    return not [at for at in range(1, len(ends)) if ends[at][0] != ends[at - 1][1] + 1]


def _is_die_with(dice: str, count: int) -> bool:
    """Tell whether a dice notation is a single die with `count` faces."""
    try:
        constant, terms = notation.parse(dice)
    except notation.NotationError:
        return False
    return not constant and len(terms) == 1 and terms[0][1] == (count,)


def find_dice(cells: list[str]) -> str:
    """Return the dice notation that a heading contains, or ""."""
    for cell in cells:
        for word in cell.replace(":", " ").replace("(", " ").replace(")", " ").split():
            try:
                notation.parse(word)
            except notation.NotationError:
                continue
            return word
    return ""


def _is_head(cells: list[str]) -> bool:
    """Tell whether a line is a heading, which names dice or columns."""
    first = cells[0].split()[0] if cells[0].split() else ""
    try:
        notation.parse(first)
        return True
    except notation.NotationError:
        words = [cell.strip().lower() for cell in cells]
        return len(words) > 1 and words[0] in _HEADS


def _row(cells: list[str]) -> tuple[Ends | None, str, bool]:
    """Return (range, text, whether the range is certain) of the cells of a line.

    The range is None if the line does not begin with a range.
    """
    first = cells[0]
    if len(cells) > 2 and parse_int(first) is not None and parse_int(cells[1]) is not None:
        low, high = ends_of(first), ends_of(cells[1])
        if low and high and low[0] <= high[1]:
            return (low[0], high[1]), " – ".join(cells[2:]), True
    ends = ends_of(first)
    if ends and len(cells) > 1:
        return ends, " – ".join(cells[1:]), True
    ends, text, sure = _leading(first)
    if ends is None:
        return None, _join(cells), False
    return ends, _join([text]) + "".join([" – " + cell for cell in cells[1:]]), sure


def _join(cells: list[str]) -> str:
    return " – ".join(cells)


def _leading(text: str) -> tuple[Ends | None, str, bool]:
    """Split a text into (leading range or None, rest, whether the range is certain)."""
    at = 0
    while at < len(text) and text[at] in "0123456789-–—−.+ #":
        at += 1
    for word in ("to", "à", "bis"):
        if (
            text[at : at + len(word) + 1].lower() == word + " "
            and text[at + len(word) + 1 : at + len(word) + 2].isdigit()
        ):
            end = at + len(word) + 1
            while text[end : end + 1].isdigit():
                end += 1
            low, high = ends_of(text[:at].strip(" #")), ends_of(text[at + len(word) + 1 : end])
            if low and high:
                return (low[0], high[1]), text[end:].strip(_BEHIND + " "), True
    head = text[:at]
    sign = text[at : at + 1]
    bare = head.strip(" #").rstrip(".-–—−").strip()
    ends = ends_of(bare)
    if ends is None:
        return None, text, False
    behind = text[at:].strip(_BEHIND + " ") if sign and sign in _BEHIND else text[at:].strip()
    sure = (
        ends[0] != ends[1] or (sign != "" and sign in _BEHIND) or head.rstrip()[-1:] in (".", "-", "–", "—")
    )
    if not behind or not (head[-1:] in " .-–—" or (sign and sign in _BEHIND)):
        return None, text, False
    return ends, behind, sure


def ends_of(text: str) -> Ends | None:
    """Return (low, high) of a range, or None for any other text.

    "00" as the upper end of a range counts as 100, the highest face of a d100.
    """
    for word in (" to ", " à ", " bis "):
        text = text.replace(word, "-")
    ends = parse_range(text)
    if ends and ends[1] == 0 and text.endswith("00"):
        return (ends[0] or 100, 100)
    return ends if ends and ends[0] <= ends[1] else None


def dice_of(rows: list[Any]) -> str:
    """Return dice with the same lowest and highest number as the table rows.

    The dice are a d66 or d666, several equal dice, or one die with a constant.
    """
    ends = [end for row in rows for end in row[0] if abs(end) != FAR] or [1, 6]
    low, high = min(ends), max(ends)
    if any(row[0][0] == -FAR for row in rows):
        low = min(low, 1)
    if (low, high) in ((11, 66), (111, 666)):
        return "d66" if high == 66 else "d666"
    if low > 1 and high % low == 0 and high > low and low <= notation.MOST_DICE and high // low <= 100:
        return f"{low}d{high // low}"
    return die(high - low + 1, low - 1) or f"d{high - low + 1}"


def die(faces: int, more: int) -> str:
    """Return dice that give the `faces` numbers from 1 + `more` on with equal chance.

    The dice are one die with a constant, or two dice as the digits of a number. Return "" if no such dice exist.
    """
    high = low = 0
    if faces == 1:
        return str(1 + more)
    if faces > 100:
        for low in range(100, 1, -1):
            if faces % low == 0 and faces // low <= 100:
                high = faces // low
                break
        if not high:
            return ""
        more -= low
    if abs(more) > 999:
        return ""
    sides = low or faces
    text = "d{1..66}" if sides == 66 else f"d{sides}"
    if high:
        text = ("d{1..66}" if high == 66 else f"d{high}") + f"*{low}+" + text
    return text + (f"{more:+d}" if more else "")


def _cells(data: str) -> Iterable[tuple[int, list[str]]]:
    """Yield (line number, cells) of each line of a list.

    The separator of cells is the sign that occurs on most lines. A comma is a separator only in three cases: half of
    the lines or more begin with a range and a comma; a line has quotes; the first cell is a word of _HEADS.
    """
    # a line that begins with ## is a Markdown heading, which is no part of the list
    lines = ["" if line.strip()[:2] == "##" else line for line in data.split("\n")]
    data = "\n".join(lines)
    full = [line for line in lines if line.strip()]
    if len([line for line in full if line.strip()[:1] == "|"]) * 2 > len(full):
        for at in range(len(lines)):
            cells = [cell.strip() for cell in lines[at].strip().strip("|").split("|")]
            if [cell for cell in cells if cell.strip("-: ")]:
                yield at + 1, [cell.strip("* ") for cell in cells if cell]
        return
    between = max(";\t|,", key=lambda sign: sum([sign in line for line in full]))
    if between == ",":
        behind = [line for line in full if ends_of(line.partition(",")[0].strip(' "'))]
        quoted = [line for line in full if '"' in line]
        head = full and full[0].lower().partition(",")[0].strip() in _HEADS
        if 2 * len(behind) < len(full) and not quoted and not head:
            between = ""
    elif 2 * sum([between in line for line in full]) <= len(full):
        between = ""
    for number, row in records(data, between):
        yield number, [cell.strip() for cell in row if cell.strip()]


def records(data: str, between: str) -> Iterable[tuple[int, list[str]]]:
    """Yield (line number, cells) of each record of a CSV text.

    between   the separator of cells, or "" for one cell on each line

    Between quotes, a separator or a line end belongs to the cell.
    """
    row: list[str] = []
    cell: list[str] = []
    open_ = False
    at = 0
    line = first = 1
    while at < len(data):
        sign = data[at]
        if sign == '"' and open_ and data[at + 1 : at + 2] == '"':
            cell.append(sign)
            at += 1
        elif between and sign == '"' and (open_ or not "".join(cell).strip()):
            open_ = not open_
        elif not open_ and (sign == between or sign == "\n"):
            row.append("".join(cell))
            cell = []
            if sign == "\n":
                yield first, row
                row = []
                first = line + 1
        else:
            cell.append(sign)
        line += sign == "\n"
        at += 1
    row.append("".join(cell))
    yield first, row
