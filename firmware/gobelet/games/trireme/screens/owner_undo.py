"""Trirème: undo and redo of changes to the owner's file.

The file stays when a battle ends, so the journal does not have its changes. The file KEPT has a line for each
change, UNKEPT one for each undone change, both in order of time. A line has the position of the journal at
the change, and the file's length before and after it; AWAY stands for a renamed file. In UNKEPT a line also
has the position of the journal at the undo. CUT has the end of the owner's file that a redo restores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import OWNER_FILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.ui.screens.types import Context


KEPT = "trireme.kept"  # the changes of the file on the device, as described above
UNKEPT = "trireme.unkept"  # the undone changes
CUT = "trireme.cut"  # the longest of the removed ends of the file
ASIDE = OWNER_FILE + ".old"  # the file before the players chose the shipped tables again
LINES = 64  # most lines of the file KEPT; older lines are dropped
AWAY = -1  # stands for a length: the file was renamed


def forget_contents(context: Context) -> None:
    """Drop the read contents of the file, because the file has changed."""
    context.session.cache.pop(OWNER_FILE, None)
    context.session.chosen.pop(OWNER_FILE, None)


def note_change(context: Context, before: int, after: int) -> None:
    """Store that the length of the owner's file has changed from `before` to `after`.

    AWAY stands for a renamed file.
    """
    _write_lines(
        context,
        KEPT,
        _read_lines(context, KEPT)[1 - LINES :] + [(context.session.journal.position, before, after)],
    )
    _forget_undone(context)


def _forget_undone(context: Context) -> None:
    """Forget the undone changes, which cannot be redone any more."""
    for name in (UNKEPT, CUT):
        if context.device.store.read(name) is not None:
            context.device.store.remove(name)


def _read_lines(context: Context, name: str) -> list[tuple[int, ...]]:
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


def _write_lines(context: Context, name: str, lines: Sequence[tuple[int, ...]]) -> None:
    text = "".join([" ".join([str(n) for n in line]) + "\n" for line in lines])
    context.write_file(name, text.encode())


def _has_length(context: Context, length: int) -> bool:
    """Tell whether the owner's file still has its last length.

    A computer may have sent another file.
    """
    file = context.device.store.read(OWNER_FILE)
    return file is None if length in (0, AWAY) else file is not None and len(file) == length


def undo_or_redo(context: Context, forward: bool) -> bool:
    """Undo or redo the last change of the owner's file.

    The result is False if the next change to undo or redo is one of the journal.
    """
    if not (_redo_kept if forward else _undo_kept)(context):
        return False
    forget_contents(context)
    context.locations.show(context.locations.current())  # closes an open question
    context.dialogs.toast(context.t("redone" if forward else "undone", context.t("what.kept")))
    return True


def _undo_kept(context: Context) -> bool:
    """Undo the last change of the file.

    The result is False if the battle has changed since, or the screen shows a later roll.
    """
    lines = _read_lines(context, KEPT)
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
    _write_lines(context, KEPT, lines[:-1])
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
    _write_lines(
        context, UNKEPT, _read_lines(context, UNKEPT) + [(index, before, after, session.journal.position)]
    )
    return True


def _redo_kept(context: Context) -> bool:
    """Redo the last undone change of the file.

    The result is False if a value has changed since, or an earlier undone change must be redone first.
    """
    lines = _read_lines(context, UNKEPT)
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
    _write_lines(context, UNKEPT, lines[:-1])
    _write_lines(context, KEPT, _read_lines(context, KEPT)[1 - LINES :] + [(index, before, after)])
    return True
