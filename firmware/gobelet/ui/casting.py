"""Throwing the dice of a Procedure: out of the cup or from the table, written before they are shown."""

from ..core.procedure import Roll
from .wording import roll_title


def fill(session, proc, rows, given):
    """Put into `given`, a dict of values, what the Sheets know of those in `rows`; returns the names filled."""
    filled = []
    for i in proc.inputs:
        row = -1 if i.role is None else session.row(proc, rows, i.role)
        if row >= 0:
            given[i.name] = session.get(session.roles[i.role], row, i.field)
            filled.append(i.name)
    return filled


def carry_on(app, r, *given):
    """Go on with a Resolution: first with what is `given`, the faces of real dice or the option decided for, then out
    of the cup until something has to be decided, or entered, or it is at its end. All of it is one record.

    OSError if that could not be written; then nothing has happened.
    """
    before = r.mark()
    try:
        for result in given:
            r.take(result)
        while isinstance(r.now, Roll) and not r.hand:
            r.take(tuple([app.shaker.roll(sides) for sides in r.now.dice]))
        app.session.write(r)
    except OSError:
        r.back(before)
        raise


def ask_dice(app, r, title=None):
    """Ask for the faces of the real dice that come next; the screen on top gets them in `returned`."""
    title = title or roll_title(app, r.proc, len(r.rolls))
    app.faces(title, r.now.dice)


def wants_dice(r):
    """Whether the faces of real dice come next."""
    return r.hand and isinstance(r.now, Roll)
