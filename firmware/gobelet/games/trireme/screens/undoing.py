"""Trirème: undo over all that the players did: the changes of the battle, which the journal has, and what was kept in
the owner's file, which is no part of a battle and outlives it.
"""

from ..rules import OWNER_FILE

KEPT = "trireme.kept"  # a line for each time that the owner's file was changed on the device
ASIDE = OWNER_FILE + ".old"  # the file before its tables were made those of the device again
LINES = 64  # of KEPT, the newest
AWAY = -1  # the length of a file that was put aside


def note(app, before, after):
    """Note that the owner's file had `before` bytes and has `after` now, AWAY if it was put aside; and when that was,
    by the position of the journal.
    """
    lines = _lines(app)[1 - LINES :]
    _write(app, lines + ["%d %d %d" % (app.session.journal.position, before, after)])


def _lines(app):
    return (app.store.read(KEPT) or b"").decode().split("\n")[:-1]


def _write(app, lines):
    app.store.replace(KEPT, "".join([line + "\n" for line in lines]).encode())


def take_back(app):
    """Take back the last change of the owner's file, if nothing of the battle was changed after it, no roll that was
    made after it is shown, and the file is still as it was left. Returns whether it was.
    """
    lines = _lines(app)
    if not lines:
        return False
    at, before, after = [int(word) for word in lines[-1].split()]
    session = app.session
    done = session.journal.done
    if done and done[-1] >= at:
        return False
    if "trireme.result" in app.stack.ids and session.pending() is not None and session.rolled() >= at:
        return False
    _write(app, lines[:-1])
    file = app.store.read(OWNER_FILE)
    if after == AWAY:
        old = app.store.read(ASIDE)
        if file is not None or old is None or len(old) != before:
            return False
        app.store.replace(OWNER_FILE, old)
    elif file is None or len(file) != after:
        return False  # another one was sent meanwhile
    elif before:
        app.store.replace(OWNER_FILE, file[:before])
    else:
        app.store.remove(OWNER_FILE)
    app.session.cache.pop(OWNER_FILE, None)
    return True


def undo(screen):
    """BACK held, on all screens of this game."""
    app = screen.app
    if take_back(app):
        app.toast(app.t("undone", app.t("what.kept")))
        screen.shown()
    else:
        app.undo()
