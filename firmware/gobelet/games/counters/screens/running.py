"""The running clock: what has passed since the Sheets were written lies in the session's memo.

The memo: [ticks since when it runs or None, milliseconds that are not in the Sheets, seconds of the game that are,
era of the clocks, where the journal stood when the turn began that was passed to first since the game was opened]. The
journal gets the time at every change of turn and pause; a restart goes on from there, and what has passed since is
lost.
"""

from gobelet.rules.clock import written

from ..rules import clock

NEVER = 0x3FFFFFFF  # later than any position in a journal


def memo(app):
    """The memo, in line with the Sheets. An undo takes a change of turn back, but not the time that has passed:
    what then leaves the Sheets goes on counting here.
    """
    session = app.session
    game = clock.game(session.state)
    era = session.get("table", 0, "era")
    if not session.memo:
        session.memo = [None, 0, game, era, NEVER]
    found = session.memo
    if era != found[3]:  # reset, or that was taken back
        found[0] = None
        found[1] = 0
        if era > found[3] and least(app, found):
            found[4] = session.journal.done[-1]
    elif game != found[2]:
        found[1] = max(found[1] + (found[2] - game) * 1000, 0)
    found[2] = game
    found[3] = era
    run(app, found, found[0])
    return found


def run(app, found, since):
    """The clock runs since these ticks; None: it stands."""
    found[0] = since
    app.session.runs = since is not None or least(app, found)


def least(app, found):
    """Whether more of the present turn may have passed than is known: the clock ran when the power went. That is
    over once the turn was passed on, unless this is taken back.
    """
    session = app.session
    return session.lost and session.journal.done[-1:] < [found[4]]


def least_of(app, time):
    """Seconds that end with those of the present turn, as text."""
    return ("≥" if least(app, memo(app)) else "") + written(time)


def passed(app, found):
    """Milliseconds that are not in the Sheets, from the memo."""
    return found[1] if found[0] is None else found[1] + app.since(found[0])


def keep(app, runs, turn=None):
    """Write the time; with `turn` that player's turn begins. Then the clock runs or stands."""
    write(app, runs, clock.kept, turn)


def pause(app):
    """Stop the clock if it runs, and write its time. Returns whether it did."""
    if memo(app)[0] is None:
        return False
    keep(app, False)
    return True


def write(app, runs, changes, *args):
    """Make changes(state, seconds that are not in the Sheets, *args), which write these seconds too. Returns whether
    there were any, and they were done.
    """
    found = memo(app)
    now = app.now()
    ms = passed(app, found)
    made = changes(app.session.state, ms // 1000, *args)
    before = app.session.journal.position
    begins = least(app, found) and "turn" in [field for _, _, field, _ in made]
    if not made or not app.change(made):
        return False
    if begins:
        found[4] = before
    run(app, found, now if runs else None)
    found[1] = ms % 1000
    found[2] = clock.game(app.session.state)
    return True


def give(app, changes, *args):
    """The same, and the clock goes on as it did."""
    return write(app, memo(app)[0] is not None, changes, *args)
