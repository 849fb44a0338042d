"""The start of a Gobelet whose modules are files: it checks MicroPython and the copy before it imports the rest."""

from __future__ import annotations

import sys

OLDEST = (1, 26)  # MicroPython
READY = "/gobelet/ready"  # written last by the tool that copies Gobelet to a device


def start() -> None:
    """Run the App, or say over USB and on the panel what keeps it from running."""
    known = sys.implementation.version >= OLDEST
    if known and is_complete():
        from .boot import main

        main()
        return
    if known:
        print("Gobelet: the copy to this device was interrupted. Run the flash command again (make flash).")
    else:
        print("Gobelet needs MicroPython %d.%d or newer." % OLDEST)
    try:
        from . import boot

        if known:
            boot.interrupted()
        else:
            boot.too_old(OLDEST)
    except Exception:
        pass  # what the panel needs did not arrive either


def is_complete() -> bool:
    """Whether the copy to this device came to its end."""
    try:
        open(READY).close()
    except OSError:
        return False
    return True
