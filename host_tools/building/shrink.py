"""Short names for the device: every interned name stays in its memory for ever, so few and short ones.

The pass rewrites the sources of firmware/ between the tree and mpy-cross. What is told apart only by where it
stands may share a name, so most things end up with one of a few:

- a constant (a whole number, a short string) is replaced by its value, in the modules that import it too;
- functions that only the desk calls are left out;
- the Kinds of Sheets are given names and bytes (see kinds.py);
- globals are named anew within each module, parameters and local variables within each function;
- an attribute or method has one short name everywhere, and two of them share it if no object has both.

The first names given out are those of NAMES_WITHOUT_COST. What keeps its name: what MicroPython gives us or
asks of us (micropython_names.txt), what stands as a whole in a string (it may be looked up by it), keywords
that reach a ** parameter (they are data), modules, and KEPT. So never put a name together from pieces.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import keyword
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

from host_tools.building import kinds, literals, split
from host_tools.building.join import joined, without_numbers
from host_tools.building.scopes import (
    FUNCTIONS,
    Module,
    Program,
    Scope,
    ScopeError,
    Symbol,
    parameters,
    statements,
    text_of,
    walk,
)

STRING = 10  # letters: mpy-cross interns a literal up to this length anyway

# What is reached from outside the firmware, by whoever stands in for hardware, looks at a device or tests it; and
# the casts of machine code, which are known by their names.
KEPT = frozenset(
    """
    main run interrupted app within torn mount asset
    import_rest incomplete
    App bus keys clock entropy store assets board gauge canvas say report free buzz hour serial waits
    writeto ticks diff read next mask at names replace assemble append reserve remove rest room millivolts external
    step open change settings choose home configure stack ids top
    dirty snapshot_due panel buffer VERSION
    Canvas box take_line extend
    ptr8 ptr16 ptr32 uint
    """.split()  # noqa: SIM905
)

# In every MicroPython's flash, and a number of one or two bytes in a .mpy file: part of the format of version 6.
# Without "const", which its compiler takes for a call of its own.
NAMES_WITHOUT_COST = """
    key value self args end start stop step sep count copy index id find get set pop
    all any append bool builtins bytearray bytecode bytes callable chr clear close dict dir divmod
    endswith eval exec extend format from_bytes globals hash insert int isalpha isdigit islower isspace
    isupper items iter join keys len list little locals lower lstrip main map micropython next object open
    ord popitem pow print range remove replace repr reverse rfind rindex round rsplit rstrip send setdefault
    sort sorted split startswith str strip sum super throw to_bytes tuple type update upper values zip
