"""Builds of the same sources shorten their names, and compile each module, once in a run of the tests: it is most of a
build, and dozens are made, some of them in processes that a test starts.

host_tools/building/test_shrink.py holds that the outcome depends on the sources alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from host_tools.building import build
from host_tools.building.shrink import Shrunk, _identifiers
from tests.once import once_in


@contextmanager
def remembered(folder: Path) -> Iterator[None]:
    """What is shortened and compiled meanwhile is kept in a folder, and taken from there."""
    shrink, compiled = build.shrink, build._compiled
    known: dict[object, Shrunk] = {}

    def short(sources: Mapping[str, str], others: Iterable[str] = (), parts: bool = True) -> Shrunk:
        others = tuple(others)
        # Of those that use the sources only the names count, see `shrink`.
        kept = sorted(set().union(*(_identifiers(ast.parse(text)) for text in others)))
        given = build.digest(repr((tuple(sources.items()), kept, parts)).encode())
        if given not in known:
            known[given] = once_in(folder, f"shrunk-{given}", lambda _: shrink(sources, others, parts))
        return known[given]

    def kept(*given: object) -> bytes:
        name = f"compiled-{build.digest(repr(given).encode())}"
        return once_in(folder, name, lambda _: compiled(*given))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "shrink", short)
        patch.setattr(build, "_compiled", kept)
        yield
