"""The start of a Gobelet whose modules are files: it checks MicroPython and the copy before it imports the rest."""

from __future__ import annotations

import gc
import sys

OLDEST = (1, 26)  # MicroPython
READY = "/gobelet/ready"  # written last by the tool that copies Gobelet to a device
# Of MicroPython's own modules those for which an import looks through all paths first: a file may stand in for them.
BUILTIN = ("array", "binascii", "hashlib", "io", "json", "machine", "os", "select", "struct", "time")
COLLECT_EVERY = 32 * 1024  # bytes that were allocated


def start() -> None:
    """Run the App, or say over USB and on the panel what keeps it from running."""
    known = sys.implementation.version >= OLDEST
    if known and is_complete():
        remember_builtin()
        # Else what is read for one module lies between that and the next, in pieces too small for a third.
        gc.threshold(COLLECT_EVERY)
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


def remember_builtin() -> None:
    """Note MicroPython's own modules as imported: the next import finds them at once. A start takes 110 ms less."""
    path = sys.path[:]
    sys.path[:] = []
    for name in BUILTIN:
        if name not in sys.modules:
            sys.modules[name] = __import__(name)
    sys.path[:] = path


def is_complete() -> bool:
    """Whether the copy to this device came to its end."""
    try:
        open(READY).close()
    except OSError:
        return False
    return True
