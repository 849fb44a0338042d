"""The bundle of data for the web page's editor, in which visitors write own games.

The Python part of the editor runs under MicroPython in the browser. The bundle contains the parser, checks and
compiler of host_tools/own, and the firmware modules that these import. The bundle also contains the example games, and
the font of the device, with which the checks measure texts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools.building import build, fonts, strip_types
from simulator import paths

paths.install()

from host_tools.own import compiler, words  # noqa: E402 - it imports the firmware

_PROGRAM = Path(__file__).with_name("own_check.py")
_ONLY_ON_DESKS = ("host_tools/__init__.py",)  # paths of modules whose code a browser does not need
_ROOTS = {"host_tools": paths.ROOT, "gobelet": paths.ROOT / "firmware"}


def modules() -> dict[str, str]:
    """Return the sources of the modules in the bundle, by path.

    The modules are those that own_check.py imports, directly or through other modules.
    """
    found: dict[str, str] = {}
    waiting = [*_import_paths("", _source(_PROGRAM))]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found[path] = _source(_ROOTS[path.partition("/")[0]] / path)
        waiting += _import_paths(path, found[path])
    for path in list(found):
        for folder in Path(path).parents[:-1]:
            found.setdefault(f"{folder.as_posix()}/__init__.py", "")
    return found


def _source(path: Path) -> str:
    """Return a source without the types and decorators that MicroPython rejects."""
    return build.without_native(strip_types.strip(path.read_text(encoding="utf-8")))


def _import_paths(path: str, source: str) -> Iterator[str]:
    """Yield the paths of the project's modules that a source imports."""
    package = path.split("/")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            named = "/".join([*above, *(node.module or "").split(".")]).strip("/")
            for each in (named, *(f"{named}/{alias.name}" for alias in node.names)):
                for candidate in (f"{each}.py", f"{each}/__init__.py"):
                    root = _ROOTS.get(each.partition("/")[0])
                    if root and (root / candidate).is_file() and candidate not in _ONLY_ON_DESKS:
                        yield candidate


def examples() -> dict[str, str]:
    """Return the texts of the example games, by file name without suffix."""
    return {
        path.name.removesuffix(compiler.SUFFIX): path.read_text(encoding="utf-8")
        for path in sorted((paths.ROOT / "simulator" / "own").glob(f"*{compiler.SUFFIX}"))
    }


def bundle() -> dict[str, Any]:
    """Return the whole bundle, ready for JSON."""
    return {
        "program": _source(_PROGRAM),
        "modules": modules(),
        "french": words.FRENCH,
        "letters": fonts.pack_all()["letters"].hex(),
        "reserved": sorted(compiler.reserved_keys()),
        "examples": examples(),
    }
