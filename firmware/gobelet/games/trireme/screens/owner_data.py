"""Trirème: access to the owner's file on the device.

The parser of the file is large, so it is imported only if the device has the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import OWNER_FILE

if TYPE_CHECKING:
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Values
    from gobelet.ui.screens.types import Context

    from ..rules.corrections import Corrections


CELL_INPUTS = ("rows", "cells")  # first words in the names of inputs for corrected cells


def inputs_from_file(context: Context, proc: Procedure, values: Values) -> Values:
    """Return the values of a Procedure's inputs for parameters and corrected cells.

    If the device has no file, the inputs have their start values.
    """
    found = {}
    for i in proc.inputs:
        if i.role == "param" or i.name.startswith(CELL_INPUTS):
            found[i.name] = i.start
    if not found:
        return found
    params, cells = _parameters_and_cells(context)
    for i in proc.inputs:
        if i.role == "param":
            found[i.name] = params.get(i.field or "", i.start)
    if cells:
        from ..rules.corrections import correction_values

        found.update(correction_values(cells, proc, values))
    return found


def _parameters_and_cells(context: Context) -> tuple[dict[str, int], list[bytearray]]:
    """Return (parameters, corrected cells) of the owner's file, see `Corrections`.

    The list of cells is empty if the file corrects no cell. The result stays in memory, because parsing the file again
    for each roll would take 0.2 s.
    """
    chosen = context.session.chosen
    if OWNER_FILE not in chosen:
        said = _file_corrections(context)
        params, cells = ({}, []) if said is None else (said.params, said.cells)
        chosen[OWNER_FILE] = params, cells if any([any(codes) for codes in cells]) else []
    return chosen[OWNER_FILE]


def _file_corrections(context: Context) -> Corrections | None:
    """Return the contents of the owner's file; None if the device has no such file.

    The contents stay in a cache, which the device clears when memory runs short.
    """
    cache = context.session.cache
    if OWNER_FILE not in cache:
        data = context.device.store.read(OWNER_FILE)
        found = None
        if data:
            from ..rules.owner_file import parse_file

            found = parse_file(data)
        cache[OWNER_FILE] = found
    return cache[OWNER_FILE]


def owner_corrections(context: Context) -> Corrections:
    """Return the contents of the owner's file; empty Corrections without a file."""
    if _file_corrections(context) is None:
        from ..rules.corrections import Corrections

        context.session.cache[OWNER_FILE] = Corrections()
    return context.session.cache[OWNER_FILE]


def add_line(context: Context, line: str, said: bool = True) -> None:
    """Add a line to the file with the corrections of the game's owner.

    If `said` is set, show a toast.
    """
    from ..rules.owner_file import addition
    from .owner_undo import forget_contents, note_change

    data = context.device.store.read(OWNER_FILE) or b""
    more = data + addition(data, line)
    context.device.store.replace(OWNER_FILE, more)
    note_change(context, len(data), len(more))
    forget_contents(context)
    if said:
        context.dialogs.show_toast(context.t("kept"))


def put_aside(context: Context) -> None:
    """Rename the file to ASIDE, so that rolls use the tables of the firmware again."""
    from .owner_undo import ASIDE, AWAY, forget_contents, note_change

    store = context.device.store
    data = store.read(OWNER_FILE) or b""
    store.replace(ASIDE, data)
    store.remove(OWNER_FILE)
    note_change(context, len(data), AWAY)
    forget_contents(context)
    context.dialogs.show_toast(context.t("owner.aside", ASIDE))
