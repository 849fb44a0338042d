"""Before and at the first throw of a Procedure, for its form and for "once more"."""

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


def start(app, proc, v, throw):
    """Throw the first dice, or ask for real ones: then the screen on top gets them in `returned`.

    throw(faces) is called once the key is answered; faces is None.
    """
    now = proc.step(v, None)
    if isinstance(now, Roll) and app.by_hand:
        from .byhand import ByHand

        app.push(ByHand(app, roll_title(app, proc, 0), now.dice))
    else:
        app.defer(throw, None)


def cast(app, number, rows, v, faces):
    """Write the first throw, of the dice cup if `faces` is None; then "<game>.result" has something to show."""
    path = []
    hand = app.by_hand
    now = app.session.procedure(number).step(v, None)
    if isinstance(now, Roll):
        hand = faces is not None
        path.append(faces or tuple([app.shaker.roll(sides) for sides in now.dice]))
    app.session.rolled(number, rows, v, path, hand)
