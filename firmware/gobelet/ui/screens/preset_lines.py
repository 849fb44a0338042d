"""The presets of a game with forms: named rolls that players can make again.

An undo can revert a change of the presets.

The presets stay when a new game begins, so they are in a file beside the journal. Each preset is a line of the file:

    procedure;checksum of its declaration;checksum of the players in its roles;rows and values;name

The last used preset is the last of these lines. A line with the state of undo may follow. After this line, the
file has the lines of all presets as they were before the last change of presets. The state of undo is one of:

    =u CHANGE ROLL     an undo may revert the change of presets
    =r CHANGE NEWEST   a redo may make the change of presets again

CHANGE is the byte offset in the journal of the last change that is not undone. ROLL is the byte offset of the last
roll, and NEWEST that of the newest change, undone or not. As long as both numbers in the line equal those of the
journal now, an undo or redo applies to the presets. In all other cases, the undo or redo applies to the journal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.procedure import checksum_of
from ...rules.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...rules.procedure import Procedure
    from ...rules.types import Row, Values
    from ..drawing.types import Entry
    from .types import Context

FILE = "/presets"
MOST = 12  # maximum number of presets of a game
SHOWN = 2  # number of presets in the game's main list
PARTS = 5  # number of parts in a preset's line


def _row_names(context: Context, rows: Sequence[Row]) -> str:
    """Return a checksum of the names of the players in a roll.

    `rows` has the Sheet row of each player.
    """
    return checksum_of([context.seat(row) for row in rows])


def line_of(context: Context, proc: Procedure, rows: Sequence[Row], inputs: Values, name: str) -> str:
    """Return the line of a preset for a roll.

    `rows` has the Sheet row for each role, `inputs` the values of the inputs.
    """
    numbers = " ".join([str(value) for value in proc.pack(rows, inputs)])
    return ";".join((proc.name, proc.signature(len(proc.inputs)), _row_names(context, rows), numbers, name))


def with_name(line: str, name: str) -> str:
    """Return the line of a preset with another name."""
    return line[: line.rindex(";") + 1] + name


def name_of(line: str) -> str:
    """Return the name in the line of a preset."""
    return line[line.rindex(";") + 1 :]


def label(context: Context, line: str) -> str:
    """Return the name of a preset or, if the preset has none, of its Procedure."""
    return name_of(line) or context.t.get(line[: line.index(";")]) or "?"


def form_of(context: Context, line: str) -> list[int]:
    """Return the arguments of the form for the line of a preset.

    The result has no values for inputs that a later version of Gobelet has added.

    Raise Refused("PRESET") if the line is damaged, or if the declaration of its inputs has changed. Raise
    Refused("PRESET-GONE") if a Sheet row of the preset belongs to another player now.
    """
    name, declared, named, numbers, _ = line.split(";")
    session = context.session
    try:
        number = session.procedure_index(name)
        proc = session.procedure(number)
        values = [int(word) for word in numbers.split()]
    except (KeyError, ValueError):
        raise Refused("PRESET")
    rows, _, whole = proc.unpack(values)
    count = len(values) - len(proc.roles)
    if declared != proc.signature(count) or not (whole or count == 0):
        raise Refused("PRESET")
    if named != _row_names(context, rows):
        raise Refused("PRESET-GONE")
    return [number] + values


# The file


def _journal_mark(context: Context, forward: bool = False) -> str:
    """Return the state of undo for the journal as it is now, without the "=".

    If `forward` is True, return the state of redo.
    """
    session = context.session
    done = session.journal.done
    last = done[-1] if done else -1
    # the state of redo has no byte offset of the last roll, so it stays valid when an undo takes a roll back
    if forward:
        return "r %d %d" % (last, session.change_position())
    return "u %d %d" % (last, session.roll_position())


def _read_file(context: Context) -> tuple[list[str], str, list[str]]:
    """Return the content of the file.

    The result is (lines, state of undo without "=", lines before the last change of presets). Lines with a wrong number
    of parts are left out.
    """
    try:
        text = str(context.device.store.read(context.session.name + FILE) or b"", "utf-8")
    except UnicodeError:
        text = ""
    now: list[str] = []
    before: list[str] = []
    mark = ""
    for line in text.split("\n"):
        if line[:1] == "=":
            mark = line[1:]
        elif len(line.split(";")) == PARTS:
            (before if mark else now).append(line)
    return now, mark, before


def _write_file(context: Context, now: list[str], mark: str, before: list[str]) -> None:
    context.write_file(context.session.name + FILE, "\n".join(now + ["=" + mark] + before).encode())


def stored_lines(context: Context) -> list[str]:
    """Return the lines of the presets in the file, at most MOST."""
    return _read_file(context)[0][:MOST]


def recent_lines(context: Context) -> list[str]:
    """Return the lines of the presets for the main list of the game.

    The list has the SHOWN presets that were used last, the last used preset first.
    """
    session = context.session
    if session.presets is False:
        return []
    now, mark, _ = _read_file(context)
    session.note_presets(mark != "")
    return list(reversed(now[:MOST][-SHOWN:]))


def entry(context: Context, line: str) -> Entry:
    """Return the entry of a preset for the main list of its game."""
    return "★ " + label(context, line), ""


def open_preset(context: Context, line: str) -> None:
    """Open the form of a preset, and move its line to the end.

    Raise Refused as `form_of` does.
    """
    from .kept_form import open_form  # imported on use, because a game's main list does not need this module

    if not open_form(context, form_of(context, line)):
        return
    now, mark, before = _read_file(context)
    if line in now[:-SHOWN]:
        now.remove(line)
        try:
            _write_file(context, now + [line], mark, before)
        except OSError:
            pass  # the store is full: the order of the presets stays, but the roll can be made


def store_lines(context: Context, lines: list[str], join: bool = False) -> None:
    """Store the lines as one change, or as a part of the last change if `join`.

    Raise OSError if the file cannot be written; nothing has changed in this case.
    """
    now, _, before = _read_file(context)
    context.session.note_presets(True)
    _write_file(context, lines, _journal_mark(context), before if join else now)


def revert(context: Any, forward: bool) -> bool:
    """Undo the last change of presets, or redo it if `forward`.

    Do nothing if a change in the journal is newer. Return whether the change of presets was undone or redone.
    """
    now, mark, before = _read_file(context)
    context.session.note_presets(mark != "")
    if mark != _journal_mark(context, forward):
        return False
    _write_file(context, before, _journal_mark(context, not forward), now)
    context.locations.leave_name()
    context.navigation.restore_top()
    context.dialogs.show_toast(context.t("redone" if forward else "undone", context.t("home.presets")))
    return True
