"""Trirème: opening the form of a roll, with the ships and the values that it most likely is for."""

from gobelet.ui.wording import arguments

from ..rules.afloat import side_of
from . import common, lately


def rows_for(app, number, row=-1, other=-1):
    """Rows for the roles of a Procedure: those given, else the ships in play used last; -1 outside a battle."""
    session = app.session
    state = session.state
    roles = len(session.procedure(number).roles)
    if roles == 2:
        _, first, second = lately.pair(session)
        if row < 0:
            return [first, second] if other < 0 else [-1, other]
        if other < 0:  # whom it holds, an enemy first; else whom it met
            mine = side_of(state, row)
            held = sorted(common.ships(app).partners(row), key=lambda each: side_of(state, each) == mine)
            other = held[0] if held else second if row == first else -1
        return [row, other]
    if roles and row < 0:
        row = ([each for each in lately.ships(session) if not session.get("ship", each, "fate")] or [-1])[0]
    return [row] * roles


def known(app, proc, rows):
    """Inputs of a roll that follow from its two ships, for a form to begin with: {} if they are not both known."""
    if len(rows) < 2 or min(rows) < 0:
        return {}
    get = app.session.get
    speeds = [get("ship", row, "pv") for row in rows]
    found = {
        "faster": int(speeds[1] > speeds[0] > 0),
        "friendly": int(side_of(app.session.state, rows[0]) == side_of(app.session.state, rows[1])),
    }
    return {i.name: found[i.name] for i in proc.inputs if i.name in found}


def open_form(app, number, row=-1, other=-1):
    """Open the form of a Procedure for ships, with the values of its last roll for them."""
    rows = rows_for(app, number, row, other)
    proc = app.session.procedure(number)
    given = lately.values(app.session, number, rows) or known(app, proc, rows)
    app.open("trireme.form", number, *(rows + arguments(proc, given)))
