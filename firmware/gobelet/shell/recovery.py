"""Recovery: restarts the program at the same screen, after an unexpected fault.

The journal is written before anything is shown. So a restart, which takes half a second, opens the same screens with
the same values. The program then handles again the key events since the last snapshot. During the restart, the
snapshot file stores these key events, so they survive a power cut too. The third word of the file's last line has the
key events in hexadecimal. The second word is then " 1" if a clock was running, and " 0" if not.

A second fault after the restart, before the player presses a key, would probably occur at every restart. The program
then opens the list of games instead of a restart.
"""

from __future__ import annotations

from binascii import hexlify, unhexlify
from typing import TYPE_CHECKING

from .snapshot import SNAPSHOT, checksum

if TYPE_CHECKING:
    from .context import Context
    from .snapshot import Snapshot

_NONE = b" 0"  # second word in the last line of the snapshot file, if no clock was running


def can_recover(context: Context, snapshot: Snapshot) -> bool:
    """Tell whether a restart after a fault may help.

    Three conditions must hold: the device can restart; the content of the snapshot file is known; no earlier fault
    caused a restart since the last key event.
    """
    return context.device.hardware.start_anew is not None and bool(snapshot.written) and not snapshot.recovers


def restart(context: Context, snapshot: Snapshot) -> None:
    """Write the key events to the snapshot file, and restart the program.

    The restart waits until no key is down, because a program that starts with BACK held stops (boot.py). If writing
    fails, the list of games opens instead.
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
        device.store.write_value(SNAPSHOT, body + checksum(body))
    except OSError as error:
        device.hardware.report(error)
        snapshot.mark_unknown()
        context.navigation.home()
        context.dialogs.show_notice(context.t("crash.fault"))
        return
    device.hardware.start_anew()  # type: ignore[misc]


def take_keys(context: Context, snapshot: Snapshot) -> None:
    """Read the key events from the snapshot file, and remove them from the file.

    So no later start handles these key events again. If the file cannot be written, this start does not handle them
    either.
    """
    written = snapshot.written
    snapshot.begin_recovery(None, [])
    body, _, word = written[:-4].rpartition(b" ")  # type: ignore[index]
    if body.endswith(_NONE):
        body = body[: -len(_NONE)]
    data = body + checksum(body)
    try:
        context.device.store.write_value(SNAPSHOT, data)
    except OSError as error:
        context.device.hardware.report(error)
        return
    keys = unhexlify(word)
    events = [(keys[index], keys[index + 1], keys[index + 2]) for index in range(0, len(keys), 3)]
    snapshot.begin_recovery(data, events)
