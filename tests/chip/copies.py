"""A firmware for the chip that finds no flash to use things in, as on a MicroPython with other insides."""

from __future__ import annotations

import shutil
from pathlib import Path

from host_tools.building import build

_PICO = Path("firmware/gobelet/device/pico.py")
_FOUND = "    flash = _flash()\n    if packs is None or flash is None:\n"
_NONE = "    flash = None\n    if packs is None or flash is None:\n"


def sources(folder: Path, root: Path = build.ROOT) -> Path:
    """A copy of the sources in which `pico.in_place` gives None; it returns `folder`."""
    for name in ("boards", "firmware"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / _PICO
    source = path.read_text(encoding="utf-8")
    if source.count(_FOUND) != 1:
        raise build.BuildError(
            f"{_PICO} does not ask for the flash as it did; tests/chip/copies.py replaces that."
        )
    path.write_text(source.replace(_FOUND, _NONE), encoding="utf-8")
    return folder
