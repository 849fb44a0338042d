"""House rules for firmware/, checked on its syntax trees: it must run on MicroPython and stay small."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.building.strip_types import is_machine_code, is_types_only

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = ROOT / "host_tools" / "building" / "template_game"  # copied into firmware/ for a new game
SOURCES = sorted([*(ROOT / "firmware").rglob("*.py"), *TEMPLATE.rglob("*.py")])

# Modules that the device lacks, or whose cost exceeds their use there.
ABSENT = {
    "typing",
    "dataclasses",
    "enum",
    "abc",
    "contextlib",
    "functools",
    "itertools",
    "pathlib",
    "re",
}
# Methods of CPython's strings and numbers that MicroPython on the Pico lacks.
MISSING = {"ljust", "rjust", "zfill", "bit_length", "bit_count", "removeprefix", "removesuffix", "casefold"}
# Methods of strings, bytes and integers whose arguments MicroPython takes by position only.
BY_PLACE = {"split", "rsplit", "encode", "decode", "find", "to_bytes", "from_bytes", "partition"}


def has_unique_key(key: ast.expr, name: str) -> bool:
    """Tell whether the sorted item `name` is itself part of the key, so that no two keys are equal."""
    if isinstance(key, ast.Tuple):
        return any(has_unique_key(part, name) for part in key.elts)
    if isinstance(key, ast.UnaryOp):
        return has_unique_key(key.operand, name)
    if isinstance(key, ast.BinOp):
        return has_unique_key(key.left, name) or has_unique_key(key.right, name)
    if isinstance(key, ast.Call) and isinstance(key.func, ast.Attribute) and key.func.attr == "index":
        return True
    return isinstance(key, ast.Name) and key.id == name


def for_types(node: ast.AST) -> bool:
    """Tell whether the build removes a statement."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.ImportFrom) and node.module == "typing":
        return [alias.name for alias in node.names] == ["TYPE_CHECKING"]
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def has_types(node: ast.AST) -> bool:
    if isinstance(node, ast.FunctionDef) and node.returns:
        return True
    return isinstance(node, ast.AnnAssign) or (isinstance(node, ast.arg) and node.annotation is not None)


def lacks_types(node: ast.FunctionDef) -> bool:
    """Tell whether a part of a function has no type.

    The first argument of a method needs none, nor does machine code.
    """
    if is_machine_code(node):
        return False
    taken = node.args
    every = [*taken.args, *taken.kwonlyargs, *(each for each in (taken.vararg, taken.kwarg) if each)]
    return node.returns is None or any(each.annotation is None and each.arg != "self" for each in every)


