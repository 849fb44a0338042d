"""Trirème: undo and redo of what was kept in the owner's file. That is no part of a battle and outlives it, so the
journal does not have it.

A line of KEPT, the last change of the file at its end, or of UNKEPT, the one taken back last at its end: the position
of the journal when the file was changed, its length before and after (AWAY: put aside), in UNKEPT also the position
when that was taken back. CUT has what a redo puts behind the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import OWNER_FILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.ui.types import App


KEPT = "trireme.kept"  # what was changed of the file on the device, see above
UNKEPT = "trireme.unkept"  # and what of it was taken back
CUT = "trireme.cut"  # the longest file of those that were cut
ASIDE = OWNER_FILE + ".old"  # the file before its tables were made those of the device again
LINES = 64  # of KEPT, the newest
AWAY = -1  # the length of a file that was put aside


def forget_read(app: App) -> None:
    """Have the file read anew, for it is another one now."""
    app.session.cache.pop(OWNER_FILE, None)
    app.session.chosen.pop(OWNER_FILE, None)


def note(app: App, before: int, after: int) -> None:
    """Note that the owner's file had `before` bytes and has `after` now, AWAY if it was put aside."""
    _write(app, KEPT, _lines(app, KEPT)[1 - LINES :] + [(app.session.journal.position, before, after)])
    _forget_undone(app)


def _forget_undone(app: App) -> None:
    """Forget what was taken back: it cannot be made again."""
    for name in (UNKEPT, CUT):
        if app.store.read(name) is not None:
            app.store.remove(name)


def _lines(app: App, name: str) -> list[tuple[int, ...]]:
    data = app.store.read(name) or b""
    try:
        lines = [tuple([int(word) for word in line.split()]) for line in data.decode().split("\n")[:-1]]
        if any([len(line) != (3 if name == KEPT else 4) for line in lines]):
            raise ValueError(name)
    except ValueError:
        app.store.replace(name + ".bad", data)
        app.store.remove(name)
        return []
    return lines


def _write(app: App, name: str, lines: Sequence[tuple[int, ...]]) -> None:
    text = "".join([" ".join([str(n) for n in line]) + "\n" for line in lines])
    app.keep(name, text.encode())


def _has_length(app: App, length: int) -> bool:
    """Whether the owner's file is as it was left, by its length: another one may have been sent."""
    file = app.store.read(OWNER_FILE)
    return file is None if length in (0, AWAY) else file is not None and len(file) == length


def undo_or_redo(app: App, forward: bool) -> bool:
    """Take the last change of the owner's file back, or make it again; whether there was one that was next."""
    if not (_redo_kept if forward else _undo_kept)(app):
        return False
    forget_read(app)
    app.locations.show(app.locations.current())  # what was being asked is forgotten
    app.toast(app.t("redone" if forward else "undone", app.t("what.kept")))
    return True


def _undo_kept(app: App) -> bool:
    """Take the last change back, if nothing of the battle was changed after it, and no later roll is shown."""
    lines = _lines(app, KEPT)
    if not lines:
        return False
    index, before, after = lines[-1]
    session = app.session
    done = session.journal.done
    if done and done[-1] >= index:
        return False
    if (
        "trireme.result" in app.stack.ids
        and session.pending_roll() is not None
        and session.roll_position() >= index
    ):
        return False
    _write(app, KEPT, lines[:-1])
    store = app.store
    if not _has_length(app, after):
        return False
    if after == AWAY:
        old = store.read(ASIDE)
        if old is None or len(old) != before:
            return False
        store.replace(OWNER_FILE, old)
    else:
        file = store.read(OWNER_FILE) or b""
        if len(store.read(CUT) or b"") < after:
            store.replace(CUT, file)
        if before:
            store.replace(OWNER_FILE, file[:before])
        else:
            store.remove(OWNER_FILE)
    _write(app, UNKEPT, _lines(app, UNKEPT) + [(index, before, after, session.journal.position)])
    return True


def _redo_kept(app: App) -> bool:
    """Make the last change again, if nothing was changed since, and nothing that was done before it waits for that."""
    lines = _lines(app, UNKEPT)
    if not lines:
        return False
    index, before, after, taken = lines[-1]
    journal = app.session.journal
    if app.session.change_position() >= taken:
        _forget_undone(app)
        return False
    if journal.undone and journal.undone[-1] < index:
        return False
    store = app.store
    cut = store.read(CUT) or b""
    if not _has_length(app, before) or len(cut) < after:
        _forget_undone(app)
        return False
    if after == AWAY:
        store.replace(ASIDE, store.read(OWNER_FILE) or b"")
        store.remove(OWNER_FILE)
    else:
        store.replace(OWNER_FILE, cut[:after])
    _write(app, UNKEPT, lines[:-1])
    _write(app, KEPT, _lines(app, KEPT)[1 - LINES :] + [(index, before, after)])
    return True
