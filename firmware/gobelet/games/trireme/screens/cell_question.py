"""Trirème: a cell that the player reads from the printed table.

The module has the place of the cell, and the line that stores it.
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
    """Find (table, row, column) of the rolled cell."""
    found: Any = column_of(proc, values)  # a roll that needs a cell always has a column
    table, column = found
    dice = sum(path[0])
    if table == CLEARANCE:
        return table, column, dice - 2
    return table, damage_row(dice + lane(proc, values, "roll")), column


def _labels(context: Context, table: int, row: int, column: int) -> tuple[str, str]:
    """The row and the column of a cell, in the words of the printed table."""
    label, head = cell_labels(table, row, column)
    if table == CLEARANCE:
        return context.t("o." + label), head
    return label, context.t("rake.%d" % column) if table == RAKE else head.replace("-", "−")


def question_text(context: Context, proc: Procedure, values: Values, path: Path, asked: str) -> str:
    """The question about a cell that the player must read.

    The question includes the shipped cell; `asked` is the name of the question.
    """
    table, row, column = rolled_cell(proc, values, path)
    label, head = _labels(context, table, row, column)
    text = tables.shipped_cell(table, row, column)[0]
    if table == CLEARANCE:
        return context.t("read.clearance." + asked, head, text)
    return context.t("read.damage", label, head, text)


def read_text(proc: Procedure, option: int) -> str:
    """The text that the player read, as the table prints it; "" for an illegible cell."""
    if proc.name == "ship_clearance":
        return "" if option == tables.ILLEGIBLE else tables.CLEARED[option]
    return "" if option == tables.UNKNOWN else tables.damage_text(option)


def is_unrecorded(context: Context, proc: Procedure, values: Values, path: Path, option: int) -> bool:
    """Tell whether the player read a cell that the owner's file does not have yet."""
    text = read_text(proc, option)
    return bool(text) and owner_corrections(context).cell_at(*rolled_cell(proc, values, path)) != (
        text,
        tables.SURE,
    )


def offer_text(context: Context, proc: Procedure, values: Values, path: Path, option: int) -> str:
    """The question whether to store the read cell in the owner's file (RULES 5.5)."""
    return context.t("keep", read_text(proc, option), *_labels(context, *rolled_cell(proc, values, path)))


def stored_line(proc: Procedure, values: Values, path: Path, option: int) -> str:
    """The line of the owner's file that stores the read cell."""
    from ..rules.owner_file import set_line  # imported only here, because the module is large

    table, row, column = rolled_cell(proc, values, path)
    return set_line(table, row, column, read_text(proc, option))
