"""Plain: starts a Gobelet whose modules are plain files.

The module checks the version of MicroPython and that all files are copied, then runs boot.py.
"""

from __future__ import annotations

import gc
import sys

OLDEST = (1, 26)  # oldest MicroPython that Gobelet runs on
READY = "/gobelet/ready"  # the last file that `make flash` or mip writes when it copies Gobelet to a device
# Names of MicroPython's own modules that a file may replace. An import of such a name first searches all paths for a
# file.
BUILTIN = ("array", "binascii", "hashlib", "io", "json", "machine", "os", "select", "struct", "time")
COLLECT_EVERY = 32 * 1024  # bytes allocated between two collections


def start() -> None:
    """Run the App. If that is impossible, print and show the reason.

    The function prints on the USB console, and shows a message on the panel if it can import the driver.
    """
    known = sys.implementation.version >= OLDEST
    if known and is_complete():
        remember_builtin()
        # collect early and often: the garbage of imports would otherwise split the free heap into small pieces
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
            boot.show_interruption()
        else:
            boot.too_old(OLDEST)
    except Exception:
        pass  # the modules that drive the panel are missing too


def remember_builtin() -> None:
    """Import MicroPython's own modules (BUILTIN) without a search for files.

    Later import statements find these modules loaded and do not search, so a start is 110 ms faster.
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
