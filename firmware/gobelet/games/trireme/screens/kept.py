"""Trirème: the owner's file, as the device keeps it."""

from ..rules import OWNER_FILE

CELLS = ("rows", "cells")  # how the inputs of corrected cells begin


def told(app, proc, v):
    """What the file says to a roll with the values `v`, by input: its parameters, and the corrected cells that it
    may fall on; {} to one that has neither. Without a file they are those of the device.
    """
    found = {}
    for i in proc.inputs:
        if i.role == "param" or i.name.startswith(CELLS):
            found[i.name] = i.start
    if found and app.store.read(OWNER_FILE):
        app.session.briefly(_correct, app, proc, v, found)
    return found


def _correct(app, proc, v, found):
    """Replace in `found` what the file says otherwise."""
    said = read(app)
    for i in proc.inputs:
        if i.role == "param":
            found[i.name] = said.params.get(i.field, i.start)
    found.update(said.given(proc, v))


def read(app):
    """What the file says; without one the tables are as shipped."""
    from ..rules.corrections import Corrections

    data = app.store.read(OWNER_FILE)
    return app.session.briefly(_read, data) if data else Corrections()


def _read(data):
    from ..rules import owner

    return owner.read(data)


def add(app, line):
    """Put a line behind the file, and say so."""
    from ..rules.owner_lines import addition

    data = app.store.read(OWNER_FILE) or b""
    app.store.replace(OWNER_FILE, data + addition(data, line))
    app.toast(app.t("kept"))
