"""Trirème: undo and redo of changes to the owner's file.

The file outlives a battle, so the journal does not have its changes. KEPT has a line for each change, the
last at its end; UNKEPT has one for each change taken back, the last at its end. A line has the position of
the journal at the change, and the file's length before and after (AWAY: put aside). In UNKEPT it also has the
position when the change was taken back. CUT has the end of the file that a redo restores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import OWNER_FILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.ui.screens.types import Context


KEPT = "trireme.kept"  # the changes of the file on the device, see above
UNKEPT = "trireme.unkept"  # the changes that were taken back
CUT = "trireme.cut"  # the longest of the cut files
ASIDE = OWNER_FILE + ".old"  # the file before the players returned to the shipped tables
LINES = 64  # most lines of the file KEPT; only the newest stay
AWAY = -1  # in place of a length: the file was put aside


def forget_read(context: Context) -> None:
    """Have the file read again, because it has changed."""
    context.session.cache.pop(OWNER_FILE, None)
    context.session.chosen.pop(OWNER_FILE, None)


def note(context: Context, before: int, after: int) -> None:
    """Note that the owner's file had `before` bytes and has `after` now, AWAY if it was put aside."""
    _write(
        context,
        KEPT,
        _lines(context, KEPT)[1 - LINES :] + [(context.session.journal.position, before, after)],
    )
    _forget_undone(context)


def _forget_undone(context: Context) -> None:
    """Forget the changes that were taken back: they cannot be redone."""
    for name in (UNKEPT, CUT):
        if context.device.store.read(name) is not None:
            context.device.store.remove(name)


def _lines(context: Context, name: str) -> list[tuple[int, ...]]:
    data = context.device.store.read(name) or b""
    try:
        lines = [tuple([int(word) for word in line.split()]) for line in data.decode().split("\n")[:-1]]
        if any([len(line) != (3 if name == KEPT else 4) for line in lines]):
            raise ValueError(name)
    except ValueError:
        context.device.store.replace(name + ".bad", data)
        context.device.store.remove(name)
        return []
    return lines


def _write(context: Context, name: str, lines: Sequence[tuple[int, ...]]) -> None:
    text = "".join([" ".join([str(n) for n in line]) + "\n" for line in lines])
    context.write_file(name, text.encode())


def _has_length(context: Context, length: int) -> bool:
    """Whether the owner's file still has its last length: a computer may have sent another file."""
    file = context.device.store.read(OWNER_FILE)
    return file is None if length in (0, AWAY) else file is not None and len(file) == length


def undo_or_redo(context: Context, forward: bool) -> bool:
    """Undo or redo the last change of the owner's file; returns whether that was next."""
    if not (_redo_kept if forward else _undo_kept)(context):
        return False
    forget_read(context)
    context.locations.show(context.locations.current())  # an open question is dropped
    context.dialogs.toast(context.t("redone" if forward else "undone", context.t("what.kept")))
    return True


def _undo_kept(context: Context) -> bool:
    """Undo the last change, if the battle has not changed since, and no later roll is shown."""
    lines = _lines(context, KEPT)
    if not lines:
        return False
    index, before, after = lines[-1]
    session = context.session
    done = session.journal.done
    if done and done[-1] >= index:
        return False
    if (
        "trireme.result" in context.navigation.stack.ids
        and session.pending_roll() is not None
        and session.roll_position() >= index
    ):
        return False
    _write(context, KEPT, lines[:-1])
    store = context.device.store
    if not _has_length(context, after):
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
    _write(context, UNKEPT, _lines(context, UNKEPT) + [(index, before, after, session.journal.position)])
    return True


def _redo_kept(context: Context) -> bool:
    """Redo the last change, if nothing has changed since, and no earlier undone change waits for it."""
    lines = _lines(context, UNKEPT)
    if not lines:
        return False
    index, before, after, taken = lines[-1]
    journal = context.session.journal
    if context.session.change_position() >= taken:
        _forget_undone(context)
        return False
    if journal.undone and journal.undone[-1] < index:
        return False
    store = context.device.store
    cut = store.read(CUT) or b""
    if not _has_length(context, before) or len(cut) < after:
        _forget_undone(context)
        return False
    if after == AWAY:
        store.replace(ASIDE, store.read(OWNER_FILE) or b"")
        store.remove(OWNER_FILE)
    else:
        store.replace(OWNER_FILE, cut[:after])
    _write(context, UNKEPT, lines[:-1])
    _write(context, KEPT, _lines(context, KEPT)[1 - LINES :] + [(index, before, after)])
    return True
