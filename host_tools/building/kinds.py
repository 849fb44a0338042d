"""The Kinds of a game's Sheets as the device takes them: names, and all the numbers as bytes.

In the sources each field of a Kind is a tuple. Of each a Pico makes some 140 bytes of garbage in a start, and takes
0.3 ms for it, reading the numbers from digits; so the build works out what `Kind` would, and gives it that.
"""

from __future__ import annotations

import ast
import copy
import sys
from array import array
from collections.abc import Iterator, Mapping
from types import SimpleNamespace

from host_tools.building.evaluate import Run
from host_tools.building.scopes import children, dotted

_KIND = "gobelet.core.sheet"
_SHEETS = "/rules/sheets.py"
_FIELD = -32768  # as in core/sheet.py

Fields = tuple[tuple[str, int, int | str, int], ...]


def packed(trees: Mapping[str, ast.Module]) -> dict[str, ast.Module]:
    """The same modules by their paths; in those with Kinds each that is made when they are imported is made of names
    and bytes.
    """
    return {
        path: _packed(tree, dotted(path), trees) if path.endswith(_SHEETS) else tree
        for path, tree in trees.items()
    }


def _packed(tree: ast.Module, name: str, trees: Mapping[str, ast.Module]) -> ast.Module:
    if not _calls(tree):
        return tree
    tree = copy.deepcopy(tree)
    calls = _calls(tree)
    made = _made(tree, name, calls, trees)
    for number, call in enumerate(calls):
        names, limits, tied = _worked_out(made[number])
        call.args[2:] = [
            ast.Tuple([ast.Constant(name) for name in names], ast.Load()),
            ast.Constant(limits),
            *([ast.Constant(True)] if tied else []),
        ]
    _leave_out(tree)
    return ast.fix_missing_locations(tree)


def _calls(tree: ast.Module) -> list[ast.Call]:
    """Where a Kind is made when the module is imported."""
    return [
        node
        for node in _at_once(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Kind"
        and len(node.args) == 3
    ]


def _worked_out(fields: Fields) -> tuple[list[str], bytes, bool]:
    """(names, numbers, whether a bound is another field): see `Kind`."""
    names = [field[0] for field in fields]
    numbers = array("h")
    for _, low, high, start in fields:
        numbers.extend((low, _FIELD + names.index(high) if isinstance(high, str) else high, start))
    if sys.byteorder != "little":
        numbers.byteswap()
    return names, numbers.tobytes(), any(isinstance(field[2], str) for field in fields)


def _made(
    tree: ast.Module, name: str, calls: list[ast.Call], trees: Mapping[str, ast.Module]
) -> dict[int, Fields]:
    """The fields that each of these calls of a module is given, by its number."""
    found: dict[int, Fields] = {}
    for number, call in enumerate(calls):
        call.args.append(ast.Constant(number))

    def kind(called: str, rows: int, fields: Fields, number: int = -1) -> None:
        found[number] = fields

    Run(trees, {_KIND: SimpleNamespace(Kind=kind)}).module(tree, name)
    for call in calls:
        call.args.pop()
    return found


def _at_once(tree: ast.Module) -> Iterator[ast.AST]:
    """What runs when the module is imported."""
    waiting: list[ast.AST] = [tree]
    for node in waiting:  # it grows
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting += children(node)


def _leave_out(tree: ast.Module) -> None:
    """What nothing asks for any more: values with a name of the module's own, and imports."""
    read = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    kept: list[ast.stmt] = []
    for node in reversed(tree.body):
        if isinstance(node, ast.ImportFrom):
            node.names = [alias for alias in node.names if (alias.asname or alias.name) in read]
            if not node.names:
                continue
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.startswith("_") and name not in read:
                continue
        kept.append(node)
    tree.body[:] = reversed(kept)