def construct_faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield (line, description) for each construct that the device lacks or the house rules forbid."""
    nodes = list(ast.walk(tree))
    marked = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in nodes)
    machine = {each for node in nodes if is_machine_code(node) for each in (node, *ast.walk(node.args))}
    stripped = {each for node in nodes if for_types(node) for each in ast.walk(node)}
    for node in nodes:
        line = getattr(node, "lineno", 0)
        if node in stripped:
            continue
        elif isinstance(node, ast.Assert):
            yield line, "assert is compiled away: it carries no behaviour"
        elif isinstance(node, (ast.Match, ast.AsyncFunctionDef)):
            yield line, type(node).__name__
        elif has_types(node) and not marked and node not in machine:
            yield line, "CPython would look at these types: begin with `from __future__ import annotations`"
        elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
            if node.args.posonlyargs:
                yield line, "no positional-only arguments"
        elif isinstance(node, ast.Import):
            yield from ((line, f"import {a.name}") for a in node.names if a.name.split(".")[0] in ABSENT)
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0 and (node.module or "").split(".")[0] in ABSENT:
                yield line, f"import {node.module}: for types, only under `if TYPE_CHECKING:`"
            if node.level and (node.module or "").split(".")[-1] == "types":
                yield line, "the device has no types.py: import it under `if TYPE_CHECKING:`"
            if node.module == "micropython" or any(alias.name == "*" for alias in node.names):
                yield line, f"from {node.module} import {node.names[0].name}"
        elif isinstance(node, ast.Attribute) and node.attr in MISSING:
            yield line, f".{node.attr}()"
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("sorted", "sort"):
            for key in [each.value for each in node.keywords if each.arg == "key"]:
                if not (isinstance(key, ast.Lambda) and has_unique_key(key.body, key.args.args[0].arg)):
                    yield (
                        line,
                        "a sort on the device keeps no order of equals: the key must end in what is sorted",
                    )
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in BY_PLACE:
            yield from ((line, f"{ast.unparse(node.func)}({each.arg}=)") for each in node.keywords)
        elif isinstance(node, ast.ExceptHandler) and node.type is None:
            yield line, "except without a type would catch Ctrl-C"
        elif isinstance(node, ast.Slice) and isinstance(node.step, ast.UnaryOp):
            yield line, "a slice with a negative step"


FOLDERS: dict[str, list[Path]] = {}
for each in SOURCES:
    parts = each.parent.relative_to(ROOT).parts
    FOLDERS.setdefault("/".join(parts[: 4 if "games" in parts else 3]), []).append(each)
BY_FOLDER = pytest.mark.parametrize("paths", FOLDERS.values(), ids=FOLDERS)


@BY_FOLDER
def test_what_the_device_does_not_have(paths: list[Path]) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for path in paths
        if not is_types_only(path)
        for line, what in construct_faults(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


@BY_FOLDER
def test_every_function_has_types(paths: list[Path]) -> None:
    bare = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"
        for path in paths
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and lacks_types(node)
    ]
    assert bare == []


@pytest.mark.parametrize(
    "source",
    [
        "assert x",
        "x: int = 1",
        "def f(a: int): pass",
        "def f() -> int: pass",
        "@viper\ndef f() -> int: pass",
        "from typing import Any",
        "from __future__ import annotations\nfrom typing import TYPE_CHECKING, Any",
        "from .types import Row",
        "from ..rules.types import Row",
        "import dataclasses",
        "from micropython import const",
        "from x import *",
        "'a'.ljust(3)",
        "try: pass\nexcept: pass",
        "x[::-1]",
        "'a;b'.split(';', maxsplit=1)",
        "(1).to_bytes(2, 'little', signed=True)",
        "sorted(x, key=lambda row: -points[row])",
        "x.sort(key=len)",
    ],
)
def test_the_check_sees_it(source: str) -> None:
    assert list(construct_faults(ast.parse(source)))


def test_a_sort_by_what_is_never_equal_is_right() -> None:
    assert not list(construct_faults(ast.parse("sorted(x, key=lambda row: (-points[row], row))")))


@pytest.mark.parametrize(
    "source",
    [
        "from __future__ import annotations\ndef f(a: int) -> int:\n    b: int = a\n    return b",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from typing import Any\n    from .types import Row",
        "@micropython.viper\ndef f(a) -> int: pass",
    ],
)
def test_types_that_the_build_takes_out_are_right(source: str) -> None:
    assert not list(construct_faults(ast.parse(source)))


@pytest.mark.parametrize("head", ["f(a)", "f(a) -> int", "f(*a: int, b=1) -> int", "f(**a) -> int"])
def test_a_missing_type_is_seen(head: str) -> None:
    [function] = ast.parse(f"def {head}: pass").body
    assert isinstance(function, ast.FunctionDef) and lacks_types(function)


def test_no_host_sniffing() -> None:
    """The firmware does not depend on its host: it never names the simulator and never asks for the platform.

    Only the start of the firmware checks, before any other import, whether MicroPython is new enough.
    """
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for word in ("simulator", "sys.platform", "sys.implementation", "os.uname"):
            allowed = path.parts[-2:] == ("start", "plain.py") and word == "sys.implementation"
            assert allowed or word not in text, f"{path.name} mentions {word}"
