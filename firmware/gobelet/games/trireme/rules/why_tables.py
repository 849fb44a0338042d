"""Trirème: the why-chains of what the tables of damage and of clearance say; see `why`."""

from gobelet.core.procedure import lane

from . import cells, clearing, ramming
from .damage import codes, row
from .ramming import raked
from .tables import CLEARED, RAKE, RAM
from .why import total


def _cell(row, text, mark, corrected):
    """What the table says, and how far it can be trusted."""
    lines = [("why.cell", (row, text + ("", "~", "?")[mark]))]
    if corrected or mark:
        lines.append(("why.owner" if not mark else "why.check" if mark == 1 else "why.doubt", ()))
    return lines


def ram(proc, v, path):
    ratio = lane(proc, v, "column")
    lines = [("why.ratio", ("%+d" % ratio if ratio else "0",))]
    return lines + _damage(proc, v, path, RAM, ramming.where(v))


def rake(proc, v, path):
    return _damage(proc, v, path, RAKE, raked(v))


def _damage(proc, v, path, table, column):
    lines = total(proc, v, path)
    at = row(sum(path[0]) + lane(proc, v, "roll"))
    code, mark = codes(v, table, column)[at]
    lines += _cell(at, cells.write(code), mark, cells.corrected(v, at, cells.COLUMN))
    for result in path[1:]:
        if mark:
            lines.append(("why.read", (cells.write(result),)))
            mark = 0
        else:
            lines.append(("why.side" if result else "why.no_side", ()))
    return lines


def clearance(proc, v, path):
    roll = sum(path[0])
    code, mark = clearing.codes(v)[roll - 2]
    return _cell(roll, CLEARED[code], mark, cells.corrected(v, roll - 2, cells.CLEARANCE))
