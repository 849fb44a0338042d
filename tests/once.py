"""What is made once in a run of the tests, by whichever of its processes needs it first."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

Made = TypeVar("Made")


def shared(factory: pytest.TempPathFactory) -> Path:
    """The folder of what is made once in this run."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # of all processes
    return base / "once"


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Made]) -> Made:
    """What `make` returned, which got a folder of its own for the files that go with it."""
    return once_in(shared(factory), name, make)


def once_in(shared: Path, name: str, make: Callable[[Path], Made]) -> Made:
    folder = shared / name
    kept = folder / "made"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # others wait
            if not kept.exists():
                made = pickle.dumps(make(folder))
                kept.with_suffix(".new").write_bytes(made)
                kept.with_suffix(".new").replace(kept)
    return pickle.loads(kept.read_bytes())
