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

    from gobelet.ui.types import Context


KEPT = "trireme.kept"  # what was changed of the file on the device, see above
UNKEPT = "trireme.unkept"  # and what of it was taken back
CUT = "trireme.cut"  # the longest file of those that were cut
ASIDE = OWNER_FILE + ".old"  # the file before its tables were made those of the device again
LINES = 64  # of KEPT, the newest
AWAY = -1  # the length of a file that was put aside


def forget_read(context: Context) -> None:
    """Have the file read anew, for it is another one now."""
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
    """Forget what was taken back: it cannot be made again."""
    for name in (UNKEPT, CUT):
        if context.store.read(name) is not None:
            context.store.remove(name)


def _lines(context: Context, name: str) -> list[tuple[int, ...]]:
    data = context.store.read(name) or b""
    try:
        lines = [tuple([int(word) for word in line.split()]) for line in data.decode().split("\n")[:-1]]
        if any([len(line) != (3 if name == KEPT else 4) for line in lines]):
            raise ValueError(name)
    except ValueError:
        context.store.replace(name + ".bad", data)
        context.store.remove(name)
        return []
    return lines


def _write(context: Context, name: str, lines: Sequence[tuple[int, ...]]) -> None:
    text = "".join([" ".join([str(n) for n in line]) + "\n" for line in lines])
    context.keep(name, text.encode())


def _has_length(context: Context, length: int) -> bool:
    """Whether the owner's file is as it was left, by its length: another one may have been sent."""
    file = context.store.read(OWNER_FILE)
    return file is None if length in (0, AWAY) else file is not None and len(file) == length


def undo_or_redo(context: Context, forward: bool) -> bool:
    """Take the last change of the owner's file back, or make it again; whether there was one that was next."""
    if not (_redo_kept if forward else _undo_kept)(context):
        return False
    forget_read(context)
    context.locations.show(context.locations.current())  # what was being asked is forgotten
    context.toast(context.t("redone" if forward else "undone", context.t("what.kept")))
    return True


def _undo_kept(context: Context) -> bool:
    """Take the last change back, if nothing of the battle was changed after it, and no later roll is shown."""
    lines = _lines(context, KEPT)
    if not lines:
        return False
    index, before, after = lines[-1]
    session = context.session
    done = session.journal.done
    if done and done[-1] >= index:
        return False
    if (
        "trireme.result" in context.stack.ids
        and session.pending_roll() is not None
        and session.roll_position() >= index
    ):
        return False
    _write(context, KEPT, lines[:-1])
    store = context.store
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
    """Make the last change again, if nothing was changed since, and nothing that was done before it waits for that."""
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
    store = context.store
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
