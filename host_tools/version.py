"""The version of Gobelet: the firmware has it, and everything else reads it there."""

from __future__ import annotations

from pathlib import Path

_FILE = Path(__file__).resolve().parents[1] / "firmware" / "gobelet" / "__init__.py"


def version() -> str:
    """Version as the firmware says it, such as "1.0"."""
    return _FILE.read_text(encoding="utf-8").split('VERSION = "')[1].split('"')[0]
