"""Builds of the same sources compile each module and pack each catalogue of texts once in a run of the tests: it is
most of a build, and dozens are made, some of them in processes that a test starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from host_tools.building import build, texts
from tests.once import once_in

# What takes long in a build, and depends on what it is given alone.
KEPT = ((build, "_compiled"), (texts, "_pack"))


@contextmanager
def remembered(folder: Path) -> Iterator[None]:
    """What is worked out meanwhile is kept in a folder, and taken from there."""

    def kept(function: Callable[..., object]) -> Callable[..., object]:
        @cache
        def found(*given: object) -> object:
            name = f"{function.__name__}-{build.digest(repr(given).encode())}"
            return once_in(folder, name, lambda _: function(*given))

        return found

    with pytest.MonkeyPatch.context() as patch:
        for module, name in KEPT:
            patch.setattr(module, name, kept(getattr(module, name)))
        yield
