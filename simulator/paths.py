"""Paths in the repository, and the import path of the firmware's modules."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
STAND_INS = ROOT / "simulator" / "stand_ins"
BOARDS = ROOT / "boards"
SCRIPTS = ROOT / "simulator" / "scripts"


def install() -> None:
    """Put the stand-ins and the firmware at the start of sys.path.

    The stand-ins replace MicroPython's modules; their folder precedes the firmware's. Both folders precede the
    installed packages, because such a package may contain a module called `micropython`.
    """
    for folder in (FIRMWARE, STAND_INS):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
