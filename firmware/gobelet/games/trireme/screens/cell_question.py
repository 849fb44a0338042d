"""Trirème: a cell that the player reads from the printed table: which it is, and what keeps it."""

from gobelet.rules.procedure import lane

from ..rules import tables
from ..rules.tables import CLEARANCE, RAKE, column_of, damage_row, labels
from .owner_data import read


def cell(proc, values, path):
    """(table, row, column) of the cell that was rolled."""
    table, column = column_of(proc, values)
    dice = sum(path[0])
    if table == CLEARANCE:
        return table, column, dice - 2
    return table, damage_row(dice + lane(proc, values, "roll")), column


def _labels(app, table, row, column):
    """Row and column of a cell, as the player knows them."""
    label, head = labels(table, row, column)
    if table == CLEARANCE:
        return app.t("o." + label), head
    return label, app.t("rake.%d" % column) if table == RAKE else head.replace("-", "−")


def question(app, proc, values, path, asked):
    """Which cell is to be read, and what it is as shipped; asked is the name of the question."""
    table, row, column = cell(proc, values, path)
    label, head = _labels(app, table, row, column)
    text = tables.cell(table, row, column)[0]
    if table == CLEARANCE:
        return app.t("read.clearance." + asked, head, text)
    return app.t("read.damage", label, head, text)


def text_of(proc, option):
    """What was read, as the table prints it; "" if nobody could tell."""
    if proc.name == "ship_clearance":
        return "" if option == tables.ILLEGIBLE else tables.CLEARED[option]
    return "" if option == tables.UNKNOWN else tables.damage_text(option)


def unrecorded(app, proc, values, path, option):
    """Whether somebody could tell what was read, and the owner's file does not say it yet."""
    text = text_of(proc, option)
    return bool(text) and read(app).at(*cell(proc, values, path)) != (text, tables.SURE)


def offer(app, proc, values, path, option):
    """The question whether to keep what was read in the owner's file (RULES 5.5)."""
    return app.t("keep", text_of(proc, option), *_labels(app, *cell(proc, values, path)))


def line(proc, values, path, option):
    """The line that keeps it."""
    from ..rules.owner_file import set_line  # only now: it is large

    table, row, column = cell(proc, values, path)
    return set_line(table, row, column, text_of(proc, option))
