"""Objects that are made once in a test run, by the first process that needs them."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

Made = TypeVar("Made")


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """Return the folder that all processes of this run share."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # the parent is common to all processes
    return base / "once"


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Made]) -> Made:
    """Return the result of `make`, which is called once, with a folder of its own for files."""
    return make_once_in(shared_folder(factory), name, make)


def make_once_in(shared: Path, name: str, make: Callable[[Path], Made]) -> Made:
    folder = shared / name
    kept = folder / "made"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # other processes wait here
            if not kept.exists():
                made = pickle.dumps(make(folder))
                kept.with_suffix(".new").write_bytes(made)
                kept.with_suffix(".new").replace(kept)
    return pickle.loads(kept.read_bytes())
