"""Builds of the same sources shorten their names, compile each module and pack each catalogue of texts once in a run of
the tests: it is most of a build, and dozens are made, some of them in processes that a test starts.

host_tools/building/test_shrink.py holds that the outcome depends on the sources alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from host_tools.building import build, needs, strip_types, texts
from host_tools.building.shrink import Shrunk, _identifiers
from tests.once import once_in

# What else takes long in a build, and depends on what it is given alone.
KEPT = ((build, "_compiled"), (needs, "_statements"), (strip_types, "stripped"), (texts, "_pack"))


@contextmanager
def remembered(folder: Path) -> Iterator[None]:
    """What is worked out meanwhile is kept in a folder, and taken from there."""
    shrink = build.shrink
    known: dict[object, Shrunk] = {}

    def short(sources: Mapping[str, str], others: Iterable[str] = (), parts: bool = True) -> Shrunk:
        others = tuple(others)
        # Of those that use the sources only the names count, see `shrink`.
        kept = sorted(set().union(*(_identifiers(ast.parse(text)) for text in others)))
        given = build.digest(repr((tuple(sources.items()), kept, parts)).encode())
        if given not in known:
            known[given] = once_in(folder, f"shrunk-{given}", lambda _: shrink(sources, others, parts))
        return known[given]

    def kept(function: Callable[..., object]) -> Callable[..., object]:
        @cache
        def found(*given: object) -> object:
            name = f"{function.__name__}-{build.digest(repr(given).encode())}"
            return once_in(folder, name, lambda _: function(*given))

        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "shrink", short)
        for module, name in KEPT:
            patch.setattr(module, name, kept(getattr(module, name)))
        yield