""".split()  # noqa: SIM905


def candidates() -> Iterator[str]:
    yield from NAMES_WITHOUT_COST
    yield from string.ascii_letters
    for first, second in itertools.product(string.ascii_letters, string.ascii_letters + string.digits):
        if not keyword.iskeyword(first + second):
            yield first + second


@dataclass
class Shrunk:
    sources: dict[str, str]
    names: dict[str, dict[str, list[str]]]  # the map for reading tracebacks, see `explain`


def shrink(sources: Mapping[str, str], others: Iterable[str] = (), parts: bool = True) -> Shrunk:
    """The sources of all modules by their path, rewritten: some joined, some parted. `others` are sources that use them
    as they are; with `parts` False none is parted.

    SyntaxError for what is no Python, ScopeError for what the pass cannot follow.
    """
    kept = KEPT.union(*(_identifiers(ast.parse(text)) for text in others))
    parsed = {path: ast.parse(text, path) for path, text in sources.items()}
    if parts:
        split.mark(parsed)
    trees = joined(literals.worked_out(kinds.packed(parsed)), kept)
    names = _Names(_inlined(trees, kept), kept)
    original = names.original_names()
    names.write()
    made = split.parted(trees, kept)
    written = {}
    for path, tree in made.items():
        # A package of which nothing is left but its folder is imported without a file.
        if not path.endswith("__init__.py") or not all(_is_text(node) for node in tree.body):
            written[path] = text_of(tree) + "\n"
    return Shrunk(written, split.with_second_parts(original, made))


# Constants


def _inlined(trees: Mapping[str, ast.Module], kept: frozenset[str]) -> Program:
    """Put constants instead of their names, and leave out what nothing asks for."""
    program = Program(trees)
    used = {symbol.alias for symbol in program.symbols() if symbol.alias and symbol.loads}
    reads = _Reads(program)
    known: set[Symbol] = set()
    # With each that is put in, others may be found to be constants.
    while more := {
        symbol: value for symbol, (value, _) in _constants(program).items() if symbol not in known
    }:
        known |= more.keys()
        for node, value in _uses(program, more).items():
            reads.end(node)
            _put(value, node)
    dead = _dead(program, kept, used)
    while True:
        while dead:
            reads.remove(dead)
            dead = _dead(program, kept, used)
        program = Program(trees)
        dead = _dead(program, kept, used)
        if not dead:
            return program
        reads = _Reads(program)


class _Reads:
    """Keeps count of what is read in a program while parts of it go: to read all sources again takes longer."""

    def __init__(self, program: Program) -> None:
        self.of: dict[ast.AST, Symbol] = {
            node: symbol
            for symbol in program.symbols()
            for node, _, _ in symbol.uses
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        }
        for attribute in program.attributes:
            if attribute.symbol is not None and isinstance(attribute.node.ctx, ast.Load):
                self.of[attribute.node] = attribute.symbol

    def end(self, node: ast.AST) -> None:
        """Nothing in this node is read any more."""
        for each in walk(node):
            if each in self.of:
                self.of.pop(each).loads -= 1

    def remove(self, dead: Mapping[ast.AST, Symbol]) -> None:
        """Take out nodes, each of which binds the Symbol of that."""
        changed: dict[str, ast.Module] = {}
        for node, symbol in dead.items():
            self.end(node)
            scope = symbol.scope
            assert scope is not None
            del scope.symbols[symbol.name]
            scope.children[:] = [each for each in scope.children if each.node is not node]
            changed[scope.module.path] = scope.module.tree
        for tree in changed.values():
            _remove(dead.keys(), tree)


def _constants(program: Program) -> dict[Symbol, tuple[ast.Constant, ast.Assign]]:
    found = {}
    for module in program.modules.values():
        for node in module.tree.body:
            if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                continue
            value = _constant(node.value)
            if isinstance(node.targets[0], ast.Name) and value is not None:
                symbol = module.scope.symbols[node.targets[0].id]
                if symbol.stores == 1:
                    found[symbol] = (value, node)
    return found


def _constant(node: ast.expr) -> ast.Constant | None:
    """A small whole number, worked out if it is an expression of such, or a string that is interned anyway."""
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, int) or (isinstance(value, str) and len(value.encode()) <= STRING):
            return node
        return None
    if not isinstance(node, (ast.UnaryOp, ast.BinOp)):
        return None
    allowed = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop)
    parts = list(ast.walk(node))
    if not all(isinstance(part, allowed) for part in parts):
        return None
    if not all(type(part.value) is int for part in parts if isinstance(part, ast.Constant)):
        return None
    value = eval(compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval"), {"__builtins__": {}})
    return ast.Constant(value) if isinstance(value, int) and abs(value) < 1 << 30 else None


def _uses(program: Program, values: Mapping[Symbol, ast.Constant]) -> dict[ast.AST, ast.Constant]:
    """The nodes where one of these constants is read."""
    replaced: dict[ast.AST, ast.Constant] = {}
    for symbol in program.symbols():
        value = values.get(program.origin(symbol))
        if value is not None:
            for node, _, _ in symbol.uses:
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    replaced[node] = value
    for attribute in program.attributes:
        value = values.get(program.origin(attribute.symbol)) if attribute.symbol else None
        if value is not None:
            replaced[attribute.node] = value
    return replaced


def _dead(program: Program, kept: frozenset[str], used: set[ast.alias]) -> dict[ast.AST, Symbol]:
    """What nothing on the device asks for, each with what it binds: constants, functions that only the desk calls, and
    the imports of both. `used` are the imports that were used before; one that never was is there for what it does.
    """
    constants = _constants(program)
    reached = program.strings | kept | {each.node.attr for each in program.attributes if each.symbol is None}
    reached.add("__getattr__")  # Python asks for a module's
    imported = {program.target(symbol) for symbol in program.symbols()}
    dead: dict[ast.AST, Symbol] = {}
    for symbol in program.symbols():
        public = symbol.scope is not None and symbol.scope.kind == "module"
        if symbol.loads or symbol.stores != 1 or symbol in imported or (public and symbol.name in reached):
            continue
        if symbol in constants:
            dead[constants[symbol][1]] = symbol
        elif symbol.alias and (symbol.alias in used or program.origin(symbol) in constants):
            dead[symbol.alias] = symbol
        elif public and symbol.binder and not getattr(symbol.binder, "decorator_list", ()):
            dead[symbol.binder] = symbol
    return dead


def _put(constant: ast.Constant, node: ast.AST) -> None:
    """Make a node the same as this one."""
    vars(node).clear()
    node.__class__ = ast.Constant
    node.value = constant.value  # type: ignore[attr-defined]


def _remove(dead: Set[ast.AST], tree: ast.Module) -> None:
    """Take statements, and parts of imports, out of a module."""
    gone = set(dead)
    found = statements(tree)
    for node in found:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            node.names = [alias for alias in node.names if alias not in dead]
            if not node.names:
                gone.add(node)
    for node in found:
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if body:
                body[:] = [each for each in body if each not in gone]
                if name == "body" and not body and node is not tree:
                    body.append(ast.Pass())


# Names


class _Names:
    """Finds a new name for everything that may have one."""

    def __init__(self, program: Program, kept: frozenset[str]) -> None:
        self.program = program
        self.kept = kept | program.strings
        self.outside = outside_names({name for each in program.modules.values() for name in each.outside})
        self.new: dict[Symbol, str] = {}
        self._expose()
        self.keyword = self._keywords()
        self._fix_parameters()
        self.attribute = self._attributes()
        self.forbidden = self._hidden_by_classes()
        self._globals()
        for module in program.modules.values():
            for scope in module.scope.children:
                self._locals(scope)

    def _expose(self) -> None:
        """What is read from a module that is passed round as a value keeps its name."""
        unresolved = {each.node.attr for each in self.program.attributes if each.symbol is None}
        defined = {name for each in self.program.classes.values() for name in each.own}
        for module in self.program.modules.values():
            # What no class has can only be a module's; what one has too is left to those known to be passed on.
            hidden = set() if module.name in self.program.escaped else defined
            self.kept |= set(module.scope.symbols) & (unresolved - hidden)

    def name(self, symbol: Symbol) -> str:
        if symbol in self.new:
            return self.new[symbol]
        if symbol.scope is not None and symbol.scope.kind == "class":
            return self.attribute.get(symbol.name, symbol.name)
        return symbol.name

    # Keywords and parameters

    def _keywords(self) -> dict[str, str]:
        """New names of the keywords in calls; those that may be data stay as they are."""
        program = self.program
        methods: dict[str, list[ast.AST]] = {}
        for found in program.classes.values():
            for symbol in found.scope.symbols.values():
                if symbol.binder is not None:
                    methods.setdefault(symbol.name, []).append(symbol.binder)
        foreign = self.outside.union(
            each.node.attr for each in program.attributes if not isinstance(each.node.ctx, ast.Load)
        )
        uses: Counter[str] = Counter()
        data: set[str] = set()  # keys of a ** parameter
        unknown: set[str] = set()
        for call, scope in program.calls:
            callees = self._callees(call, scope, methods, foreign)
            for given in call.keywords:
                if given.arg is None:
                    if callees and not all(_takes(each, None) for each in callees):
                        raise ScopeError(
                            f"{scope.module.path}: ** goes only to functions that take **, "
                            f"not in {ast.unparse(call)}."
                        )
                elif callees and all(_takes(each, given.arg) for each in callees):
                    uses[given.arg] += 1
                elif callees and not any(_takes(each, given.arg) for each in callees):
                    data.add(given.arg)
                else:
                    unknown.add(given.arg)
        self.passed = unknown | set(uses)
        new = {name: name for name in data | unknown | (set(uses) & self.kept)}
        fixed = {symbol.name for symbol in program.symbols() if symbol.fixed}
        never = self.kept | data | unknown | fixed | _BUILTINS
        free = (name for name in candidates() if name not in never)
        for name, _ in _most(uses):
            if name not in new:
                new[name] = next(free)
        return new

    def _callees(
        self, call: ast.Call, scope: Scope, methods: Mapping[str, list[ast.AST]], foreign: Set[str]
    ) -> list[ast.AST]:
        """The functions that a call may be of, as far as that is known: of a method all those that are called so, but
        if the name is one of `foreign`.
        """
        called = self.program.symbol_of(call.func, scope)
        if called is not None:
            function = self._function(self.program.origin(called))
            return [function] if function is not None else []
        if isinstance(call.func, ast.Attribute) and call.func.attr not in foreign:
            return methods.get(call.func.attr, [])
        return []

    def _function(self, symbol: Symbol) -> ast.AST | None:
        """The function that is called when this is."""
        if symbol.stores != 1 or not isinstance(symbol.binder, ast.ClassDef):
            return symbol.binder if symbol.stores == 1 else None
        for each in self.program.lineage(self.program.classes[symbol.binder]):
            if each is None:
                return None
            if "__init__" in each.scope.symbols:
                return each.scope.symbols["__init__"].binder
        return None

    def _fix_parameters(self) -> None:
        for scope in self.program.scopes():
            node = scope.node
            if not isinstance(node, FUNCTIONS):
                continue
            name = node.name if isinstance(node, ast.FunctionDef) else ""
            if name == "__init__" and scope.parent and isinstance(scope.parent.node, ast.ClassDef):
                name = scope.parent.node.name
            for arg in parameters(node.args):
                symbol = scope.symbols[arg.arg]
                if node.args.kwarg is not None or (name in KEPT and arg.arg in KEPT):
                    self.new[symbol] = arg.arg
                elif arg.arg in self.passed:
                    self.new[symbol] = self.keyword[arg.arg]

    # Attributes

    def _attributes(self) -> dict[str, str]:
        """One new name for each attribute; two may have the same if no class has, or inherits, both."""
        program = self.program
        own = set().union(*(each.own for each in program.classes.values()))
        free = {name for name in own if name not in self.kept | self.outside and not name.startswith("__")}
        families = []  # what the objects of each class have
        for found in program.classes.values():
            lineage = program.lineage(found)
            family = set().union(*(self.outside if each is None else each.own for each in lineage))
            families.append(family)
        uses = Counter(each.node.attr for each in program.attributes if each.node.attr in free)
        uses.update(
            name for found in program.classes.values() for name in found.scope.symbols if name in free
        )
        # Stored by somebody else: on what, is not known.
        wild = {
            each.node.attr
            for each in program.attributes
            if not each.own and not isinstance(each.node.ctx, ast.Load)
        }
        built_in = {
            each.name for found in program.classes.values() for each in found.scope.used if not each.scope
        }
        never = program.strings | built_in | _ASKED_FOR
        everywhere = {each.node.attr for each in program.attributes} | own
        new: dict[str, str] = {}
        for name, _ in sorted(_most(uses), key=lambda each: each[0] not in wild):
            if name in wild:
                beside = everywhere
            else:
                beside = wild.union(*(family for family in families if name in family))
            taken = {new.get(each, "") if each in free else each for each in beside} | never
            new[name] = next(each for each in candidates() if each not in taken)
        return new

    # Variables

    def _globals(self) -> None:
        groups = self._groups()
        taken = {module: self._taken(module) for module in self.program.modules.values()}
        free = []
        for head, members in groups.items():
            fixed = any(
                symbol.fixed
                or symbol.name in self.kept
                or symbol.name.startswith("__")
                or (symbol.imported and symbol.stores > 1)
                for symbol in members
            )
            if fixed:
                for symbol in members:
                    self.new[symbol] = symbol.name
                    taken[_module(symbol)].add(symbol.name)
            else:
                free.append((sum(len(symbol.uses) for symbol in members), head.name, members))
        for _, _, members in sorted(free, key=lambda each: (-each[0], each[1], _module(each[2][0]).path)):
            avoid = set().union(
                *(taken[_module(symbol)] | self.forbidden.get(symbol, set()) for symbol in members)
            )
            name = next(each for each in candidates() if each not in avoid)
            for symbol in members:
                self.new[symbol] = name
                taken[_module(symbol)].add(name)

    def _groups(self) -> dict[Symbol, list[Symbol]]:
        """The variables of modules, with those that import them by the same name."""
        program = self.program
        groups: dict[Symbol, list[Symbol]] = {}
        for module in program.modules.values():
            for symbol in module.scope.symbols.values():
                head = symbol
                while (source := program.target(head)) is not None and head.alias and not head.alias.asname:
                    head = source
                groups.setdefault(head, []).append(symbol)
        return groups

    def _taken(self, module: Module) -> set[str]:
        """Names that a module has already: built-in ones, those that stay, those of the modules in it."""
        below = list(module.scope.below())
        taken = {symbol.name for scope in below for symbol in scope.used if symbol.scope is None}
        taken |= {name for scope in below for name in self._fixed_in(scope)}
        inside = (name.rpartition(".") for name in self.program.modules)
        return taken | {name for folder, _, name in inside if folder == module.name}

    def _fixed_in(self, scope: Scope) -> Iterator[str]:
        for symbol in scope.symbols.values():
            if symbol in self.new:
                yield self.new[symbol]
            elif symbol.fixed and scope.kind != "class":
                yield symbol.name

    def _hidden_by_classes(self) -> dict[Symbol, set[str]]:
        """Names that a variable must not get because a class body that reads it has an attribute of that name."""
        forbidden: dict[Symbol, set[str]] = {}
        for found in self.program.classes.values():
            names = {self.name(symbol) for symbol in found.scope.symbols.values()}
            for symbol in found.scope.used:
                if symbol.scope is not found.scope:
                    forbidden.setdefault(symbol, set()).update(names)
        return forbidden

    def _locals(self, scope: Scope) -> None:
        if scope.kind == "function":
            below = list(scope.below())
            inside = {id(each) for each in below}
            taken = {
                self.name(symbol)
                for each in below
                for symbol in each.used
                if symbol.scope is None or id(symbol.scope) not in inside
            }
            taken |= {name for each in below for name in self._fixed_in(each)}
            mine = [symbol for symbol in scope.symbols.values() if symbol not in self.new]
            for symbol in mine:
                if symbol.fixed:
                    self.new[symbol] = symbol.name
            # One whose name costs nothing keeps it; parameters are interned, other variables are not.
            for symbol in sorted(
                mine, key=lambda each: (each.name not in NAMES_WITHOUT_COST, not each.parameter)
            ):
                if symbol in self.new:
                    continue
                avoid = taken | self.forbidden.get(symbol, set())
                same = [symbol.name] if symbol.name in NAMES_WITHOUT_COST else []
                names = itertools.chain(same, candidates())
                self.new[symbol] = next(each for each in names if each not in avoid)
                taken.add(self.new[symbol])
        for child in scope.children:
            self._locals(child)

    # The outcome

    def original_names(self) -> dict[str, dict[str, list[str]]]:
        """For each module what its new names may stand for, and under "" the attributes."""
        told: dict[str, dict[str, list[str]]] = {"": {}}
        for old, new in sorted(self.attribute.items()):
            told[""].setdefault(new, []).append(old)
        for module in self.program.modules.values():
            found: dict[str, set[str]] = {}
            for scope in module.scope.below():
                for symbol in scope.symbols.values():
                    if scope.kind != "function" or symbol.binder is not None:
                        found.setdefault(self.name(symbol), set()).add(
                            without_numbers(_qualified(scope, symbol.name))
                        )
            told[module.name] = {new: sorted(old) for new, old in sorted(found.items()) if old != {new}}
        return told

    def write(self) -> None:
        program = self.program
        for symbol in program.symbols():
            for node, where, at in symbol.uses:
                if at >= 0:
                    getattr(node, where)[at] = self.name(symbol)
                else:
                    setattr(node, where, self.name(symbol))
            if symbol.alias is not None:
                target = program.target(symbol)
                if target is not None:
                    symbol.alias.name = self.name(target)
                if symbol.alias.asname == symbol.alias.name or (symbol.fixed and "." in symbol.alias.name):
                    symbol.alias.asname = None
        for module in program.modules.values():
            for each in statements(module.tree):
                if isinstance(each, ast.ImportFrom) and each.level and "." in (each.module or ""):
                    # "core.dice" would be one more name; the whole path is interned anyway.
                    each.module, each.level = module.source(each), 0
        for attribute in program.attributes:
            node = attribute.node
            if attribute.symbol is not None:
                node.attr = self.name(attribute.symbol)
            else:
                node.attr = self.attribute.get(node.attr, node.attr)
        for call, _ in program.calls:
            for given in call.keywords:
                if given.arg is not None:
                    given.arg = self.keyword[given.arg]


_BUILTINS = frozenset(dir(builtins))
# MicroPython itself calls these on objects of ours that are streams or disks.
_ASKED_FOR = frozenset({"read", "readinto", "readline", "write", "close", "open", "remove", "send", "throw"})


def _module(symbol: Symbol) -> Module:
    assert symbol.scope is not None
    return symbol.scope.module


def _qualified(scope: Scope, name: str) -> str:
    here: Scope | None = scope
    while here is not None and here.kind != "module":
        if isinstance(here.node, (ast.FunctionDef, ast.ClassDef)):
            name = f"{here.node.name}.{name}"
        here = here.parent
    return name


def _takes(function: ast.AST | None, name: str | None) -> bool:
    """Whether a function has a parameter that is given as name=, and for None whether it takes **."""
    if not isinstance(function, FUNCTIONS):
        return False
    if name is None or function.args.kwarg is not None:
        return name is None and function.args.kwarg is not None
    return name in [arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)]


def _most(uses: Counter[str]) -> list[tuple[str, int]]:
    return sorted(uses.items(), key=lambda each: (-each[1], each[0]))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _identifiers(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in walk(tree):
        for name in ("id", "attr", "name", "asname", "arg"):
            if isinstance(getattr(node, name, None), str):
                found |= set(getattr(node, name).split("."))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def outside_names(modules: set[str]) -> frozenset[str]:
    """Names of what is built in, and of what these modules of MicroPython hold."""
    table: dict[str, list[str]] = {}
    for line in (Path(__file__).with_name("micropython_names.txt")).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            module, _, names = line.partition(":")
            table[module] = names.split()
    missing = sorted(modules - set(table) - {"gobelet_board"})
    if missing:
        raise ScopeError(f"{', '.join(missing)}: not in micropython_names.txt, which names what is not ours.")
    return frozenset(name for module in ("builtins", *modules) for name in table.get(module, ()))
