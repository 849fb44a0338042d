"""Trirème: the parser and writer of the owner's file (RULES 5.6).

The file has values that the owner has read from the printed game. The file is plain UTF-8, with a tab between any two
fields. A faulty line or block is reported and skipped; all other lines count. A line is one of:

    # comment
    @table  ship_ram_damage     begins a block with a whole table: an @head line with its columns, then all its rows
    set     ship_ram_damage  10  +4  Bra        sets one cell: table row, column, value
    diag    ship_ram_damage  13  a              sets each cell whose table row + column number (1 to 17) is 13
    param   fleet_grapple_need  9               sets a number that the player aid lacks
    ship    Alpha  5  8  6  ordinaire           has the values printed on a counter, see `counters`

A `set` line overrides a `diag` line, and a `diag` line overrides a block, whatever their order in the file. If two
lines of the same kind set a cell, the later line counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import counters, tables
from .corrections import Corrections, illegible_code
from .tables import CLEARANCE, COLUMNS, LABELS, RAKE, RAM, ROWS, TABLES, cell_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Field

    from .types import Code, Column, Fault, Table, TableRow

# The names of the printed tables in the file. The index of a name is the number of the table.
NAMES = ("ship_ram_damage", "ship_rake_damage", "ship_clearance")

# Parameters that the player aid lacks, each with our assumption (RULES 3). The columns are:
# - the name of the parameter in a `param` line,
# - the field of the input,
# - the value without a file; a "need" of 0 means that the number to reach is unknown,
# - the value of the first option,
# - the options, as a `param` line writes them.
PARAMS = (
    "fleet_ram_dice           ram_dice      1  0  0 1 2 3",
    "fleet_ram_add_size       ram_size      1  0  no yes",
    "fleet_ram_parity         parity        0  0  ask dice totals",
    "fleet_grapple_need       need          0  0  0..30",
    "fleet_grapple_dice       grapple_dice  1  1  1 2 3",
    "fleet_grapple_equipment  gear          0  0  -1 +1",
    "ship_boarding_split      split         0  0  greedy separate lower",
    "fleet_boarding_held      held_factor   0  0  none full",
)

_BLANK = " \t\r"


class _FaultyLine(Exception):
    """Raised for a line that the parser skips.

    The arguments are the code of the fault, then the arguments of the message about the fault.
    """


def parse_file(data: bytes | None) -> Corrections:
    """Parse the file in which the owner of the game corrects its printed tables.

    `data` is None if the device has no file.
    The result has no remarks about damage cells out of order; `note_breaks` adds these remarks.
    """
    reader = _Reader()
    data = data or b""
    begin = 3 if data[:3] == b"\xef\xbb\xbf" else 0  # skip a byte order mark, which is not part of the text
    number = 0
    while begin < len(data):
        end = data.find(b"\n", begin)
        end = len(data) if end < 0 else end
        cr = data.find(b"\r", begin, end)
        if 0 <= cr < end - 1:  # a CR without LF ends a line in files of old editors
            end = cr
        number += 1
        reader.read_line(number, data[begin:end])
        begin = end + 1
    reader.end_table()
    return reader.found


def note_breaks(found: Corrections) -> Corrections:
    """Add a remark for each of `misordered_cells` to `found`, and return `found`.

    `parse_file` does not add these remarks, because the check takes 150 ms on the device and no roll needs it.
    """
    if not found.lines:
        return found
    for table in (RAM, RAKE):
        for row, column in sorted(set(misordered_cells(found, table))) if any(found.cells[table]) else ():
            lines = [
                found.lines[table][max(above, 0) * COLUMNS[table] + max(left, 0)]
                for above, left in ((row, column), (row, column - 1), (row - 1, column))
            ]
            found.add_fault(
                found.notes, (max(lines), "break", (NAMES[table],) + cell_labels(table, row, column))
            )
    found.lines = []
    for listed in (found.faults, found.notes):
        listed.sort()
    return found


class _Reader:
    """The state of the parser within a file.

    A block is an @table line, its @head line, and a line for each table row.

    found   the contents that were parsed so far
    levels  for each cell, the kind of the line that set it: 0 none, 1 block, 2 diag, 3 set
    number  the number of the file line with the present block's @table; 0 outside a block
    table, name  the number and the name of the block's table
    head    whether the block's @head line was parsed
    rows    the parsed lines of the block: (number of the line, its text), by index of the table row
    fault   the first fault of the block; None for a block without a fault so far
    cut     whether the last block had a fault; further table rows after this block are then skipped without a fault
    """

    def __init__(self) -> None:
        self.found = Corrections()
        self.levels = [bytearray(len(codes)) for codes in self.found.cells]
        self.number = 0
        self.table = RAM
        self.name = ""
        self.head = False
        self.rows: dict[TableRow, tuple[int, str]] = {}
        self.fault: Fault | None = None
        self.cut = False

    def read_line(self, number: int, raw: bytes) -> None:
        """Parse one line, given as bytes."""
        try:
            try:
                line = str(raw, "utf-8").strip(_BLANK)
            except UnicodeError:
                raise _FaultyLine("utf8")
            if line[:1] in ("", "#"):
                return
            line = line.replace("e\u0301", "é")
            fields = _fields(line)
            first = fields[0]
            if first in ("@table", "set", "diag", "param", "ship"):
                self.end_table()
                if first == "@table":
                    self.begin_table(number, fields)
                elif first == "param":
                    self.read_param(fields)
                elif first == "ship":
                    self.read_ship(fields)
                else:
                    self.read_cells(number, fields)
            elif not self.number or self.is_complete(first):
                self.end_table()
                if self.cut and (first == "@head" or row_of(self.table, first) >= 0):
                    return
                raise _FaultyLine("word", first)
            elif self.fault is None:
                self.read_row(number, fields, line)
        except _FaultyLine as wrong:
            fault = (number, wrong.args[0], wrong.args[1:])
            if not self.number:
                self.found.add_fault(self.found.faults, fault)
            elif self.fault is None:
                self.fault = fault

    # Blocks. A block with a faulty line is skipped as a whole.

    def begin_table(self, number: int, fields: Sequence[str]) -> None:
        """Begin a block with its @table line."""
        self.number = number
        self.fault = None
        self.head = False
        self.rows = {}
        self.table = RAM  # a placeholder if the name is faulty; the block is skipped then
        self.name = " ".join(fields[1:])
        if self.name not in NAMES:
            raise _FaultyLine("table", self.name)
        self.table = NAMES.index(self.name)

    def is_complete(self, label: str) -> bool:
        """Tell whether the block is complete, and the next line is not a table row.

        `label` is the first field of the next line.
        """
        return (
            self.fault is None and len(self.rows) == len(TABLES[self.table]) and row_of(self.table, label) < 0
        )

    def read_row(self, number: int, fields: Sequence[str], line: str) -> None:
        """Parse a line of the block: its @head line, or the line of a table row."""
        table = self.table
        wide = COLUMNS[table]
        count = len(fields) - 1
        if fields[0] == "@head":
            if count != wide:
                raise _FaultyLine("head", count, wide)
            for column in range(wide):
                if column_of(table, fields[column + 1]) != column:
                    raise _FaultyLine("column", fields[column + 1])
            self.head = True
            return
        if not self.head:
            raise _FaultyLine("head", 0, wide)
        row = row_of(table, fields[0])
        if row < 0 or row in self.rows:
            raise _FaultyLine("row", fields[0])
        if count != wide:
            raise _FaultyLine("cells", count, wide)
        self.rows[row] = (number, line)  # one whole text needs a fifth of the memory of its separate fields

    def end_table(self) -> None:
        """End the present block, if any: set its cells, or report its first fault.

        The last argument of the fault is the name of the table.
        """
        if not self.number:
            return
        if self.fault is None and len(self.rows) != len(TABLES[self.table]):
            self.fault = (self.number, "rows", (len(self.rows), len(TABLES[self.table])))
        self.cut = self.fault is not None
        if self.fault is not None:
            number, code, arguments = self.fault
            self.found.add_fault(self.found.faults, (number, code, arguments + (self.name,)))
        else:
            for row in sorted(self.rows):
                number, line = self.rows[row]
                texts = _fields(line)
                shipped = TABLES[self.table][row].split()
                wide = COLUMNS[self.table]
                # A table row needs no change if its line has the shipped cells and no earlier line has set any of these
                # cells.
                if texts[1:] != shipped[1:] or any(
                    self.found.cells[self.table][row * wide : row * wide + wide]
                ):
                    for column in range(wide):
                        self.set_cell(1, number, self.table, row, column, texts[column + 1], shipped)
        self.number = 0
        self.rows = {}

    # Lines outside blocks.

    def read_cells(self, number: int, fields: Sequence[str]) -> None:
        """Parse a `set` or `diag` line."""
        wanted = 5 if fields[0] == "set" else 4
        if len(fields) != wanted:
            raise _FaultyLine("fields", fields[0], len(fields), wanted)
        if fields[1] not in NAMES:
            raise _FaultyLine("table", fields[1])
        table = NAMES.index(fields[1])
        if wanted == 5:
            row = row_of(table, fields[2])
            column = column_of(table, fields[3])
            if row < 0:
                raise _FaultyLine("row", fields[2])
            if column < 0:
                raise _FaultyLine("column", fields[3])
            self.set_cell(3, number, table, row, column, fields[4])
            return
        diagonal = _parse_integer(fields[2])
        if table != RAM or diagonal is None or not 1 <= diagonal <= 31:
            raise _FaultyLine("diag", fields[2])
        for row in range(ROWS):
            column = diagonal - row - 1
            if 0 <= column < COLUMNS[RAM]:
                self.set_cell(2, number, RAM, row, column, fields[3])

    def set_cell(
        self,
        level: int,
        number: int,
        table: Table,
        row: TableRow,
        column: Column,
        text: str,
        split: Sequence[str] = (),
    ) -> None:
        """Set a cell, unless a line with a higher level has set it, see `levels`.

        `number` is the number of the file line. `split` has the label and the cells of the shipped table row, if the
        caller has split this row already.
        """
        index = row * COLUMNS[table] + column
        if self.levels[table][index] > level:
            return
        shipped = (split or TABLES[table][row].split())[column + 1]
        code = tables.SHIPPED
        if text != shipped:
            value, mark = tables.split_mark(text)
            shipped_value, shipped_mark = tables.split_mark(shipped)
            code = _code(table, value)
            if mark == shipped_mark and code == _code(table, shipped_value):
                code = tables.SHIPPED
            else:
                # The code of a corrected cell has no room for the mark ~. The codes cannot change, because the journal
                # stores them. So the parser stores a corrected cell with ~ as a cell in doubt, and adds a remark.
                doubt = illegible_code(table)
                note = (number, "value", (text,))
                if (mark == tables.CHECK or code == doubt) and note not in self.found.notes:
                    self.found.add_fault(self.found.notes, note)
                if mark:
                    code = doubt
        self.levels[table][index] = level
        self.found.lines[table][index] = min(number, 65535)
        self.found.cells[table][index] = code
        if code == illegible_code(table):
            self.found.unusable[(table, index)] = text

    def read_ship(self, fields: Sequence[str]) -> None:
        """Parse a `ship` line."""
        number, values, fault = counters.parse_line(fields)
        if fault:
            raise _FaultyLine(*fault)
        self.found.ships[number] = values

    def read_param(self, fields: Sequence[str]) -> None:
        """Parse a `param` line."""
        if len(fields) != 3:
            raise _FaultyLine("fields", "param", len(fields), 3)
        for row in PARAMS:
            name, field, _, first, listed = row.split(None, 4)
            if name == fields[1]:
                text = fields[2].replace("−", "-")
                options = listed.split()
                if field == "need":
                    options = [str(number) for number in range(31)]
                if "+" + text in options:
                    text = "+" + text
                if text not in options:
                    raise _FaultyLine("option", text, " ".join(row.split()[4:]))
                self.found.params[field] = int(first) + options.index(text)
                return
        raise _FaultyLine("param", fields[1])


def _fields(line: str) -> list[str]:
    return [field.strip(_BLANK) for field in line.split("\t")]


def _code(table: Table, text: str) -> Code:
    """Return the code of a cell with this text, which has no mark."""
    return tables.clearance_code(text) if table == CLEARANCE else tables.damage_code(text)


def column_of(table: Table, text: str) -> Column:
    """Return the index of the column with this label; -1 if no column has this label.

    The label is a printed head or, in the table RAM, any whole ratio.
    """
    text = text.replace("−", "-")
    if table == RAKE:
        text = text.replace("Equip.", "").strip(" .").replace("é", "e")
    heads = LABELS[table].split("|")
    if text in heads:
        return heads.index(text)
    ratio = _parse_integer(text) if table == RAM else None
    return -1 if ratio is None else tables.ram_column(ratio)


def row_of(table: Table, text: str) -> TableRow:
    """Return the index of the table row with this label; -1 if no row has this label."""
    rows = [str(number) for number in range(ROWS)]
    if table == CLEARANCE:
        rows = [row.split()[0] for row in TABLES[table]]
        # "É" is replaced first, because the lower() of MicroPython changes only ASCII letters.
        text = text.replace("É", "e").replace("é", "e").lower()
    return rows.index(text) if text in rows else -1


def _parse_integer(text: str) -> int | None:
    """Return the integer of a text such as "+4" or "-12"; None for any other text."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not 0 < len(digits) < 6 or [1 for letter in digits if letter not in "0123456789"]:
        return None
    return -int(digits) if text[0] == "-" else int(digits)


