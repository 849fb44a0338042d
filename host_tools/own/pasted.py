"""Parse a table that the user pasted into the page's editor.

The table comes from a spreadsheet, or is a list of ranges and results.

The module uses only features that MicroPython has, because the page's editor runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import lists
from .lists import ListError
from .marks import plain
from .ranges import format_range

if TYPE_CHECKING:
    from typing import Any

__all__ = ["ListError", "read"]

_LEAST = 3  # least number of cells on a line of a table with columns: a range and two results


def read(data: str) -> tuple[str, list[str], list[list[Any]]]:
    """Return (dice, headings of the columns, [range, cells] of each row).

    A list without columns has no headings. Raises ListError if the list is ambiguous.
    """
    if not data.strip():
        raise ListError("no-rows")
    found = _grid(data)
    if found:
        corner, heads, rows = found
        dice = lists.find_dice([corner])
    else:
        dice, listed = lists.read(data)
        heads, rows = [], [(ends, [text]) for ends, text in listed]
    return (
        dice or lists.dice_of(rows),
        [_cell(each) for each in heads],
        [[format_range(low, high, "-"), [_cell(each) for each in cells]] for (low, high), cells in rows],
    )


def _cell(text: str) -> str:
    return plain(text).replace("|", "/").strip("~=") or "–"


def _grid(data: str) -> tuple[str, list[str], list[Any]] | None:
    """Return (first cell, headings, rows) of a table with columns, or None.

    The text must have cells that are separated by tabs: a heading above each column, and a range at the
    beginning of each row.
    """
    data = data.replace("\r\n", "\n").replace("\r", "\n")
    lines = [
        [cell.strip() for cell in cells] for _, cells in lists.records(data, "\t") if "".join(cells).strip()
    ]
    wide = max([len(cells) for cells in lines])
    if wide < _LEAST or len(lines) < _LEAST or [cells for cells in lines if len(cells) != wide]:
        return None
    head, rows = lines[0], lines[1:]
    if lists.ends_of(head[0]) or [cell for cell in head[1:] if not cell]:
        return None
    ends = [lists.ends_of(cells[0]) for cells in rows]
    if None in ends or not [cells for cells in rows if not lists.ends_of(cells[1])]:
        return None  # if the second column has ranges too, the first two columns are the ends of ranges
    return head[0], head[1:], [(end, cells[1:]) for end, cells in zip(ends, rows)]  # noqa: B905 - as MicroPython's
