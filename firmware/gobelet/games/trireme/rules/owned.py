"""Trirème: the three tables that their owner may correct, by number."""

from . import cells, tables

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
