"""Anew: memory was full for a key, and so it was when what was saved had been opened once more. What is free lies in
pieces then, so the program begins anew with nothing in memory, and the keys act behind that start.

Until then the snapshot says which, so that nothing is lost with the battery. Its last line has " 0" where no clock ran,
and behind that, or " 1", a word: the keys, in hexadecimal.
"""

from __future__ import annotations

from binascii import hexlify, unhexlify
from typing import TYPE_CHECKING

from .snapshot import SNAPSHOT, sum_of

if TYPE_CHECKING:
    from .app import App

_NONE = b" 0"  # no clock ran


def begin(app: App) -> None:
    """Write the keys, and begin anew. Does not return, but where they cannot be written: with an OSError or MemoryError
    of the store, or behind a snapshot of a form that has no place for them.
    """
    navigation = app.navigation
    body = navigation.saved[:-4]  # type: ignore[index]
    if navigation.saved[-4:] != sum_of(body):  # type: ignore[index]  # of an earlier version
        return
    if b" " not in body[body.rfind(b"\n") + 1 :]:
        body += _NONE
    body += b" " + hexlify(b"".join([bytes(event) for event in navigation.pressed]))
    app.store.note(SNAPSHOT, body + sum_of(body))
    app.start_anew()  # type: ignore[misc]


def take(app: App, body: bytes) -> None:
    """Read the keys back, from the file without its sum. They are to act once, so first it says nothing of them any
    more; none acts where that cannot be written.
    """
    navigation = app.navigation
    navigation.anew = True
    body, _, word = body.rpartition(b" ")
    if body.endswith(_NONE):
        body = body[: -len(_NONE)]
    data = body + sum_of(body)
    navigation.too_large = data
    try:
        app.store.note(SNAPSHOT, data)
    except OSError as error:
        app.report(error)
        return
    navigation.saved = data
    keys = unhexlify(word)
    navigation.pressed = [(keys[index], keys[index + 1], keys[index + 2]) for index in range(0, len(keys), 3)]
