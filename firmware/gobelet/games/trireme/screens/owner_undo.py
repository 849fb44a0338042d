"""Trirème: undo and redo of changes to the owner's file.

The owner's file stays when a battle ends, so its changes are not in the journal. Three other files store the changes:

    KEPT    a line for each change of the owner's file: the position of the journal at the change, the length of the
            owner's file before the change, and its length after the change
    UNKEPT  a line for each undone change: the three numbers that KEPT had for
            the change, and the position of the journal at the undo
    CUT     the longest contents that the owner's file had before an undo; a redo restores the beginning of this file

The lines of KEPT and UNKEPT are in order of time. A position of the journal is a byte offset. A length of AWAY means
that the owner's file was renamed to ASIDE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import OWNER_FILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.ui.screens.types import Context


KEPT = "trireme.kept"
UNKEPT = "trireme.unkept"
CUT = "trireme.cut"
ASIDE = OWNER_FILE + ".old"  # the renamed owner's file, after the players have chosen the shipped tables
LINES = 64  # maximum number of lines of KEPT; older lines are dropped
AWAY = -1  # in place of a length: the owner's file was renamed to ASIDE


def forget_contents(context: Context) -> None:
    """Clear the cached contents of the owner's file, because the file has changed."""
    context.session.cache.pop(OWNER_FILE, None)
    context.session.chosen.pop(OWNER_FILE, None)


def note_change(context: Context, before: int, after: int) -> None:
    """Store a change of the owner's file, so that a player can undo it.

    `before` and `after` are the lengths of the file before and after the change. `after` is AWAY if the players have
    chosen the shipped tables, so that the file was renamed.
    """
    _write_lines(
        context,
        KEPT,
        _read_lines(context, KEPT)[1 - LINES :] + [(context.session.journal.position, before, after)],
    )
    _forget_undone(context)


def _forget_undone(context: Context) -> None:
    """Remove the stored undone changes, so that no redo is possible."""
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
    """Tell whether the owner's file has the length `length`.

    A `length` of 0 or AWAY means that the device has no such file. If the result is False, a computer has replaced the
    file.
    """
    file = context.device.store.read(OWNER_FILE)
    return file is None if length in (0, AWAY) else file is not None and len(file) == length


def undo_or_redo(context: Context, forward: bool) -> bool:
    """Undo the last change of the owner's file; redo an undone change if `forward`.

    Return False if the undo or redo is impossible, for example because a change in the journal must be undone or redone
    first.
    """
    if not (_redo_change if forward else _undo_change)(context):
        return False
    forget_contents(context)
    # closes a question that is open on the screen
    context.locations.show(context.locations.current_location())
    context.dialogs.show_toast(context.t("redone" if forward else "undone", context.t("what.kept")))
    return True


def _undo_change(context: Context) -> bool:
    """Undo the last change of the owner's file.

    Return False if the journal has a later change, or if the screen shows a later roll. Return False too if a computer
    has replaced the file.
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


def _redo_change(context: Context) -> bool:
    """Redo the last undone change of the owner's file.

    Return False if a value of the battle has changed since the undo, or if an undone change of the journal must be
    redone first. Return False too if a computer has replaced the file.
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
