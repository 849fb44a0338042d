"""Trirème: the owner's file, as the device keeps it."""

from ..rules import OWNER_FILE

CELLS = ("rows", "cells")  # how the inputs of corrected cells begin
CORRECTED = ("ship_ram", "ship_rake", "ship_clearance")


def tells(proc):
    """Whether a roll depends on the file: on a corrected table, or on a parameter."""
    return proc.name in CORRECTED or any([i.role == "param" for i in proc.inputs])


def fill(app, proc, v):
    """Put what the file says into the values of a roll: its parameters, and the corrected cells it may fall on.
    Without a file they are those of the device.
    """
    for i in proc.inputs:
        if i.role == "param" or i.name.startswith(CELLS):
            v[i.name] = i.start
    if app.store.read(OWNER_FILE):
        found = read(app)
        for i in proc.inputs:
            if i.role == "param":
                v[i.name] = found.params.get(i.field, i.start)
        if proc.name in CORRECTED:
            v.update(found.given(proc, v))


def read(app):
    """What the file says; without one the tables are as shipped. Its reader leaves the memory again, unless the
    screen has it anyway.
    """
    from ..rules.corrections import Corrections

    data = app.store.read(OWNER_FILE)
    if not data:
        return Corrections()
    mark = app.session.mark()
    found = _read(data)
    app.session.shed(mark)
    return found


def _read(data):
    """By itself, so that nothing holds the reader when it is to go."""
    from ..rules import owner

    return owner.read(data)


def add(app, line):
    """Put a line behind the file, and say so."""
    from ..rules.owner_lines import addition

    data = app.store.read(OWNER_FILE) or b""
    app.store.replace(OWNER_FILE, data + addition(data, line))
    app.toast(app.t("kept"))
