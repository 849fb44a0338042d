"""Trirème: the three tables that the owner may correct, with the corrections of its file (see `owner`)."""

from . import cells, tables

RAM = 0
RAKE = 1
CLEARANCE = 2
COLUMNS = (17, 3, 11)


class Corrections:
    """What the owner's file says; of an empty one, the tables as shipped. `table` is RAM, RAKE or CLEARANCE.

    cells    for each table, the codes of its cells (see `cells`, `tables.CLEARED`), 0 as shipped
    kept     values that cannot be used, verbatim, by (table, cell)
    params   values of the parameters that it gives, by field
    faults   list of (line, code, arguments) of what was left out
    notes    the same for what was taken with a remark
    """

    def __init__(self):
        self.cells = [bytearray(len(printed(at)) * COLUMNS[at]) for at in range(3)]
        self.kept = {}
        self.params = {}
        self.faults = []
        self.notes = []

    def at(self, table, row, column):
        """(text, mark) of a cell as it counts now."""
        place = row * COLUMNS[table] + column
        code = self.cells[table][place]
        if code == cells.SHIPPED:
            return tables.printed(printed(table), row, column)
        if code == illegible(table):
            return tables.marked(self.kept[(table, place)])[0], cells.DOUBT
        return (tables.CLEARED[code] if table == CLEARANCE else cells.write(code)), cells.SURE

    def mask(self, table, row):
        """The marks of a row, a letter each: o sure, c to be checked, ? in doubt."""
        return "".join(["oc?"[self.at(table, row, column)[1]] for column in range(COLUMNS[table])])

    def open(self, table):
        """(cells to check, cells in doubt) of a table."""
        marks = "".join([self.mask(table, row) for row in range(len(printed(table)))])
        return marks.count("c"), marks.count("?")

    def given(self, proc, v):
        """The inputs that tell a Procedure with the values `v` of the corrections; {} if it has none."""
        codes = list(self.cells[CLEARANCE])
        if proc.name == "ship_clearance":
            return cells.packed(codes[11 * v["quality"] : 11 * v["quality"] + 11], cells.CLEARANCE)
        if proc.name == "ship_ram":
            from .ramming import where

            table = RAM
        elif proc.name == "ship_rake":
            from .raking import where

            table = RAKE
        else:
            return {}
        at = where(v)
        return cells.packed([self.cells[table][row * COLUMNS[table] + at] for row in range(15)], cells.COLUMN)


def printed(table):
    """The rows of a table as shipped."""
    return (tables.RAM, tables.RAKE, tables.CLEARANCE)[table]


def illegible(table):
    """Code of a cell whose value cannot be used."""
    return tables.ILLEGIBLE if table == CLEARANCE else cells.UNKNOWN
