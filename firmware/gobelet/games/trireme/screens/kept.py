"""Trirème: the owner's file, as the device keeps it."""

from ..rules import OWNER_FILE, owner
from ..rules.owner_lines import addition
from . import undoing

CELLS = ("rows", "cells")  # how the inputs of corrected cells begin


def told(app, proc, v):
    """What the file says to a roll with the values `v`, by input: its parameters, and the corrected cells that it
    may fall on; {} to one that has neither. Without a file they are those of the device.
    """
    found = {}
    for i in proc.inputs:
        if i.role == "param" or i.name.startswith(CELLS):
            found[i.name] = i.start
    if not found:
        return found
    said = read(app)
    for i in proc.inputs:
        if i.role == "param":
            found[i.name] = said.params.get(i.field, i.start)
    found.update(said.given(proc, v))
    return found


def read(app):
    """What the file says, as Corrections; without one the tables are as shipped. It is read once a game."""
    cache = app.session.cache
    if OWNER_FILE not in cache:
        cache[OWNER_FILE] = owner.read(app.store.read(OWNER_FILE))
    return cache[OWNER_FILE]


def forget(app):
    """The file is another one now."""
    app.session.cache.pop(OWNER_FILE, None)


def add(app, line):
    """Put a line behind the file, and say so."""
    data = app.store.read(OWNER_FILE) or b""
    more = data + addition(data, line)
    app.store.replace(OWNER_FILE, more)
    undoing.note(app, len(data), len(more))
    forget(app)
    app.toast(app.t("kept"))


def put_aside(app):
    """The tables as shipped: the file is put aside, not lost."""
    store = app.store
    data = store.read(OWNER_FILE)
    aside = undoing.ASIDE
    store.replace(aside, data)
    store.remove(OWNER_FILE)
    undoing.note(app, len(data), undoing.AWAY)
    forget(app)
    app.toast(app.t("owner.aside", aside))
