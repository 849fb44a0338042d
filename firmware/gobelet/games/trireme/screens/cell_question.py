"""Trirème: the question about a cell that a player reads in the printed table.

This module finds the table cell that a roll uses. This module also makes the texts of the questions about the cell, and
the line of the owner's file that stores the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane

from ..rules import tables
from ..rules.tables import CLEARANCE, RAKE, cell_labels, column_of, damage_row
from .owner_data import owner_corrections

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Path, Values
    from gobelet.ui.screens.types import Context


def rolled_cell(proc: Procedure, values: Values, path: Path) -> tuple[int, int, int]:
    """Return (table, table row, column) of the cell that a roll uses."""
    found: Any = column_of(proc, values)  # not None, because this Procedure uses a table
    table, column = found
    dice = sum(path[0])
    if table == CLEARANCE:
        return table, column, dice - 2
    return table, damage_row(dice + lane(proc, values, "roll")), column


def _labels(context: Context, table: int, row: int, column: int) -> tuple[str, str]:
    """Return the printed headings of a cell: (of its table row, of its column)."""
    label, head = cell_labels(table, row, column)
    if table == CLEARANCE:
        return context.t("o." + label), head
    return label, context.t("rake.%d" % column) if table == RAKE else head.replace("-", "−")


def question_text(context: Context, proc: Procedure, values: Values, path: Path, asked: str) -> str:
    """Return the question about a cell that a player must read in the printed table.

    The question contains the text of the cell in the tables of the firmware. `asked` is the name of the Ask, "cell" or
    "check".
    """
    table, row, column = rolled_cell(proc, values, path)
    label, head = _labels(context, table, row, column)
    text = tables.shipped_cell(table, row, column)[0]
    if table == CLEARANCE:
        return context.t("read.clearance." + asked, head, text)
    return context.t("read.damage", label, head, text)


def read_text(proc: Procedure, option: int) -> str:
    """Return the text of the cell that a player has read; "" for an illegible cell."""
    if proc.name == "ship_clearance":
        return "" if option == tables.ILLEGIBLE else tables.CLEARED[option]
    return "" if option == tables.UNKNOWN else tables.damage_text(option)


def is_unrecorded(context: Context, proc: Procedure, values: Values, path: Path, option: int) -> bool:
    """Tell whether the owner's file lacks the text that a player has read."""
    text = read_text(proc, option)
    return bool(text) and owner_corrections(context).cell_at(*rolled_cell(proc, values, path)) != (
        text,
        tables.SURE,
    )


def offer_text(context: Context, proc: Procedure, values: Values, path: Path, option: int) -> str:
    """Return the question whether to store a read cell in the owner's file.

    See RULES 5.5.
    """
    return context.t("keep", read_text(proc, option), *_labels(context, *rolled_cell(proc, values, path)))


def stored_line(proc: Procedure, values: Values, path: Path, option: int) -> str:
    """Return the line of the owner's file that stores the read cell."""
    from ..rules.owner_file import set_line  # imported only here, because the module is large

    table, row, column = rolled_cell(proc, values, path)
    return set_line(table, row, column, read_text(proc, option))
