"""A cache for builds: each module is compiled, and each catalogue packed, once in a test run.

Compiling and packing take most of a build's time. A test run makes dozens of builds, some of them in
processes of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from host_tools.building import build, texts
from tests.once import make_once_in

# The slow functions of a build, which depend only on their arguments.
KEPT = ((build, "_compile"), (texts, "_pack"))


@contextmanager
def cache_builds(folder: Path) -> Iterator[None]:
    """Cache the results of KEPT in a folder, within this context."""

    def cached_function(function: Callable[..., object]) -> Callable[..., object]:
        @cache
        def cached_result(*given: object) -> object:
            name = f"{function.__name__}-{build.digest(repr(given).encode())}"
            return make_once_in(folder, name, lambda _: function(*given))

        return cached_result

    with pytest.MonkeyPatch.context() as patch:
        for module, name in KEPT:
            patch.setattr(module, name, cached_function(getattr(module, name)))
        yield
