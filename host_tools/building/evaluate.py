"""Modules of the firmware run on the desk by their trees, to find out what their values are."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from host_tools.building.scopes import dotted


class Run:
    """instead: what stands for a module, by its name, where it is imported."""

    def __init__(self, trees: Mapping[str, ast.Module], instead: Mapping[str, Any] | None = None) -> None:
        self.trees = {dotted(path): tree for path, tree in trees.items()}
        self.done: dict[str, Any] = dict(instead or {})
        self.builtins = {**vars(builtins), "__import__": self._import}

    def module(self, tree: ast.Module, name: str) -> dict[str, Any]:
        """The names of a module, and what they are."""
        names = {"__name__": name, "__package__": name.rpartition(".")[0], "__builtins__": self.builtins}
        exec(compile(ast.fix_missing_locations(tree), name, "exec"), names)
        return names

    def imported(self, name: str) -> Any:
        """A module, by its dotted name."""
        return self._import(name, {})

    def _import(
        self,
        name: str,
        names: Mapping[str, Any],
        local: object = None,
        wanted: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        if level:
            package = names["__package__"].split(".")
            name = ".".join(part for part in (*package[: len(package) - level + 1], name) if part)
        if name not in self.done:
            if name not in self.trees:
                return __import__(name, None, None, wanted)
            self.done[name] = SimpleNamespace(**self.module(self.trees[name], name))
        found = self.done[name]
        for each in wanted or ():  # without names, Python gives None
            if f"{name}.{each}" in self.trees and not hasattr(found, each):
                setattr(found, each, self._import(f"{name}.{each}", names))
        return found
