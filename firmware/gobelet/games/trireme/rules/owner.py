"""Trirème: the owner's table file (dossier 5.6), what the owner of the printed game reads on its sheet.

Plain UTF-8, fields separated by tabs; a bad line or block is told and left out, the rest counts:

    # comment
    @table  ship_ram_damage     a whole table: then @head with its columns, and all its rows
    set     ship_ram_damage  10  +4  Bra        one cell: row, column, value
    diag    ship_ram_damage  13  a              every cell whose dice + column number (1 to 17) is 13
    param   fleet_grapple_need  9               a number that the aid does not give
    ship    Alpha  5  8  6  ordinaire           what is printed on a counter, see `counters`

A set goes before a diag, a diag before a table, whatever their order; of equals the later line wins.
"""

from . import cells, counters, tables
from .corrections import CLEARANCE, COLUMNS, RAKE, RAM, Corrections, illegible, printed
from .owner_lines import LABELS, NAMES, PARAMS, names

_BLANK = " \t\r"


class _Wrong(Exception):
    """A line or block that is left out: code and arguments of the reason."""


def read(data):
    """The owner's file as Corrections; data is bytes, None if there is no file. `check` completes their notes."""
    reader = _Reader()
    data = data or b""
    at = 3 if data[:3] == b"\xef\xbb\xbf" else 0  # a byte order mark
    number = 0
    while at < len(data):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        cr = data.find(b"\r", at, end)
        if 0 <= cr < end - 1:  # a line end of its own, as old editors write it
            end = cr
        number += 1
        reader.take(number, data[at:end])
        at = end + 1
    reader.end()
    return reader.found


def check(found):
    """Complete the notes of what `read` gave: by the cells where a table does not go from bad to worse. It takes a
    while, and a roll has no use for it. Returns `found`.
    """
    if found.lines is None:
        return found
    for table in (RAM, RAKE):
        for row, column in sorted(set(breaks(found, table))) if any(found.cells[table]) else ():
            lines = [
                found.lines[table][max(r, 0) * COLUMNS[table] + max(c, 0)]
                for r, c in ((row, column), (row, column - 1), (row - 1, column))
            ]
            found.tell(found.notes, (max(lines), "break", (NAMES[table],) + names(table, row, column)))
    found.lines = None
    for told in (found.faults, found.notes):
        told.sort()
    return found