def misordered_cells(
    found: Corrections, table: Table, doubtful: bool = False
) -> list[tuple[TableRow, Column]]:
    """List (table row, column) of the cells that break the order of a damage table.

    In a table in order, no cell is worse for the rammer than the cell to its left or the cell above. Cells in doubt are
    skipped, unless `doubtful`. The list may contain a cell twice.
    """
    broken = []
    above: list[int | None] = [None] * COLUMNS[table]
    for row in range(ROWS):
        left: int | None = None
        column = 0
        for text, mark in found.row_cells(table, row):
            here = None
            if doubtful or mark != tables.DOUBT:
                target, rammer = tables.split_code(tables.damage_code(text))
                here = 2 * (target // 2 - rammer // 2) + ((target | rammer) & 1)
                for other in (left, above[column]):
                    if other is not None and here < other:
                        broken.append((row, column))
            left = above[column] = here
            column += 1
    return broken


# Lines to write. Each decision of the owner adds a line at the end of the file.


def set_line(table: Table, row: TableRow, column: Column, text: str) -> str:
    """Return the `set` line for one cell."""
    return "\t".join(("set", NAMES[table]) + cell_labels(table, row, column) + (text,)) + "\n"


def diag_line(table: Table, diagonal: int, text: str) -> str:
    """Return the `diag` line that sets all cells of a diagonal to one text.

    For each of these cells, the table row (from 0) plus the column number (from 1) is `diagonal`.
    """
    return "diag\t%s\t%d\t%s\n" % (NAMES[table], diagonal, text)


def param_line(field: Field, value: int) -> str:
    """Return the `param` line that sets a parameter.

    `field` is the field of the parameter's input.
    """
    for row in PARAMS:
        columns = row.split()
        if columns[1] == field:
            text = str(value) if field == "need" else columns[4 + value - int(columns[3])]
            return "param\t%s\t%s\n" % (columns[0], text)
    raise KeyError(field)


def addition(data: bytes | None, line: str) -> bytes:
    """Return the bytes that add `line` at the end of a file with the contents `data`.

    `data` is None if the device has no file. The bytes begin with a line end if the file does not end with one.
    """
    return ("\n" + line if data and data[-1:] != b"\n" else line).encode()
