"""What the rules work out when they are imported: on the device a literal, with the value that it has on the desk."""

from __future__ import annotations

import ast
import importlib
from functools import cache

import pytest

from host_tools.building import build, literals
from simulator import paths

paths.install()


@cache
def trees() -> dict[str, ast.Module]:
    """The sources of the device, read."""
    return {path: ast.parse(text, path) for path, text in build.sources().items()}


@cache
def made() -> dict[str, ast.Module]:
    return literals.worked_out(trees())


def changed(path: str) -> dict[str, object]:
    """The values that a module has as literals now, by their names."""
    before = {ast.dump(node) for node in trees()[path].body}
    found = {}
    for node in made()[path].body:
        if ast.dump(node) not in before:
            assert isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            found[node.targets[0].id] = ast.literal_eval(node.value)
    return found


def test_a_literal_is_what_the_source_works_out() -> None:
    found = [path for path in trees() if made()[path] is not trees()[path]]
    assert len(found) > 10, "there are many"
    for path in found:
        module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
        for name, value in changed(path).items():
            there = getattr(module, name)
            assert (type(value), value) == (type(there), there), (path, name)


def test_the_columns_of_printed_tables_are_worked_out() -> None:
    found = changed("gobelet/games/trinites/rules/tables.py")
    assert {"OPTIONS", "LEVEL_NAMES", "LEVEL_VALUES"} <= found.keys()
    assert changed("gobelet/games/trinites/rules/combat.py")["EASY"] == 4, "and names of one row each"
    for name in ("rules/sheets.py", "rules/tables.py", "rules/combat.py"):
        assert len(changed(f"gobelet/games/trinites/{name}")) > 1


def of(rules: str, other: str = "") -> str:
    """A module of rules, as it is made."""
    sources = {"gobelet/games/toy/rules/__init__.py": "", "gobelet/games/toy/rules/one.py": rules}
    sources["gobelet/games/toy/rules/other.py"] = other
    parsed = {path: ast.parse(text, path) for path, text in sources.items()}
    return ast.unparse(literals.worked_out(parsed)["gobelet/games/toy/rules/one.py"])


NATIVE = "import micropython\n\n@micropython.native\ndef f():\n    return 4"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A = tuple([row.split()[0] for row in ('x 1', 'y 2')])", "A = ('x', 'y')"),
        ("A = [str(n) for n in range(3)]", "A = ['0', '1', '2']"),
        ("A, B = range(2)", "A = 0\nB = 1"),
        ("from . import other\nA = len(other.ROWS)", "from . import other\nA = 2"),
        ("from .other import ROWS\nA = tuple(ROWS)", "from .other import ROWS\nA = (1, 2)"),
        (f"{NATIVE}\nA = f()", f"{NATIVE}\nA = 4"),
    ],
)
def test_what_is_worked_out(before: str, after: str) -> None:
    assert of(before, "ROWS = [1, 2]") == after


@pytest.mark.parametrize(
    "source",
    [
        "A = (1, 2)",
        "A = object()",
        "A = {n: n for n in range(3)}",
        "A = tuple([(n,) for n in range(3)])",
        "A = B = len('xy')",
        "A = [None for _ in range(2)]",
        "A = bool(1)",
        "def f():\n    A = len('xy')\n    return A",
    ],
)
def test_what_stays_as_it_is(source: str) -> None:
    assert of(source) == source


def test_only_rules_are_looked_at() -> None:
    path = "gobelet/games/toy/screens/one.py"
    tree = ast.parse("import nothing\nA = len('xy')")
    assert literals.worked_out({path: tree})[path] is tree
