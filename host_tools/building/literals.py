"""Values of a game's rules that are worked out when their module is imported, as the device takes them: as literals.

A printed table is written as it is printed, and what the rules need of it is taken out of its lines: its names, a
column of numbers. A Pico takes up to 0.1 ms for each of them, in every start; the build works them out once.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, TypeGuard

from host_tools.building.evaluate import Run
from host_tools.building.scopes import dotted

_RULES = re.compile(r"gobelet/games/\w+/rules/\w+\.py")
# What is worked out: the rest is a literal already, or made of others that are.
_WORK = (ast.Call, ast.ListComp)


def _same(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


# Of what only MicroPython has, as much as rules name when they are imported.
_MICROPYTHON = SimpleNamespace(viper=_same, native=_same, const=_same)


def worked_out(trees: Mapping[str, ast.Module]) -> dict[str, ast.Module]:
    """The same modules by their paths; in those of rules, literals where integers and words are worked out at once."""
    run = Run(trees, {"micropython": _MICROPYTHON})
    return {
        path: _worked_out(tree, dotted(path), run) if _RULES.fullmatch(path) else tree
        for path, tree in trees.items()
    }


def _worked_out(tree: ast.Module, name: str, run: Run) -> ast.Module:
    if not any(_work(node) for node in tree.body):
        return tree
    found = vars(run.imported(name))
    body: list[ast.stmt] = []
    for node in tree.body:
        body += _literals(node, found) if _work(node) else [node]
    return ast.Module(body, [])


def _work(node: ast.stmt) -> TypeGuard[ast.Assign]:
    return isinstance(node, ast.Assign) and any(isinstance(each, _WORK) for each in ast.walk(node.value))


def _literals(node: ast.Assign, found: Mapping[str, Any]) -> Iterator[ast.stmt]:
    """The statement with literals for values; as it is if they are of another kind."""
    target = node.targets[0]
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    values = [found.get(each.id) if isinstance(each, ast.Name) else None for each in names]
    if len(node.targets) > 1 or not all(_plain(value) for value in values):
        yield node
        return
    for each, value in zip(names, values, strict=True):
        made = ast.Assign([each], ast.parse(repr(value), mode="eval").body)
        yield ast.copy_location(made, node)


def _plain(value: object) -> bool:
    """Whether it is an integer, a word, or a row of such."""
    if isinstance(value, (tuple, list)):
        return all(type(each) in (int, str) for each in value)
    return type(value) in (int, str)
