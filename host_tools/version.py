"""The version of Gobelet, read from its only definition in the firmware."""

from __future__ import annotations

from pathlib import Path

_FILE = Path(__file__).resolve().parents[1] / "firmware" / "gobelet" / "__init__.py"


def version() -> str:
    """Return the firmware's version, such as "1.0"."""
    return _FILE.read_text(encoding="utf-8").split('VERSION = "')[1].split('"')[0]
