"""A firmware for the chip that finds no flash to use things in, as on a MicroPython with other insides."""

from __future__ import annotations

from pathlib import Path

from host_tools.building import build
from tests.chip.sources import replaced

_PICO = "firmware/gobelet/device/pico.py"
_FOUND = "    flash = _flash()\n    if packs is None or flash is None:\n"
_NONE = "    flash = None\n    if packs is None or flash is None:\n"


def sources(folder: Path, root: Path = build.ROOT) -> Path:
    """A copy of the sources in which `pico.in_place` gives None; it returns `folder`."""
    return replaced(folder, _PICO, [(_FOUND, _NONE)], root)
