"""The sources of the firmware with something in them replaced, to be built for the chip."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from host_tools.building import build


def replaced(folder: Path, file: str, pairs: Sequence[tuple[str, str]], root: Path = build.ROOT) -> Path:
    """A copy of the sources in `folder`, which is returned; in one file each text is replaced that is there once.
    BuildError if one is not.
    """
    for name in ("boards", "firmware"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / file
    source = path.read_text(encoding="utf-8")
    for found, instead in pairs:
        if source.count(found) != 1:
            raise build.BuildError(f"{file} has not one {found!r}, which tests/chip replaces.")
        source = source.replace(found, instead)
    path.write_text(source, encoding="utf-8")
    return folder
