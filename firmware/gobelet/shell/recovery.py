"""Recovery: restarts the program at the same screen, after an unexpected fault.

The journal is written before anything is shown, so a start of half a second opens the same screens with the
same values. Then the keys since the last snapshot are replayed. The snapshot file has these keys until the next
start, also if the battery fails. Its last line then has a second word, " 0" if no clock ran or else " 1", and a
third word with the keys in hexadecimal.

A fault in such a start, before a new key, would occur at every start. The list of games then opens instead.
"""

from __future__ import annotations

from binascii import hexlify, unhexlify
from typing import TYPE_CHECKING

from .snapshot import SNAPSHOT, checksum

if TYPE_CHECKING:
    from .context import Context
    from .snapshot import Snapshot

_NONE = b" 0"  # no clock was running


def can_recover(context: Context, snapshot: Snapshot) -> bool:
    """Tell whether a restart may help.

    It may if the device can restart, and this start wrote a snapshot, and no restart for a fault preceded it.
    """
    return context.device.hardware.start_anew is not None and bool(snapshot.written) and not snapshot.recovers


def restart(context: Context, snapshot: Snapshot) -> None:
    """Write the keys and restart the program, once no key is down.

    BACK held would stop the start. If the store fails, the list of games opens instead.
    """
    device = context.device
    if device.keys.down != device.keys.stuck:
        context.defer(restart, context, snapshot)
        return
    body = snapshot.written[:-4]  # type: ignore[index]
    if b" " not in body[body.rfind(b"\n") + 1 :]:
        body += _NONE
    body += b" " + hexlify(b"".join([bytes(event) for event in snapshot.keys]))
    try:
        device.store.note(SNAPSHOT, body + checksum(body))
    except OSError as error:
        device.hardware.report(error)
        snapshot.lose()
        context.navigation.home()
        context.dialogs.notice(context.t("crash.fault"))
        return
    device.hardware.start_anew()  # type: ignore[misc]


def take_keys(context: Context, snapshot: Snapshot) -> None:
    """Read the keys from the last snapshot, and remove them from the file.

    So they act only once. If the file cannot be written, the keys do not act.
    """
    written = snapshot.written
    snapshot.begin_recovery(None, [])
    body, _, word = written[:-4].rpartition(b" ")  # type: ignore[index]
    if body.endswith(_NONE):
        body = body[: -len(_NONE)]
    data = body + checksum(body)
    try:
        context.device.store.note(SNAPSHOT, data)
    except OSError as error:
        context.device.hardware.report(error)
        return
    keys = unhexlify(word)
    events = [(keys[index], keys[index + 1], keys[index + 2]) for index in range(0, len(keys), 3)]
    snapshot.begin_recovery(data, events)
