"""The running clock: what has passed since the Sheets were written lies in the session's memo.

The memo: [ticks since when it runs or None, milliseconds that are not in the Sheets, seconds of the game that are,
era of the clocks]. The journal gets the time at every change of turn and pause; a restart goes on from there.
"""

from ..rules import clock


def memo(app):
    """The memo, in line with the Sheets. An undo takes a change of turn back, but not the time that has passed:
    what then leaves the Sheets goes on counting here.
    """
    session = app.session
    game = clock.game(session.state)
    era = session.get("table", 0, "era")
    if not session.memo:
        session.memo = [None, 0, game, era]
    found = session.memo
    if era != found[3]:
        found[0] = None  # reset, or that was taken back
        found[1] = 0
    elif game != found[2]:
        found[1] = max(found[1] + (found[2] - game) * 1000, 0)
    found[2] = game
    found[3] = era
    return found


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
    if not made or not app.change(made):
        return False
    found[0] = now if runs else None
    found[1] = ms % 1000
    found[2] = clock.game(app.session.state)
    return True


def give(app, changes, *args):
    """The same, and the clock goes on as it did."""
    return write(app, memo(app)[0] is not None, changes, *args)
