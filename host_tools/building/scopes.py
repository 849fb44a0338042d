"""Which name in a set of Python sources means which thing: scopes, imports, classes and attributes.

    program = Program({"gobelet/core/dice.py": ast.parse(...), ...})

Every node where a variable is bound or used leads to one Symbol, as the language has it: a function's scope
hides the module's, a class body is passed over from within its methods, comprehensions have a scope of their
own. An attribute leads to a module's Symbol if it stands behind the name of an imported module.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

# Fields that hold no other node, or only what names an operation. All sources are read several times over, and to look
# into these too takes half of it.
_LEAVES = frozenset(
    """
    ctx op ops id attr arg name asname module level is_async simple kind type_comment type_ignores conversion
    """.split()  # noqa: SIM905
)
# Those that hold statements, or what holds statements.
_BODIES = ("body", "handlers", "orelse", "finalbody", "cases")


class _Fields(dict[type, tuple[str, ...]]):
    """The fields of a kind of node that may hold others."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        names = () if kind is ast.Constant else kind._fields
        self[kind] = found = tuple(name for name in names if name not in _LEAVES)
        return found


_FIELDS = _Fields()


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below one, as they stand in the source, but for operators and contexts."""
    found: list[ast.AST] = []
    held = vars(node)
    for name in _FIELDS[type(node)]:
        value = held.get(name)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """A node and all below it in the order of `ast.walk`, which takes several times as long, but for operators and
    contexts.
    """
    found = [node]
    for each in found:  # it grows
        found += children(each)
    return found


def statements(node: ast.AST) -> list[ast.AST]:
    """A module, or a statement, and the statements below it in the order of `ast.walk`, which looks into each
    expression too.
    """
    found = [node]
    for each in found:  # it grows
        for name in _BODIES:
            found += getattr(each, name, ())
    return found


def text_of(tree: ast.Module) -> str:
    """The source of a module. `ast.unparse` asks each statement for its line, and a new one has none."""
    for node in statements(tree):
        if not hasattr(node, "lineno"):
            node.lineno = 1  # type: ignore[attr-defined]
    return ast.unparse(tree)


class ScopeError(Exception):
    """A source does what the tool cannot follow. The message names it and says what to write instead."""


@dataclass(eq=False)
class Symbol:
    """One variable of one scope; `scope` is None for what is built in."""

    name: str
    scope: Scope | None
    uses: list[tuple[ast.AST, str, int]] = field(default_factory=list)  # node, its field, index if a list
    stores: int = 0
    loads: int = 0
    parameter: bool = False
    imported: tuple[str, str] | None = None  # module of ours and a name in it, "" for the module itself
    alias: ast.alias | None = None
    binder: ast.AST | None = None  # the def or class statement that binds it
    fixed: bool = False  # must keep its name, whatever else


@dataclass(eq=False)
class Scope:
    kind: str  # "module", "function" or "class"
    module: Module
    parent: Scope | None
    node: ast.AST
    symbols: dict[str, Symbol] = field(default_factory=dict)
    declared_global: set[str] = field(default_factory=set)
    declared_nonlocal: set[str] = field(default_factory=set)
    children: list[Scope] = field(default_factory=list)
    used: set[Symbol] = field(default_factory=set)  # in this very scope

    def below(self) -> Iterator[Scope]:
        yield self
        for child in self.children:
            yield from child.below()


@dataclass(eq=False)
class Module:
    path: str
    name: str  # dotted
    tree: ast.Module
    package: str  # that relative imports start from
    scope: Scope = None  # type: ignore[assignment]
    outside: set[str] = field(default_factory=set)  # modules that are not ours

    @classmethod
    def at(cls, path: str, tree: ast.Module) -> Module:
        """The module of a file."""
        name = dotted(path)
        return cls(path, name, tree, name if path.endswith("__init__.py") else name.rpartition(".")[0])

    def source(self, node: ast.ImportFrom) -> str:
        """The whole name of the module that an import is from."""
        base = self.package.split(".")
        above = base[: len(base) - node.level + 1] if node.level else []
        return ".".join([*above, *([node.module] if node.module else [])])


@dataclass(eq=False)
class Class:
    node: ast.ClassDef
    scope: Scope
    bases: list[Symbol | None]  # None for what is no plain name
    own: set[str] = field(default_factory=set)  # attributes that it defines


@dataclass(eq=False)
class Attribute:
    node: ast.Attribute
    scope: Scope
    symbol: Symbol | None = None  # if it stands behind a module of ours
    own: bool = False  # stands behind the first parameter of a method


def dotted(path: str) -> str:
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Program:
    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        self.modules: dict[str, Module] = {}
        self.builtin: dict[str, Symbol] = {}
        self.classes: dict[ast.ClassDef, Class] = {}
        self.calls: list[tuple[ast.Call, Scope]] = []
        self.escaped: set[str] = set()  # modules of ours that are passed on as values
        self.strings: set[str] = set()  # identifiers that stand as a whole in a string
        for path in sorted(trees):
            module = Module.at(path, trees[path])
            self.modules[module.name] = module
        readers = [_Reader(self, module) for module in self.modules.values()]
        self.attributes = [attribute for reader in readers for attribute in reader.attributes]
        for reader in readers:
            reader.resolve()
        for reader in readers:
            reader.resolve_attributes()

    def symbol_of(self, node: ast.expr, scope: Scope) -> Symbol | None:
        """What a name, or a name in an imported module, stands for."""
        if isinstance(node, ast.Name):
            return self.find(scope, node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            base = self.find(scope, node.value.id)
            if base.imported and not base.imported[1] and base.stores == 1:
                return self.modules[base.imported[0]].scope.symbols.get(node.attr)
        return None

    def scopes(self) -> Iterator[Scope]:
        for module in self.modules.values():
            yield from module.scope.below()

    def symbols(self) -> Iterator[Symbol]:
        for scope in self.scopes():
            yield from scope.symbols.values()

    def find(self, scope: Scope, name: str) -> Symbol:
        here: Scope | None = scope
        if name in scope.declared_global:
            return scope.module.scope.symbols[name]
        while here is not None:
            if name in here.symbols and (here is scope or here.kind != "class"):
                return here.symbols[name]
            if name in here.declared_global and here.kind != "class":
                return here.module.scope.symbols[name]
            here = here.parent
        return self.builtin.setdefault(name, Symbol(name, None, fixed=True))

    def origin(self, symbol: Symbol) -> Symbol:
        """Follow imports to where the thing is defined."""
        seen = set()
        while symbol.imported and symbol.imported[1] and symbol.stores == 1 and symbol not in seen:
            seen.add(symbol)
            symbol = self.target(symbol) or symbol
        return symbol

    def target(self, symbol: Symbol) -> Symbol | None:
        """The Symbol that an import statement copies."""
        if not symbol.imported or not symbol.imported[1]:
            return None
        module, name = symbol.imported
        return self.modules[module].scope.symbols.get(name)

    def class_of(self, symbol: Symbol | None) -> Class | None:
        if symbol is None:
            return None
        binder = self.origin(symbol).binder
        return self.classes.get(binder) if isinstance(binder, ast.ClassDef) else None

    def lineage(self, found: Class) -> list[Class | None]:
        """A class and what it inherits from; None stands for a class that is not ours."""
        out: list[Class | None] = [found]
        for base in found.bases:
            above = self.class_of(base)
            if above is not None:
                out += self.lineage(above)
            elif base is None or base.name != "object":
                out.append(None)
        return out


class _Reader:
    """Reads one module: first what each scope binds, then what each use means."""

    def __init__(self, program: Program, module: Module) -> None:
        self.program = program
        self.module = module
        module.scope = Scope("module", module, None, module.tree)
        self.uses: list[tuple[Scope, str, ast.AST, str, int]] = []
        self.behind: set[int] = set()  # names that stand before a dot
        self.attributes: list[Attribute] = []
        self._visits: dict[type, Callable[[Any, Scope], None]] = {}
        self._body(module.tree.body, module.scope)

    # What is bound

    def _bind(self, scope: Scope, name: str, node: ast.AST, where: str, at: int = -1) -> Symbol | None:
        if name in scope.declared_nonlocal:
            self.uses.append((scope, name, node, where, at))
            return None
        if name in scope.declared_global:
            scope = self.module.scope
        symbol = scope.symbols.setdefault(name, Symbol(name, scope))
        symbol.stores += 1
        self.uses.append((scope, name, node, where, at))
        return symbol

    def _body(self, body: list[ast.stmt], scope: Scope) -> None:
        for node in body:
            self._declarations(node, scope)
        for node in body:
            self._visit(node, scope)

    def _declarations(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            for name in node.names:
                if isinstance(node, ast.Global):
                    scope.declared_global.add(name)
                    self.module.scope.symbols.setdefault(name, Symbol(name, self.module.scope))
                else:
                    scope.declared_nonlocal.add(name)
        elif not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            for name in _BODIES:
                for child in getattr(node, name, ()):
                    self._declarations(child, scope)

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        kind = type(node)
        visit = self._visits.get(kind)
        if visit is None:
            other = self._comprehension if kind in COMPREHENSIONS else self._children
            visit = self._visits[kind] = getattr(self, "_visit_" + kind.__name__, other)
        visit(node, scope)

    def _children(self, node: ast.AST, scope: Scope) -> None:
        for child in children(node):
            self._visit(child, scope)

    def _visit_Name(self, node: ast.Name, scope: Scope) -> None:
        if isinstance(node.ctx, ast.Load):
            self.uses.append((scope, node.id, node, "id", -1))
        else:
            self._bind(scope, node.id, node, "id")

    def _visit_Constant(self, node: ast.Constant, scope: Scope) -> None:
        if isinstance(node.value, str) and node.value.isidentifier():
            self.program.strings.add(node.value)

    def _visit_Assign(self, node: ast.Assign, scope: Scope) -> None:
        for part in (node.value, *node.targets):
            self._visit(part, scope)

    def _visit_NamedExpr(self, node: ast.NamedExpr, scope: Scope) -> None:
        self._visit(node.value, scope)
        while isinstance(scope.node, COMPREHENSIONS):
            assert scope.parent is not None
            scope = scope.parent
        self._visit(node.target, scope)

    def _visit_Attribute(self, node: ast.Attribute, scope: Scope) -> None:
        if isinstance(node.value, ast.Name):
            self.behind.add(id(node.value))
        self.attributes.append(Attribute(node, scope))
        self._visit(node.value, scope)

    def _visit_Call(self, node: ast.Call, scope: Scope) -> None:
        self.program.calls.append((node, scope))
        if isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr") and node.args:
            self.behind.add(id(node.args[0]))  # what is looked up so stands in a string and keeps its name
        self._children(node, scope)

    def _visit_Global(self, node: ast.Global | ast.Nonlocal, scope: Scope) -> None:
        for at, name in enumerate(node.names):
            self.uses.append((scope, name, node, "names", at))

    _visit_Nonlocal = _visit_Global

    def _visit_ExceptHandler(self, node: ast.ExceptHandler, scope: Scope) -> None:
        if node.name:
            self._bind(scope, node.name, node, "name")
        self._children(node, scope)

    def _visit_Import(self, node: ast.Import, scope: Scope) -> None:
        for alias in node.names:
            symbol = self._bind(scope, alias.asname or alias.name.partition(".")[0], alias, "asname")
            if symbol is None:
                continue
            symbol.alias = alias
            symbol.fixed |= alias.asname is None
            if alias.name in self.program.modules and alias.asname:
                symbol.imported = (alias.name, "")
            elif alias.name.partition(".")[0] in self._roots():
                self.program.escaped.add(alias.name)
            else:
                self.module.outside.add(alias.name)

    def _visit_ImportFrom(self, node: ast.ImportFrom, scope: Scope) -> None:
        source = self.module.source(node)
        for alias in node.names:
            if alias.name == "*":
                raise ScopeError(f"{self.module.path}: name what you import instead of *.")
            symbol = self._bind(scope, alias.asname or alias.name, alias, "asname")
            if symbol is None:
                continue
            symbol.alias = alias
            if f"{source}.{alias.name}" in self.program.modules:
                symbol.imported = (f"{source}.{alias.name}", "")
                symbol.fixed |= alias.asname is None and scope.kind == "module"
            elif source in self.program.modules:
                symbol.imported = (source, alias.name)
            else:
                symbol.fixed |= alias.asname is None
                self.module.outside.add(source)

    def _roots(self) -> set[str]:
        return {name.partition(".")[0] for name in self.program.modules}

    def _visit_FunctionDef(self, node: ast.FunctionDef, scope: Scope) -> None:
        for each in (*node.decorator_list, *_defaults(node.args)):
            self._visit(each, scope)
        symbol = self._bind(scope, node.name, node, "name")
        if symbol is not None:
            symbol.binder = node
        self._function(node, node.body, scope)

    def _visit_Lambda(self, node: ast.Lambda, scope: Scope) -> None:
        for each in _defaults(node.args):
            self._visit(each, scope)
        self._function(node, [ast.Expr(node.body)], scope)

    def _function(self, node: ast.FunctionDef | ast.Lambda, body: list[ast.stmt], scope: Scope) -> None:
        inner = self._scope("function", scope, node)
        for arg in parameters(node.args):
            symbol = self._bind(inner, arg.arg, arg, "arg")
            assert symbol is not None
            symbol.parameter = True
        self._body(body, inner)

    def _visit_ClassDef(self, node: ast.ClassDef, scope: Scope) -> None:
        for each in (*node.decorator_list, *node.bases, *node.keywords):
            self._visit(each, scope)
        symbol = self._bind(scope, node.name, node, "name")
        if symbol is not None:
            symbol.binder = node
        inner = self._scope("class", scope, node)
        self._body(node.body, inner)
        self.program.classes[node] = Class(node, inner, [])

    def _comprehension(self, node: ast.AST, scope: Scope) -> None:
        generators: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
        self._visit(generators[0].iter, scope)
        inner = self._scope("function", scope, node)
        for at, part in enumerate(generators):
            if at:
                self._visit(part.iter, inner)
            self._visit(part.target, inner)
            for test in part.ifs:
                self._visit(test, inner)
        for name in ("key", "value", "elt"):
            if hasattr(node, name):
                self._visit(getattr(node, name), inner)

    def _scope(self, kind: str, parent: Scope, node: ast.AST) -> Scope:
        scope = Scope(kind, self.module, parent, node)
        parent.children.append(scope)
        return scope

    # What it means

    def resolve(self) -> None:
        program = self.program
        bound: set[Symbol] = set()
        for scope, name, node, where, at in self.uses:
            symbol = program.find(scope, name)
            symbol.uses.append((node, where, at))
            scope.used.add(symbol)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                symbol.loads += 1
                if symbol.imported and not symbol.imported[1] and id(node) not in self.behind:
                    program.escaped.add(symbol.imported[0])
            if scope.kind == "class" and symbol.scope is scope:
                if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
                    bound.add(symbol)
                elif symbol not in bound:
                    raise ScopeError(
                        f"{self.module.path}: {name} is global, then a class attribute; rename one."
                    )

    def resolve_attributes(self) -> None:
        program = self.program
        for found in program.classes.values():
            if found.scope.module is self.module and found.scope.parent is not None:
                above = found.scope.parent
                found.bases = [program.symbol_of(base, above) for base in found.node.bases]
                found.own |= set(found.scope.symbols)
        for attribute in self.attributes:
            if not isinstance(attribute.node.value, ast.Name):
                continue
            base = program.find(attribute.scope, attribute.node.value.id)
            if base.imported and not base.imported[1]:
                if base.stores > 1:
                    program.escaped.add(base.imported[0])
                    continue
                attribute.symbol = self._member(base.imported[0], attribute)
                continue
            owner = self._owner(base)
            if owner is not None:
                attribute.own = True
                if not isinstance(attribute.node.ctx, ast.Load):
                    owner.own.add(attribute.node.attr)

    def _member(self, module: str, attribute: Attribute) -> Symbol | None:
        symbol = self.program.modules[module].scope.symbols.get(attribute.node.attr)
        if symbol is not None:
            if isinstance(attribute.node.ctx, ast.Load):
                symbol.loads += 1
            else:
                symbol.stores += 1
        return symbol

    def _owner(self, symbol: Symbol) -> Class | None:
        """The class of whose methods this is the first parameter, by convention `self`."""
        scope = symbol.scope
        if scope is None or not symbol.parameter or symbol.stores > 1 or scope.parent is None:
            return None
        node = scope.node
        if scope.parent.kind != "class" or not isinstance(node, ast.FunctionDef) or not node.args.args:
            return None
        if node.args.args[0].arg != symbol.name or any(
            isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list
        ):
            return None
        holder = scope.parent.node
        return self.program.classes[holder] if isinstance(holder, ast.ClassDef) else None


def parameters(args: ast.arguments) -> list[ast.arg]:
    some = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    return some + [arg for arg in (args.vararg, args.kwarg) if arg is not None]


def _defaults(args: ast.arguments) -> list[ast.expr]:
    return [each for each in (*args.defaults, *args.kw_defaults) if each is not None]
