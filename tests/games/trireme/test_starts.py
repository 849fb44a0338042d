"""The imports of a start into a screen of Trirème: each module costs 7 to 20 ms."""

from __future__ import annotations

import subprocess
import sys

import pytest

from simulator import paths

GAME = "gobelet.games.trireme."
SCRIPT = """
import sys
from importlib import import_module
from simulator import paths
paths.install()
for name in sys.argv[1:]:
    import_module(name)
print(*sorted(sys.modules))
"""
# Modules for editing the owner's table, for an unknown cell, or for an undo.
RARE = (
    "rules.corrections",
    "rules.counters",
    "rules.owner_file",
    "rules.why",
    "screens.cell_question",
    "screens.changes",
    "screens.owner_undo",
)


@pytest.mark.parametrize("screen", ["forms", "results"])
def test_a_ram_comes_without_what_is_rarely_needed(screen: str) -> None:
    names = ["rules", "rules.sheets", "rules.ship_ramming", "screens", f"screens.{screen}"]
    said = subprocess.run(
        [sys.executable, "-c", SCRIPT, *(GAME + name for name in names)],
        capture_output=True,
        text=True,
        check=True,
        cwd=paths.ROOT,
    ).stdout.split()
    own = [name.removeprefix(GAME) for name in said if name.startswith(GAME)]
    assert not set(own) & {*RARE, "rules.walks"}
    assert len(own) <= 16
