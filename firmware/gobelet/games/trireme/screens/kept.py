"""Trirème: the owner's file, as the device keeps it."""

from ..rules import OWNER_FILE

CORRECTED = ("ship_ram", "ship_rake", "ship_clearance")


def tells(proc):
    """Whether a roll depends on the file: on a corrected table, or on a parameter."""
    return proc.name in CORRECTED or any([i.role == "param" for i in proc.inputs])


def parameters(found, proc):
    """Values of the parameters of a roll."""
    return {i.name: found.params.get(i.field, i.start) for i in proc.inputs if i.role == "param"}


def corrections(found, proc, v):
    """Values that tell a roll with the values `v` of the corrected cells it may fall on."""
    return found.given(proc, v) if proc.name in CORRECTED else {}


def read(app):
    """What the file says; without one the tables are as shipped. Its reader leaves the memory again, unless the
    screen has it anyway.
    """
    from ..rules.corrections import Corrections

    data = app.store.read(OWNER_FILE)
    if not data:
        return Corrections()
    mark = app.session.mark()
    from ..rules import owner

    found = owner.read(data)
    app.session.shed(mark)
    return found


def add(app, line):
    """Put a line behind the file, and say so."""
    from ..rules.owner_lines import addition

    data = app.store.read(OWNER_FILE) or b""
    app.store.replace(OWNER_FILE, data + addition(data, line))
    app.toast(app.t("kept"))
