"""Recovery: restarts the program at the same screen, after an unexpected fault.

The journal is written before anything is shown, so a start of half a second opens the same screens with the
same values. Then the keys since the snapshot are replayed. Until then the snapshot file has these keys, in
case the battery fails. The last line of the file then has a second word, " 0" if no clock ran or else " 1",
and the keys in hexadecimal.

A fault in such a start, before a new key, would occur at every start. So the list of games opens instead.
"""

from __future__ import annotations

from binascii import hexlify, unhexlify
from typing import TYPE_CHECKING

from .snapshot import SNAPSHOT, checksum

if TYPE_CHECKING:
    from .app import App

_NONE = b" 0"  # no clock was running


def can_recover(app: App) -> bool:
    """Whether a restart may help: the device can restart, and this start showed a screen before the fault."""
    snapshot = app.snapshot
    return (
        app.device.hardware.start_anew is not None
        and app.started
        and bool(snapshot.written)
        and not snapshot.recovers
    )


def restart(app: App) -> None:
    """Write the keys and restart the program. Wait until no key is down, because BACK would stop the start.

    If the store fails, the list of games opens instead.
    """
    snapshot = app.snapshot
    if app.device.keys.down != app.device.keys.stuck:
        app.defer(restart, app)
        return
    body = snapshot.written[:-4]  # type: ignore[index]
    if b" " not in body[body.rfind(b"\n") + 1 :]:
        body += _NONE
    body += b" " + hexlify(b"".join([bytes(event) for event in snapshot.keys]))
    try:
        app.device.store.note(SNAPSHOT, body + checksum(body))
    except OSError as error:
        app.device.hardware.report(error)
        snapshot.written = None  # the file's content is unknown
        app.navigation.home()
        app.context.dialogs.notice(app.context.t("crash.fault"))
        return
    app.device.hardware.start_anew()  # type: ignore[misc]


def take_keys(app: App) -> None:
    """Read the keys from the last snapshot, and remove them from the file, so that they act only once.

    If the file cannot be written, the keys do not act.
    """
    snapshot = app.snapshot
    snapshot.recovers = True
    body, _, word = snapshot.written[:-4].rpartition(b" ")  # type: ignore[index]
    snapshot.written = None
    if body.endswith(_NONE):
        body = body[: -len(_NONE)]
    data = body + checksum(body)
    try:
        app.device.store.note(SNAPSHOT, data)
    except OSError as error:
        app.device.hardware.report(error)
        return
    snapshot.written = data
    keys = unhexlify(word)
    snapshot.keys = [(keys[index], keys[index + 1], keys[index + 2]) for index in range(0, len(keys), 3)]


def replay_keys(app: App) -> None:
    """Replay the keys, if the screens match those of the snapshot and no record was written since."""
    snapshot = app.snapshot
    if snapshot.pack_screens() == snapshot.written:
        app.heard.extend(snapshot.keys)
        snapshot.replays = len(snapshot.keys)
