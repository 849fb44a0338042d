"""Trirème: the contents of the owner's file (RULES 5.6).

The module `owner_file` parses the owner's file into `Corrections`. A form does not ask the players for inputs
whose role is "param": their values are in `Corrections.params`. A form does not ask for inputs that pass corrected
cells either: `correction_values` returns their values, and the form reads these again whenever another value changes.
This module is separate from `owner_file`, so that a form does not need the large parser in memory.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from . import tables
from .tables import CLEARANCE, COLUMNS, ROWS, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Field, Values

    from .types import Cell, Code, Column, Counter, Fault, Table, TableRow


def illegible_code(table: Table) -> Code:
    """Return the code of an illegible cell of a table."""
    return tables.ILLEGIBLE if table == CLEARANCE else tables.UNKNOWN


# maximum number of items in the list `faults`, and maximum number of items in the list `notes`
MOST_FAULTS = 60


class Corrections:
    """The contents of the owner's file; without corrections, the shipped tables count.

    cells     for each table, the codes of its cells row by row (see `tables`); 0 means an uncorrected cell
    unusable  the owner's texts that no code can express, by (table, index of the cell in `cells`)
    params    values of the file's `param` lines, by the field of the input, see owner_file.PARAMS
    ships     values of the file's `ship` lines, by the number of the counter, see `counters`
    faults    (number of the line, code of the fault, arguments) of each line that the parser skipped
    notes     remarks on lines that the parser accepted, in the form of `faults`
    dropped   number of faults and remarks that were not stored because of MOST_FAULTS
    lines     for each table, the number of the file line that set each cell; [] after `owner_file.note_breaks`
    """

    def __init__(self) -> None:
        self.cells = [bytearray(len(TABLES[table]) * COLUMNS[table]) for table in range(3)]
        self.unusable: dict[tuple[Table, int], str] = {}
        self.params: dict[Field, int] = {}
        self.ships: dict[Counter, bytes] = {}
        self.faults: list[Fault] = []
        self.notes: list[Fault] = []
        self.dropped = 0
        self.lines: list[array[int]] = [array("H", [0] * len(codes)) for codes in self.cells]

    def add_fault(self, listed: list[Fault], fault: Fault) -> None:
        """Add a fault or a remark to `listed`, which is `faults` or `notes`.

        The length of the list is limited, because a file with a fault on each line could fill the memory.
        """
        if len(listed) < MOST_FAULTS:
            listed.append(fault)
        else:
            self.dropped += 1

    def row_cells(self, table: Table, row: TableRow) -> list[Cell]:
        """List (text, mark) of the cells in a table row, with the owner's corrections."""
        found = []
        number = row * COLUMNS[table]
        for text in TABLES[table][row].split()[1:]:
            code = self.cells[table][number]
            if code == tables.SHIPPED:
                found.append(tables.split_mark(text))
            elif code == illegible_code(table):
                found.append((tables.split_mark(self.unusable[(table, number)])[0], tables.DOUBT))
            else:
                text = tables.CLEARED[code] if table == CLEARANCE else tables.damage_text(code)
                found.append((text, tables.SURE))
            number += 1
        return found

    def cell_at(self, table: Table, row: TableRow, column: Column) -> Cell:
        """Return (text, mark) of one cell, with the owner's correction."""
        return self.row_cells(table, row)[column]

    def row_marks(self, table: Table, row: TableRow) -> str:
        """Return a table row's marks, one letter for each cell: o sure, c check, ? doubt."""
        return "".join(["oc?"[mark] for _, mark in self.row_cells(table, row)])

    def unsure_counts(self, table: Table) -> tuple[int, int]:
        """Return (number of cells to check, number of cells in doubt) of a table."""
        check = doubt = 0
        width = COLUMNS[table]
        for row in range(len(TABLES[table])):
            if any(self.cells[table][width * row : width * row + width]):
                marks = self.row_marks(table, row)
                check += marks.count("c")
            else:
                marks = TABLES[table][row]
                check += marks.count("~")
            doubt += marks.count("?")
        return check, doubt


def correction_values(cells: Sequence[bytes | bytearray], procedure: Procedure, values: Values) -> Values:
    """Return the values of the inputs that pass corrected cells to a Procedure.

    `cells` is `Corrections.cells`. The result is {} if the Procedure's table has no corrected cell.
    """
    location = tables.column_of(procedure, values)
    if location is None or not any(cells[location[0]]):
        return {}
    table, column = location
    width = COLUMNS[table]
    codes = cells[table]
    if table == CLEARANCE:
        found = list(codes[width * column : width * (column + 1)])
        return tables.pack_codes(found, tables.CLEARANCE_INPUTS)
    return tables.pack_codes([codes[row * width + column] for row in range(ROWS)], tables.DAMAGE_INPUTS)
