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


Texts = dict[str, dict[str, str]]


def _read_once(read_all: Callable[[Path], Texts]) -> Callable[[Path], Texts]:
    """Return `texts.read_all` that parses files with the same contents once, wherever they are."""
    found: dict[object, Texts] = {}

    def read(root: Path = texts.ROOT) -> Texts:
        paths = [
            folder / f"{language}.txt"
            for folder in texts.catalogues(root).values()
            for language in texts.LANGUAGES
        ]
        if not all(path.is_file() for path in paths):
            return read_all(root)  # raises TextsError with their paths
        key = (texts.listed_games(root), *((path.parts[-2:], path.read_bytes()) for path in paths))
        if key not in found:
            found[key] = read_all(root)
        return {name: dict(each) for name, each in found[key].items()}

    return read


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
        patch.setattr(texts, "read_all", _read_once(texts.read_all))
        for module, name in KEPT:
            patch.setattr(module, name, cached_function(getattr(module, name)))
        yield
