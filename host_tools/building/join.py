"""Modules that are always needed together become one in the build: an import costs a Pico 3 ms whatever it brings, and
each name and each import statement of a module 0.06 and 0.4 ms again.

In the sources they stay apart. The last one of a group gives what is joined its path; what is global in any of them is
named anew, so that nothing hides anything. The desk, and a build with all names, have the modules as they are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from host_tools.building.scopes import Attribute, Module, Program, ScopeError, Symbol, dotted

# Those that others in the group import stand before these. A group stays so small that an idle moment can link it as a
# whole (gobelet/memory/inplace.py). What is compiled to machine code cannot be linked: it is joined with its like.
GROUPS = (
    ("device.keys", "device.power", "device.clock", "device.entropy", "memory.heap", "device.store"),
    ("core.refused", "core.shaker", "settings", "memory.modules"),
    ("device.panel", "device.pico"),
    ("ui.numbers", "ui.widgets", "ui.stack", "ui.notice", "ui.menu"),
    ("texts", "ui.pixels", "ui.canvas"),
    ("telling", "snapshot", "resume", "navigation"),
    ("equipment", "app"),
    ("core.records", "core.sheet"),
    ("core.procedure", "core.odds", "core.journal"),
    ("resolution", "session"),
    ("ui.letters", "ui.wording"),
    ("ui.dice_row", "ui.result"),
    ("ui.casting", "ui.next_roll"),
    ("games.dice.rules.notation", "games.dice.rules.sheets"),
    ("games.dice.rules.edit", "games.dice.rules.again", "games.dice.screens.record"),
    ("games.counters.rules.clock", "games.counters.rules.turns", "games.counters.screens.words"),
    (
        "games.trinytia.rules.tables",
        "games.trinytia.rules.combat",
        "games.trinytia.rules.cards",
        "games.trinytia.rules.turn",
    ),
    ("games.trinytia.rules.inputs", "games.trinytia.rules.healing"),
    ("games.trinytia.rules.hand", "games.trinytia.screens.asking"),
    ("games.trinytia.rules.modes", "games.trinytia.screens.common"),
    ("games.traqueur.rules.tables", "games.traqueur.rules.sheets"),
    ("games.traqueur.rules.walks", "games.traqueur.screens.setup"),
    ("games.trireme.rules.ships", "games.trireme.screens.common"),
    ("games.trireme.screens.recent", "games.trireme.screens.opening"),
    ("games.trinites.rules.damage", "games.trinites.rules.tables", "games.trinites.rules.party"),
)
_MARKS = "micropython"  # the compiler knows its marks by this name
_OF = "_of_"  # between a name and the number of the module in its group that it is of
_RENAMED = re.compile(rf"{_OF}\d+\b")


def joined(
    trees: Mapping[str, ast.Module],
    kept: Collection[str] = (),
    groups: Collection[tuple[str, ...]] = GROUPS,
    package: str = "gobelet",
) -> dict[str, ast.Module]:
    """The modules by their paths, with each group instead of its last module. A group that is not there as a
    whole, as in a part of the firmware, stays as it is. What is called as one of `kept` goes on being called so.
    ScopeError for what cannot be joined.
    """
    there = {dotted(path) for path in trees}
    named = [[f"{package}.{name}" for name in group] for group in groups]
    named = [names for names in named if there.issuperset(names)]
    made = _Join(Program(trees), named, kept).trees() if named else dict(trees)
    for tree in made.values():
        take_at_once(tree)
    return made


def without_numbers(name: str) -> str:
    """What a name of something that was joined is in its source."""
    return _RENAMED.sub("", name)


class _Join:
    def __init__(self, program: Program, groups: list[list[str]], kept: Collection[str]) -> None:
        self.program = program
        self.groups = groups
        self.kept = program.strings.union(
            kept
        )  # and what stands in a string, for it may be looked up by that
        self.group_of = {name: names for names in groups for name in names}
        self.gone: set[ast.alias] = set()  # imports of what is there already

    def trees(self) -> dict[str, ast.Module]:
        program = self.program
        for name in self.group_of:
            if name in program.escaped:
                raise ScopeError(f"{name} is passed on as a value: it cannot be joined with others.")
        members = list(self._members())
        for names in self.groups:
            self._rename(names)
        for name, names in self.group_of.items():
            for scope in program.modules[name].scope.below():
                for symbol in scope.symbols.values():
                    if symbol.imported and symbol.imported[0] in names:
                        self._leave_out(symbol, names)
        for attribute, module_name in members:
            self._rename_member(attribute, module_name)
        trees = {}
        for module in program.modules.values():
            tree = _Imports(self, module).visit(module.tree)
            if module.name not in self.group_of:
                trees[module.path] = tree
        for names in self.groups:
            modules = [program.modules[name] for name in names]
            body = [node for module in modules for node in module.tree.body if not _is_text(node)]
            trees[modules[-1].path] = ast.Module(body, [])
        return trees

    def _rename(self, names: list[str]) -> None:
        """Give what is global in one of these a name that nothing else has. What several import from elsewhere is
        imported once.
        """
        kept: set[str] = set()
        brought: dict[tuple[str, str], str] = {}
        for number, each in enumerate(names):
            module = self.program.modules[each]
            sources = dict(_imports(module))
            for symbol in module.scope.symbols.values():
                if symbol.imported and symbol.imported[0] in names:
                    continue
                name = f"{symbol.name}{_OF}{number}"
                if symbol.alias in sources and symbol.stores == 1:
                    assert symbol.alias is not None
                    source = sources[symbol.alias], symbol.alias.name
                    if source in brought:
                        self.gone.add(symbol.alias)
                    name = brought.setdefault(source, name)
                    if symbol.name == _MARKS:
                        continue
                elif symbol.name in self.kept:
                    if symbol.name in kept:
                        raise ScopeError(
                            f"{module.path}: {symbol.name} is to keep its name, and another one in its group has that "
                            "too: rename one."
                        )
                    kept.add(symbol.name)
                    continue
                _write(symbol, name)

    def _leave_out(self, symbol: Symbol, names: list[str]) -> None:
        """What one module takes from another one of its group is used as it is called there."""
        if symbol.stores != 1 or symbol.alias is None:
            raise ScopeError(f"{symbol.name} is imported and changed: it cannot be joined.")
        self.gone.add(symbol.alias)
        if symbol.imported and symbol.imported[1]:
            _write(symbol, self.origin(symbol, names).name)

    def _members(self) -> Iterator[tuple[Attribute, str]]:
        """What stands behind the name of a module that is to be joined, with the whole name of that."""
        for attribute in self.program.attributes:
            if isinstance(attribute.node.value, ast.Name):
                base = self.program.find(attribute.scope, attribute.node.value.id)
                if base.imported and not base.imported[1] and base.imported[0] in self.group_of:
                    yield attribute, base.imported[0]

    def _rename_member(self, attribute: Attribute, module: str) -> None:
        """In its own group there is no name of the module any more, before which it could stand."""
        node = attribute.node
        name = self.member(module, node.attr)
        if attribute.scope.module.name in self.group_of[module]:
            node.__class__ = ast.Name  # type: ignore[assignment]
            node.id = name  # type: ignore[attr-defined]
        else:
            node.attr = name

    def member(self, module: str, name: str) -> str:
        """What the global of a module that is joined is called now."""
        symbol = self.program.modules[module].scope.symbols.get(name)
        if symbol is None:
            raise ScopeError(f"{module} has no {name}.")
        return self.origin(symbol, self.group_of[module]).name

    def origin(self, symbol: Symbol, names: list[str]) -> Symbol:
        """What an import of one module of the group by another leads to."""
        while symbol.imported and symbol.imported[1] and symbol.imported[0] in names:
            found = self.program.target(symbol)
            if found is None:
                raise ScopeError(f"{symbol.imported[0]} has no {symbol.imported[1]}.")
            symbol = found
        return symbol


class _Imports(ast.NodeTransformer):
    """Lets the imports of a module lead to what was joined, and takes out those that nobody needs any more."""

    def __init__(self, join: _Join, module: Module) -> None:
        self.join = join
        self.module = module

    def visit(self, node: ast.AST) -> Any:
        return node if isinstance(node, ast.expr) else super().visit(node)  # imports are statements

    def visit_Import(self, node: ast.Import) -> ast.stmt | None:
        for alias in node.names:
            names = self.join.group_of.get(alias.name)
            if names and alias.name != names[-1]:
                raise ScopeError(
                    f"{self.module.path}: import {alias.name} by from, for it is joined with others."
                )
        node.names = [alias for alias in node.names if alias not in self.join.gone]
        return node if node.names else None

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        join = self.join
        source = self.module.source(node)
        if self.module.name in join.group_of:
            node.module, node.level = source, 0  # the last of its group may lie elsewhere
        found: list[ast.stmt] = []
        taken, rest = [], []
        for alias in node.names:
            whole = f"{source}.{alias.name}"
            if alias in join.gone:
                continue
            if whole in join.group_of:
                package, _, last = join.group_of[whole][-1].rpartition(".")
                found.append(ast.ImportFrom(package, [ast.alias(last, alias.asname or alias.name)], 0))
            elif source in join.group_of:
                taken.append(ast.alias(join.member(source, alias.name), alias.asname or alias.name))
            else:
                rest.append(alias)
        if taken:
            found.append(ast.ImportFrom(join.group_of[source][-1], taken, 0))
        if rest:
            node.names = rest
            found.append(node)
        return found

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if not isinstance(node, ast.Module) and getattr(node, "body", True) == []:
            node.body = [ast.Pass()]  # type: ignore[attr-defined]
        return node


def take_at_once(tree: ast.Module) -> None:
    """Take all that a module takes from another one by one statement: each looks its path up anew."""
    first: dict[tuple[str | None, int], ast.ImportFrom] = {}
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            source = node.module, node.level
            if source in first:
                first[source].names += node.names
                continue
            first[source] = node
        body.append(node)
    tree.body = body


def _imports(module: Module) -> Iterator[tuple[ast.alias, str]]:
    """What a module imports when it is imported itself, and from where."""
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom):
            yield from ((alias, module.source(node)) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias, "") for alias in node.names)


def _write(symbol: Symbol, name: str) -> None:
    for node, where, at in symbol.uses:
        if at >= 0:
            getattr(node, where)[at] = name
        else:
            setattr(node, where, name)
    symbol.name = name


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
