"""Recovery: behind a fault that no screen can have meant, the program starts anew where it was.

The journal is written before anything is shown, so a start opens the same screens with the same values; it takes half
a second. The keys since the snapshot act once more behind it. Until then the snapshot has them, so that nothing is
lost with the battery: its last line ends with " 0" where no clock ran, and behind that, or " 1", with the keys in
hexadecimal.

A fault in such a start, before the player has pressed a key, would come again and again: the list of games opens.
"""

from __future__ import annotations

from binascii import hexlify, unhexlify
from typing import TYPE_CHECKING

from .snapshot import SNAPSHOT, sum_of

if TYPE_CHECKING:
    from .app import App

_NONE = b" 0"  # no clock ran


def can_recover(app: App) -> bool:
    """Whether a start is likely to help: it can be made, and this program has shown something before the fault."""
    snapshot = app.snapshot
    return (
        app.hardware.start_anew is not None
        and app.started
        and bool(snapshot.written)
        and not snapshot.recovers
    )


def restart(app: App) -> None:
    """Write the keys and start the program anew, once no key is held: a program that starts with BACK held opens
    nothing. Where the store cannot write them, the list of games opens.
    """
    snapshot = app.snapshot
    if app.keys.down != app.keys.stuck:
        app.defer(restart, app)
        return
    body = snapshot.written[:-4]  # type: ignore[index]
    if b" " not in body[body.rfind(b"\n") + 1 :]:
        body += _NONE
    body += b" " + hexlify(b"".join([bytes(event) for event in snapshot.keys]))
    try:
        app.store.note(SNAPSHOT, body + sum_of(body))
    except OSError as error:
        app.hardware.report(error)
        snapshot.written = None  # it is not known what the file says
        app.home()
        app.notice(app.texts("crash.fault"))
        return
    app.hardware.start_anew()  # type: ignore[misc]


def take_keys(app: App) -> None:
    """Take the keys from the snapshot that was just read. They are to act once, so first the file says nothing of them
    any more; none acts where that cannot be written.
    """
    snapshot = app.snapshot
    snapshot.recovers = True
    body, _, word = snapshot.written[:-4].rpartition(b" ")  # type: ignore[index]
    snapshot.written = None
    if body.endswith(_NONE):
        body = body[: -len(_NONE)]
    data = body + sum_of(body)
    try:
        app.store.note(SNAPSHOT, data)
    except OSError as error:
        app.hardware.report(error)
        return
    snapshot.written = data
    keys = unhexlify(word)
    snapshot.keys = [(keys[index], keys[index + 1], keys[index + 2]) for index in range(0, len(keys), 3)]


def replay_keys(app: App) -> None:
    """Let the keys act once more, if the screens are those on which they were pressed, and nothing was written."""
    snapshot = app.snapshot
    if snapshot.content() == snapshot.written:
        app.heard += snapshot.keys
        snapshot.replays = len(snapshot.keys)
