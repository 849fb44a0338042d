"""Trirème: the three tables that their owner may correct, by number; and which of their cells a roll may fall on."""

from . import cells, ramming, tables

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
