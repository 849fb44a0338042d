"""Trirème: what the owner's file says (see `owner`): corrections of three tables, and parameters.

A form adds both to its values whenever these change: `given`, and `params` to the inputs whose role is "param".
It never asks for those inputs, and the reader of the file need not stay in memory for it.
"""

from array import array

from . import cells, ramming, tables

# The three tables that their owner may correct, by number.
RAM = 0
RAKE = 1
CLEARANCE = 2
COLUMNS = (17, 3, 11)


def printed(table):
    """The rows of a table as shipped."""
    return (tables.RAM, tables.RAKE, tables.CLEARANCE)[table]


def illegible(table):
    """Code of a cell whose value cannot be used."""
    return tables.ILLEGIBLE if table == CLEARANCE else cells.UNKNOWN


def place(proc, v):
    """(table, column) of the cells that a Procedure with the values `v` may fall on; of CLEARANCE it is the row, a
    crew. None for a Procedure that reads none of the three.
    """
    if proc.name == "ship_clearance":
        return CLEARANCE, v["quality"]
    if proc.name == "ship_ram":
        return RAM, ramming.where(v)
    if proc.name == "ship_rake":
        return RAKE, ramming.raked(v)
    return None


TOLD = 60  # faults that are kept, and remarks


class Corrections:
    """What the owner's file says; of an empty one, the tables as shipped. `table` is RAM, RAKE or CLEARANCE.

    cells    for each table, the codes of its cells (see `cells`, `tables.CLEARED`), 0 as shipped
    kept     values that cannot be used, verbatim, by (table, cell)
    params   values of the parameters that it gives, by field
    ships    values of the counters that it gives, by the number of their name, see `counters`
    faults   list of (line, code, arguments) of what was left out
    notes    the same for what was taken with a remark
    more     number of faults and remarks beyond those
    lines    for each table, the line of the file that each cell is from; None once the notes are complete
    """

    def __init__(self):
        self.cells = [bytearray(len(printed(at)) * COLUMNS[at]) for at in range(3)]
        self.kept = {}
        self.params = {}
        self.ships = {}
        self.faults = []
        self.notes = []
        self.more = 0
        self.lines = [array("H", [0] * len(codes)) for codes in self.cells]

    def tell(self, told, fault):
        """Put a fault into `faults` or `notes`, if there are not too many: a file may be nothing but faults."""
        if len(told) < TOLD:
            told.append(fault)
        else:
            self.more += 1

    def row(self, table, row):
        """[(text, mark)...] of a row as it counts now."""
        found = []
        at = row * COLUMNS[table]
        for text in printed(table)[row].split()[1:]:
            code = self.cells[table][at]
            if code == cells.SHIPPED:
                found.append(tables.marked(text))
            elif code == illegible(table):
                found.append((tables.marked(self.kept[(table, at)])[0], cells.DOUBT))
            else:
                found.append((tables.CLEARED[code] if table == CLEARANCE else cells.write(code), cells.SURE))
            at += 1
        return found

    def at(self, table, row, column):
        """(text, mark) of one cell."""
        return self.row(table, row)[column]

    def mask(self, table, row):
        """The marks of a row, a letter each: o sure, c to be checked, ? in doubt."""
        return "".join(["oc?"[mark] for _, mark in self.row(table, row)])

    def open(self, table):
        """(cells to check, cells in doubt) of a table; with (0, 0) it is the owner's, and the marks are gone."""
        check = doubt = 0
        wide = COLUMNS[table]
        for row in range(len(printed(table))):
            if any(self.cells[table][wide * row : wide * row + wide]):
                marks = self.mask(table, row)
                check += marks.count("c")
            else:
                marks = printed(table)[row]
                check += marks.count("~")
            doubt += marks.count("?")
        return check, doubt

    def given(self, proc, v):
        """The inputs that tell a Procedure with the values `v` of corrections; {} if there are none to its table."""
        at = place(proc, v)
        if at is None or not any(self.cells[at[0]]):
            return {}
        table, column = at
        wide = COLUMNS[table]
        if table == CLEARANCE:
            return cells.packed(list(self.cells[table][wide * column : wide * (column + 1)]), cells.CLEARANCE)
        return cells.packed([self.cells[table][row * wide + column] for row in range(15)], cells.COLUMN)
