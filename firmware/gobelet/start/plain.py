"""Plain: starts a Gobelet whose modules are files.

It checks MicroPython and the copy, then runs boot.py.
"""

from __future__ import annotations

import gc
import sys

OLDEST = (1, 26)  # oldest MicroPython that Gobelet runs on
READY = "/gobelet/ready"  # the last file that the tool writes when it copies Gobelet to a device
# MicroPython's own modules that files may replace. An import searches all paths for such files first.
BUILTIN = ("array", "binascii", "hashlib", "io", "json", "machine", "os", "select", "struct", "time")
COLLECT_EVERY = 32 * 1024  # bytes allocated between two collections


def start() -> None:
    """Run the App. If it cannot run, print the reason on USB and show it on the panel."""
    known = sys.implementation.version >= OLDEST
    if known and is_complete():
        remember_builtin()
        # without early collections, the garbage of imports splits the heap into small pieces
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
        pass  # the modules for the panel are missing too


def remember_builtin() -> None:
    """Import MicroPython's own modules without a search for files.

    This makes a start 110 ms faster.
    """
    path = sys.path[:]
    sys.path[:] = []
    for name in BUILTIN:
        if name not in sys.modules:
            sys.modules[name] = __import__(name)
    sys.path[:] = path


def is_complete() -> bool:
    """Tell whether the copy to this device was completed."""
    try:
        open(READY).close()
    except OSError:
        return False
    return True
