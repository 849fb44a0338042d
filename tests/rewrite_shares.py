"""A plugin: in a fresh clone, each process rewrites the assertions of a share of the test files.

pytest rewrites a file on import, and caches the result. All processes import the same files at the same time,
so each would rewrite all of them, which takes 9 s of processor time.

The two functions of pytest used here are private. The lock file fixes its version, and without them no run with
several processes would start.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

HERE = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    worker = getattr(config, "workerinput", None)
    if worker is not None and not sys.dont_write_bytecode:
        write(config, int(worker["workerid"][2:]), worker["workercount"])


def write(config: pytest.Config, share: int, shares: int) -> None:
    """Rewrite the files of this share without a cached result.

    pytest itself detects outdated ones.
    """
    for path in sorted(HERE.rglob("test_*.py"))[share::shares]:
        kept = rewrite.get_cache_dir(path) / (path.stem + rewrite.PYC_TAIL)
        if not kept.exists() and rewrite.try_makedirs(kept.parent):
            stat, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, stat, kept)
