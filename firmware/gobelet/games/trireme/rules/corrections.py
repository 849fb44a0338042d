"""Trirème: the contents of the owner's file (RULES 5.6), as `owner_file` reads it.

A form adds them to its values after each change of the values: `given`, and `params` to the inputs whose role
is "param". The form never asks for those inputs, and the reader of the file need not stay in memory for it.
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
    """The code for a cell with an unusable value."""
    return tables.ILLEGIBLE if table == CLEARANCE else tables.UNKNOWN


MOST_FAULTS = 60  # the most faults and remarks that are stored


class Corrections:
    """The contents of the owner's file; empty contents mean the tables as shipped.

    cells    for each table, the codes of its cells (see `tables`), 0 as shipped;
    kept     unusable values, verbatim, by (table, cell);
    params   values of the parameters in the file, by field;
    ships    values of the counters in the file, by the number of their name, see `counters`;
    faults   list of (line, code, arguments) of the lines left out;
    notes    the same for lines that count, with a remark;
    dropped  number of faults and remarks beyond those;
    lines    for each table, the file's line of each cell; none once the notes are complete.
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

    def add_fault(self, told: list[Fault], fault: Fault) -> None:
        """Add a fault to `faults` or `notes`, up to a limit.

        A file may consist of nothing but faults, so without a limit it could fill the memory.
        """
        if len(told) < MOST_FAULTS:
            told.append(fault)
        else:
            self.dropped += 1

    def row_cells(self, table: Table, row: TableRow) -> list[Cell]:
        """List (text, mark) of the cells in a row, with the corrections."""
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
        """(text, mark) of one cell, with the correction."""
        return self.row_cells(table, row)[column]

    def row_marks(self, table: Table, row: TableRow) -> str:
        """The marks of a row, one letter for each cell: o sure, c to be checked, ? in doubt."""
        return "".join(["oc?"[mark] for _, mark in self.row_cells(table, row)])

    def unsure_counts(self, table: Table) -> tuple[int, int]:
        """(cells to check, cells in doubt) of a table, both as numbers."""
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
    """The inputs that pass the corrected cells to a Procedure; {} if its table has none."""
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