class _Reader:
    """A file under way. `number` is the line of the @table that is being read, 0 if there is none; `cut` is whether
    the last one was left out, so that rows that come after another line are still its own.
    """

    def __init__(self):
        self.found = Corrections()
        self.levels = [bytearray(len(codes)) for codes in self.found.cells]
        self.number = 0
        self.fault = None
        self.cut = False

    def take(self, number, raw):
        """Take a line of bytes."""
        try:
            try:
                line = str(raw, "utf-8").strip(_BLANK)
            except UnicodeError:
                raise _Wrong("utf8")
            if line[:1] in ("", "#"):
                return
            line = line.replace("e\u0301", "é")
            fields = _fields(line)
            first = fields[0]
            if first in ("@table", "set", "diag", "param", "ship"):
                self.end()
                if first == "@table":
                    self.begin(number, fields)
                elif first == "param":
                    self.param(fields)
                elif first == "ship":
                    self.ship(fields)
                else:
                    self.some(number, fields)
            elif not self.number or self.whole(first):
                self.end()
                if self.cut and (first == "@head" or row_of(self.table, first) >= 0):
                    return
                raise _Wrong("word", first)
            elif self.fault is None:
                self.row(number, fields, line)
        except _Wrong as wrong:
            fault = (number, wrong.args[0], wrong.args[1:])
            if not self.number:
                self.found.tell(self.found.faults, fault)
            elif self.fault is None:
                self.fault = fault

    # A @table: nothing of it counts before all of it is right.

    def begin(self, number, fields):
        """The first line of a block."""
        self.number = number
        self.fault = None
        self.head = False
        self.rows = {}
        self.table = RAM  # if there is no such table, and none of it is read
        self.name = " ".join(fields[1:])
        if self.name not in NAMES:
            raise _Wrong("table", self.name)
        self.table = NAMES.index(self.name)

    def whole(self, label):
        """Whether the block is complete, and a line with this label is none of it."""
        return (
            self.fault is None
            and len(self.rows) == len(printed(self.table))
            and row_of(self.table, label) < 0
        )

    def row(self, number, fields, line):
        """A line of the block: its head or a row."""
        table = self.table
        wide = COLUMNS[table]
        count = len(fields) - 1
        if fields[0] == "@head":
            if count != wide:
                raise _Wrong("head", count, wide)
            for column in range(wide):
                if column_of(table, fields[column + 1]) != column:
                    raise _Wrong("column", fields[column + 1])
            self.head = True
            return
        if not self.head:
            raise _Wrong("head", 0, wide)
        row = row_of(table, fields[0])
        if row < 0 or row in self.rows:
            raise _Wrong("row", fields[0])
        if count != wide:
            raise _Wrong("cells", count, wide)
        self.rows[row] = (number, line)  # a string: a fifth of the memory of its fields

    def end(self):
        """The end of a block, if there is one: all of it counts, or nothing. Its fault ends in its name."""
        if not self.number:
            return
        if self.fault is None and len(self.rows) != len(printed(self.table)):
            self.fault = (self.number, "rows", (len(self.rows), len(printed(self.table))))
        self.cut = self.fault is not None
        if self.cut:
            number, code, arguments = self.fault
            self.found.tell(self.found.faults, (number, code, arguments + (self.name,)))
        else:
            for row in sorted(self.rows):
                number, line = self.rows[row]
                texts = _fields(line)
                shipped = printed(self.table)[row].split()
                wide = COLUMNS[self.table]
                # Most rows are as shipped, and nothing has changed them before.
                if texts[1:] != shipped[1:] or any(
                    self.found.cells[self.table][row * wide : row * wide + wide]
                ):
                    for column in range(wide):
                        self.put(1, number, self.table, row, column, texts[column + 1], shipped)
        self.number = 0
        self.rows = None

    # Single lines

    def some(self, number, fields):
        """A set or diag line."""
        wanted = 5 if fields[0] == "set" else 4
        if len(fields) != wanted:
            raise _Wrong("fields", fields[0], len(fields), wanted)
        if fields[1] not in NAMES:
            raise _Wrong("table", fields[1])
        table = NAMES.index(fields[1])
        if wanted == 5:
            row = row_of(table, fields[2])
            column = column_of(table, fields[3])
            if row < 0:
                raise _Wrong("row", fields[2])
            if column < 0:
                raise _Wrong("column", fields[3])
            self.put(3, number, table, row, column, fields[4])
            return
        k = _whole(fields[2])
        if table != RAM or k is None or not 1 <= k <= 31:
            raise _Wrong("diag", fields[2])
        for row in range(15):
            if 0 <= k - row - 1 < 17:
                self.put(2, number, RAM, row, k - row - 1, fields[3])

    def put(self, level, number, table, row, column, text, shipped=None):
        """A cell, unless a line of a higher level has it; `shipped` is its row, split, if that is known."""
        place = row * COLUMNS[table] + column
        if self.levels[table][place] > level:
            return
        shipped = (shipped or printed(table)[row].split())[column + 1]
        code = cells.SHIPPED
        if text != shipped:
            value, mark = tables.marked(text)
            was, was_mark = tables.marked(shipped)
            code = _value(table, value)
            if mark == was_mark and code == _value(table, was):
                code = cells.SHIPPED
            else:
                # A ~ of the owner's own cannot count after a confirmation, as that of a shipped cell does: a code has
                # no room for a value and a mark, and old rolls are read by these codes. So it is in doubt, and told.
                doubt = illegible(table)
                note = (number, "value", (text,))
                if (mark == cells.CHECK or code == doubt) and note not in self.found.notes:
                    self.found.tell(self.found.notes, note)
                if mark:
                    code = doubt
        self.levels[table][place] = level
        self.found.lines[table][place] = min(number, 65535)
        self.found.cells[table][place] = code
        self.found.kept.pop((table, place), None)
        if code == illegible(table):
            self.found.kept[(table, place)] = text

    def ship(self, fields):
        """A ship line."""
        at, values, fault = counters.parse(fields)
        if fault:
            raise _Wrong(*fault)
        self.found.ships[at] = values

    def param(self, fields):
        """A param line."""
        if len(fields) != 3:
            raise _Wrong("fields", "param", len(fields), 3)
        for row in PARAMS:
            name, field, _, first, options = row.split(None, 4)
            if name == fields[1]:
                text = fields[2].replace("−", "-")
                options = options.split()
                if field == "need":
                    options = [str(n) for n in range(31)]
                if "+" + text in options:
                    text = "+" + text
                if text not in options:
                    raise _Wrong("option", text, " ".join(row.split()[4:]))
                self.found.params[field] = int(first) + options.index(text)
                return
        raise _Wrong("param", fields[1])


def _fields(line):
    return [field.strip(_BLANK) for field in line.split("\t")]


def _value(table, text):
    """Code of a value without mark."""
    return tables.clearance_code(text) if table == CLEARANCE else cells.read(text)


def column_of(table, text):
    """Column of a label, from 0, -1 if there is none: a printed label, or any whole ratio."""
    text = text.replace("−", "-")
    if table == RAKE:
        text = text.replace("Equip.", "").strip(" .").replace("é", "e")
    labels = LABELS[table].split("|")
    if text in labels:
        return labels.index(text)
    ratio = _whole(text) if table == RAM else None
    return -1 if ratio is None else tables.ram_column(ratio)


def row_of(table, text):
    """Row of a label, from 0, -1 if there is none."""
    rows = [str(n) for n in range(15)]
    if table == CLEARANCE:
        rows = [row.split()[0] for row in printed(table)]
        text = text.replace("É", "e").replace("é", "e").lower()  # the device lowers ASCII alone
    return rows.index(text) if text in rows else -1


def _whole(text):
    """An integer as people write it, "+4" or "-12"; None if it is none."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not 0 < len(digits) < 6 or [1 for letter in digits if letter not in "0123456789"]:
        return None
    return -int(digits) if text[0] == "-" else int(digits)


def breaks(found, table, doubtful=False):
    """[(row, column)...] of cells of a damage table that are worse for the rammer than the cell to their left or
    above, where the table goes from the worst for the rammer to the worst for the target. Cells in doubt say
    nothing, unless they are asked for.
    """
    broken = []
    above = [None] * COLUMNS[table]
    for row in range(15):
        left = None
        column = 0
        for text, mark in found.row(table, row):
            here = None
            if doubtful or mark != cells.DOUBT:
                target, rammer = cells.parts(cells.read(text))
                here = 2 * (target // 2 - rammer // 2) + ((target | rammer) & 1)
                for other in (left, above[column]):
                    if other is not None and here < other:
                        broken.append((row, column))
            left = above[column] = here
            column += 1
    return broken
