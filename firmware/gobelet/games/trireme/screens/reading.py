"""Trirème: a cell that the player reads from the printed table: which it is, and keeping what was read."""

from gobelet.core.procedure import lane

from ..rules import cells, tables
from ..rules.owned import CLEARANCE, RAKE, RAM, printed
from ..rules.owner_lines import names, set_line


def place(proc, v, path):
    """(table, row, column) of the cell that was rolled."""
    dice = sum(path[0])
    if proc.name == "ship_clearance":
        return CLEARANCE, v["quality"], dice - 2
    from ..rules.damage import row

    if proc.name == "ship_ram":
        from ..rules.ramming import where

        return RAM, row(dice + lane(proc, v, "roll")), where(v)
    from ..rules.raking import where

    return RAKE, row(dice + lane(proc, v, "roll")), where(v)


def _labels(table, row, column):
    label, head = names(table, row, column)
    return label, head.replace("-", "−")


def question(app, proc, v, path):
    """Which cell is to be read, and what it is as shipped."""
    table, row, column = place(proc, v, path)
    label, head = _labels(table, row, column)
    text = tables.printed(printed(table), row, column)[0]
    if table == CLEARANCE:
        return app.t("read.clearance", head, text)
    return app.t("read.damage", label, head, text)


def text_of(proc, option):
    """What was read, as the table prints it; "" if nobody could tell."""
    if proc.name == "ship_clearance":
        return "" if option == tables.ILLEGIBLE else tables.CLEARED[option]
    return "" if option == cells.UNKNOWN else cells.write(option)


def keep(app, proc, v, path, option):
    """Ask whether to keep it in the owner's file (dossier 5.5)."""
    text = text_of(proc, option)
    if text:
        from gobelet.ui.dial import Confirm

        app.push(Confirm(app, app.t("keep", text, *_labels(*place(proc, v, path)))))


def line(proc, v, path, option):
    """The line that keeps it."""
    table, row, column = place(proc, v, path)
    return set_line(table, row, column, text_of(proc, option))
