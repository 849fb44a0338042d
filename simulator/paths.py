"""Where things are in the tree, and how the desk finds the firmware's modules."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
STAND_INS = ROOT / "simulator" / "stand_ins"
BOARDS = ROOT / "boards"
SCRIPTS = ROOT / "simulator" / "scripts"


def install() -> None:
    """Put the firmware, and before it our stand-ins for MicroPython's modules, first on the path.

    First, because a desk may have packages that install a module called `micropython`.
    """
    for folder in (FIRMWARE, STAND_INS):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
