"""What keeps firmware/ running unchanged on MicroPython, and small: read off its syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = ROOT / "host_tools" / "building" / "template_game"  # firmware to be
SOURCES = sorted([*(ROOT / "firmware").rglob("*.py"), *TEMPLATE.rglob("*.py")])

# Modules that the device does not have, or that cost more than they give there.
ABSENT = {
    "typing",
    "dataclasses",
    "enum",
    "abc",
    "contextlib",
    "functools",
    "itertools",
    "pathlib",
    "json",
    "re",
}
# Methods that CPython's strings and numbers have and MicroPython's on the Pico do not.
MISSING = {"ljust", "rjust", "zfill", "bit_length", "bit_count", "removeprefix", "removesuffix", "casefold"}


def machine_code(node: ast.AST) -> bool:
    """Whether a function is compiled to machine code: its types are part of it."""
    return "micropython.viper" in [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]


def settles(key: ast.expr, name: str) -> bool:
    """Whether what is sorted, `name`, counts in the key by itself, so that no two keys are equal."""
    if isinstance(key, ast.Tuple):
        return any(settles(part, name) for part in key.elts)
    if isinstance(key, ast.UnaryOp):
        return settles(key.operand, name)
    if isinstance(key, ast.BinOp):
        return settles(key.left, name) or settles(key.right, name)
    if isinstance(key, ast.Call) and isinstance(key.func, ast.Attribute) and key.func.attr == "index":
        return True
    return isinstance(key, ast.Name) and key.id == name


def faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, what) for everything that the device does not have or that the house does without."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Assert):
            yield line, "assert is compiled away: it carries no behaviour"
        elif isinstance(node, (ast.AnnAssign, ast.Match, ast.AsyncFunctionDef)):
            yield line, type(node).__name__
        elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
            every = [*node.args.args, *node.args.posonlyargs, *node.args.kwonlyargs]
            annotated = any(argument.annotation for argument in every) or getattr(node, "returns", None)
            if annotated and not machine_code(node):
                yield line, "an annotation costs flash"
            if node.args.posonlyargs:
                yield line, "no positional-only arguments"
        elif isinstance(node, ast.Import):
            yield from ((line, f"import {a.name}") for a in node.names if a.name.split(".")[0] in ABSENT)
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0 and (node.module or "").split(".")[0] in ABSENT:
                yield line, f"import {node.module}"
            if node.module == "micropython" or any(alias.name == "*" for alias in node.names):
                yield line, f"from {node.module} import {node.names[0].name}"
        elif isinstance(node, ast.Attribute) and node.attr in MISSING:
            yield line, f".{node.attr}()"
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("sorted", "sort"):
            for key in [each.value for each in node.keywords if each.arg == "key"]:
                if not (isinstance(key, ast.Lambda) and settles(key.body, key.args.args[0].arg)):
                    yield (
                        line,
                        "a sort on the device keeps no order of equals: the key must end in what is sorted",
                    )
        elif isinstance(node, ast.ExceptHandler) and node.type is None:
            yield line, "except without a type would catch Ctrl-C"
        elif isinstance(node, ast.Slice) and isinstance(node.step, ast.UnaryOp):
            yield line, "a slice with a negative step"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_the_device_does_not_have(path: Path) -> None:
    found = [f"line {line}: {what}" for line, what in faults(ast.parse(path.read_text(encoding="utf-8")))]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "assert x",
        "x: int = 1",
        "def f(a: int): pass",
        "def f() -> int: pass",
        "@viper\ndef f() -> int: pass",
        "from typing import Any",
        "import dataclasses",
        "from micropython import const",
        "from x import *",
        "'a'.ljust(3)",
        "try: pass\nexcept: pass",
        "x[::-1]",
        "sorted(x, key=lambda row: -points[row])",
        "x.sort(key=len)",
    ],
)
def test_the_check_sees_it(source: str) -> None:
    assert list(faults(ast.parse(source)))


def test_a_sort_by_what_is_never_equal_is_right() -> None:
    assert not list(faults(ast.parse("sorted(x, key=lambda row: (-points[row], row))")))


def test_no_host_sniffing() -> None:
    """The firmware is not told where it runs: no word of the simulator, no look at the platform. Only main.py asks,
    before anything is imported, whether MicroPython is new enough.
    """
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for word in ("simulator", "sys.platform", "sys.implementation", "os.uname"):
            allowed = path.name == "main.py" and word == "sys.implementation"
            assert allowed or word not in text, f"{path.name} mentions {word}"
