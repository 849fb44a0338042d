"""Modules of which a start needs only a part are two in the build: the second one comes behind the first picture.

In the sources they are one. The table names the methods that no start calls before its picture; with the functions and
imports that only these use they become a module beside the first one, `<module>_rest`. Importing that puts them into
their classes. Until then a class has a `__getattr__` in their place, which imports it (`import_rest` of
gobelet/memory/modules.py), so that nothing depends on when that is; usually it comes in the first idle moment. A method
that may be found elsewhere, in a class above or by the name of its class, leaves a function that does the same.

What is needed where memory is full stays where it is: the way out may not begin with an import. Nor has a module of
one game a second part: no start into a game was quicker for it, and with a round of Trinités open memory was full.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Collection, Mapping, Sequence

from host_tools.building.join import take_at_once
from host_tools.building.scopes import Module, ScopeError, dotted, statements, text_of, walk

# module: class: methods. tests/host_tools/building/test_split.py starts into the screens of all games, and says what is
# called there and what is not.
LATER = {
    "app": {
        "App": """
            since rule change undo redo _revert take_back signal cast _tell_changes refuse defer notice page faces dial
            confirm letters charge_lasts
            step _pass listen _poll _tell_stuck _key _answer _run_deferred _work _at_rest _begin_idle _silent
            _look_at_battery collect make_room make_linker
        """,
    },
    "navigation": {
        "Navigation": """
            finish _cover let_go _shown_again press show_location _lead_to leave_name keep _screens_at
            _keep_open save_snapshot
        """,
    },
    "telling": {"Telling": "untold christen"},
    "core.sheet": {"State": "effects apply dump pieces size differences settle"},
    "core.journal": {
        "History": "retire without verify _data_of",
        "Journal": """
            fell_short forget idle _prepare _save _pieces _retire _open_log _write roll change _change_many _complete
            _step location_of proof_of drop snapshot restored
        """,
    },
    "session": {
        "Session": """
            turn change _write _location write write_free reverted take_back undo redo _reverted archive restart
            renew recall latest
        """,
    },
    "device.store": {
        "FileStore": "assemble append note _keep _forget _add _program remove rest _write reserve"
    },
}
REST = "_rest"  # behind the name of a module: that of its second part. gobelet/memory/modules.py has it too
_MODULES = "gobelet.memory.modules"
_IMPORT, _INCOMPLETE = "import_rest", "incomplete"  # there
_HOOK = "__getattr__"
_Method = tuple[ast.ClassDef, ast.FunctionDef]
# What the nodes of methods are marked with: how they are found until they come.
_LATER = "later"
_ASKED = 0  # the class lacks it, and asks for it
_CALLED = 1  # there is a function in its place


def mark(
    trees: Mapping[str, ast.Module],
    later: Mapping[str, Mapping[str, str]] = LATER,
    package: str = "gobelet",
) -> None:
    """Mark the methods in the table, before names change. ScopeError for one that there is not, or that has to stay."""
    paths = {dotted(path): path for path in trees}
    twice, asked_of_class = _methods(trees)
    for name, classes in later.items():
        path = paths.get(f"{package}.{name}")
        if path is None:  # a part of the firmware
            continue
        found = {node.name: node for node in trees[path].body if isinstance(node, ast.ClassDef)}
        for kind, methods in classes.items():
            for method in methods.split():
                node = _method(found.get(kind), method)
                if node is None:
                    raise ScopeError(f"{path} has no method {kind}.{method}, which {__name__} names.")
                if node.decorator_list or any(
                    isinstance(each, ast.Name) and each.id == "super" for each in walk(node)
                ):
                    raise ScopeError(f"{path}: {kind}.{method} has a mark or asks for super: it has to stay.")
                inherited = method in twice and bool(found[kind].bases)
                setattr(node, _LATER, _CALLED if inherited or method in asked_of_class else _ASKED)


def _methods(trees: Mapping[str, ast.Module]) -> tuple[set[str], set[str]]:
    """(names of methods that several classes have, names that are asked of a class or of what is above it)."""
    twice: set[str] = set()
    once: set[str] = set()
    classes: set[str] = set()
    asked: dict[str, set[str]] = {}  # by what they are asked of
    for tree in trees.values():
        for node in walk(tree):
            if isinstance(node, ast.ClassDef):
                names = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
                twice |= once & names
                once |= names
                classes.add(node.name)
            elif isinstance(node, ast.Attribute):
                of = node.value
                if isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and of.func.id == "super":
                    asked.setdefault("super", set()).add(node.attr)
                elif isinstance(of, (ast.Name, ast.Attribute)):
                    name = of.id if isinstance(of, ast.Name) else of.attr
                    asked.setdefault(name, set()).add(node.attr)
    return twice, set().union(*(asked.get(name, ()) for name in (*classes, "super")))


def _method(kind: ast.ClassDef | None, name: str) -> ast.FunctionDef | None:
    body = kind.body if kind is not None else ()
    return next((node for node in body if isinstance(node, ast.FunctionDef) and node.name == name), None)


def parted(trees: Mapping[str, ast.Module], kept: Collection[str]) -> dict[str, ast.Module]:
    """The modules with the second parts of those that have marked methods, once names are what they will be. What is
    called as one of `kept` stays in the first part.
    """
    made = dict(trees)
    taken = _taken(trees)
    for path, tree in trees.items():
        moved = [
            (kind, node) for kind in tree.body if isinstance(kind, ast.ClassDef) for node in _marked(kind)
        ]
        if moved:
            name = dotted(path)
            made[_rest_of(path)] = _rest(path, tree, moved, taken.get(name, set()).union(kept))
    return made


def _marked(kind: ast.ClassDef) -> list[ast.FunctionDef]:
    return [node for node in kind.body if isinstance(node, ast.FunctionDef) and hasattr(node, _LATER)]


def _taken(trees: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """What is imported from each module."""
    found: dict[str, set[str]] = {}
    for path, tree in trees.items():
        module = Module.at(path, tree)
        for node in statements(tree):
            if isinstance(node, ast.ImportFrom):
                found.setdefault(module.source(node), set()).update(alias.name for alias in node.names)
    return found


def _rest_of(path: str) -> str:
    """The path of a module's second part."""
    return path.removesuffix(".py") + REST + ".py"


def with_second_parts(
    names: dict[str, dict[str, list[str]]], trees: Collection[str]
) -> dict[str, dict[str, list[str]]]:
    """The map of new names with the second parts of these modules: what is in one is called as in the first part."""
    more = {dotted(_rest_of(path)): names[dotted(path)] for path in trees if _rest_of(path) in trees}
    return names | more


def _rest(path: str, tree: ast.Module, moved: Sequence[_Method], kept: set[str]) -> ast.Module:
    """The second part of a module; from its tree goes what is there."""
    name = dotted(path)
    tables = {each.get_name(): each for each in _table(tree).get_children()}
    used = _globals_of(tables, moved)
    for kind, node in moved:
        if getattr(node, _LATER) == _CALLED:
            kind.body[kind.body.index(node)] = _call(node, kind, path)
        else:
            kind.body.remove(node)
    functions = _only_there(tree, tables, used, kept)
    imports, own = _takes(tree, used)
    _remove_imports(tree, used - _asked(tree) - kept)
    classes = list(dict.fromkeys(kind for kind, _ in moved))
    own += [kind.name for kind in classes if kind.name not in own]
    filling = _filling(moved, used.union(own, [node.name for node in functions]))
    gone = [ast.Attribute(ast.Name(kind.name, ast.Load()), _HOOK, ast.Del()) for kind in classes]
    body: list[ast.stmt] = [
        *imports,
        ast.ImportFrom(name, [ast.alias(each) for each in own], 0),
        *functions,
        filling,
        ast.Expr(ast.Call(ast.Name(filling.name, ast.Load()), [], [])),
        ast.Delete([*gone, ast.Name(filling.name, ast.Del())]),
    ]
    _ask_for(tree, name, classes)
    rest = ast.Module(body, [])
    take_at_once(rest)
    return rest


def _takes(tree: ast.Module, used: set[str]) -> tuple[list[ast.stmt], list[str]]:
    """(the imports of a module that have one of these names, which of them the module has itself)."""
    imports: list[ast.stmt] = []
    own: list[str] = []
    bound = _bound(tree)
    for name in sorted(used & set(bound)):
        statement = bound[name]
        if isinstance(statement, (ast.ImportFrom, ast.Import)):
            imports.append(_with(statement, [_alias(statement, name)]))
        else:
            own.append(name)
    return imports, own


def _call(node: ast.FunctionDef, kind: ast.ClassDef, path: str) -> ast.stmt:
    """A function in the place of this method, with the same parameters. It asks the class, not the object: that may be
    of a class below, whose own method has called this one.
    """
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs:
        raise ScopeError(f"{path}: {node.name} takes more than plain parameters: it has to stay.")
    names = ", ".join(each.arg for each in given.args)
    call = ast.parse(f"{_IMPORT}({dotted(path) + REST!r}, {kind.name}, {node.name!r})({names})").body[0]
    assert isinstance(call, ast.Expr)
    return ast.FunctionDef(node.name, given, [ast.Return(call.value)], [])


def _filling(moved: Sequence[_Method], taken: set[str]) -> ast.FunctionDef:
    """A function that puts the methods into their classes. In it, for each name in a module takes memory for ever."""
    nothing = ast.arguments([], [], None, [], [], None, [])
    filling = ast.FunctionDef("_", nothing, [], [])
    for kind, node in moved:
        attribute = node.name
        while node.name in taken:  # they would mean the method by that
            node.name += "_"
        target = ast.Attribute(ast.Name(kind.name, ast.Load()), attribute, ast.Store())
        filling.body += [node, ast.Assign([target], ast.Name(node.name, ast.Load()))]
    return filling


def _globals_of(tables: Mapping[str, symtable.SymbolTable], moved: Sequence[_Method]) -> set[str]:
    """What these methods use of the module."""
    found: set[str] = set()
    for kind, node in moved:
        method = next(each for each in tables[kind.name].get_children() if each.get_name() == node.name)
        found |= _globals_in(method)
    return found


def _table(tree: ast.Module) -> symtable.SymbolTable:
    return symtable.symtable(text_of(tree), "source", "exec")


def _globals_in(table: symtable.SymbolTable) -> set[str]:
    """Names of globals in a function, and in what is in it."""
    found = set()
    for symbol in table.get_symbols():
        if symbol.is_global():
            if symbol.is_assigned():
                raise ScopeError(
                    f"{table.get_name()} changes the global {symbol.get_name()}: it has to stay."
                )
            found.add(symbol.get_name())
    for child in table.get_children():
        found |= _globals_in(child)
    return found


def _bound(tree: ast.Module) -> dict[str, ast.stmt]:
    """What a module defines or imports, with the statement that does."""
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update({alias.asname or alias.name: node for alias in node.names})
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        else:
            names = [each for each in walk(node) if isinstance(each, ast.Name)]
            found.update({each.id: node for each in names if isinstance(each.ctx, ast.Store)})
    return found


def _only_there(
    tree: ast.Module, tables: Mapping[str, symtable.SymbolTable], used: set[str], kept: set[str]
) -> list[ast.FunctionDef]:
    """Take the functions out of a module that only its second part uses; what they use of it is added to `used`."""
    found: list[ast.FunctionDef] = []
    more = True
    while more:
        more = False
        asked = _asked(tree) | kept
        for node in [each for each in tree.body if isinstance(each, ast.FunctionDef)]:
            if node.name in used and node.name not in asked and not node.decorator_list:
                used |= _globals_in(tables[node.name])
                tree.body.remove(node)
                found.append(node)
                more = True
    return found


def _asked(tree: ast.Module) -> set[str]:
    """Names that a module uses itself, each but in the function of that name."""
    found: set[str] = set()
    for node in tree.body:
        names = {
            each.id for each in walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
        }
        if isinstance(node, ast.FunctionDef):
            names.discard(node.name)
        found |= names
    return found


def _alias(statement: ast.Import | ast.ImportFrom, name: str) -> ast.alias:
    return next(alias for alias in statement.names if (alias.asname or alias.name) == name)


def _with(statement: ast.Import | ast.ImportFrom, names: list[ast.alias]) -> ast.stmt:
    """The same statement for other names."""
    if isinstance(statement, ast.Import):
        return ast.Import(names)
    return ast.ImportFrom(statement.module, names, statement.level)


def _remove_imports(tree: ast.Module, names: set[str]) -> None:
    for node in list(tree.body):
        if isinstance(node, ast.ImportFrom):
            node.names = [alias for alias in node.names if (alias.asname or alias.name) not in names]
            if not node.names:
                tree.body.remove(node)


def _import(tree: ast.Module, source: str, names: list[ast.alias]) -> None:
    """Where something comes from there already, by the same statement: each looks the path up anew."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module, node.level) == (source, 0):
            node.names += names
            return
    tree.body.insert(0, ast.ImportFrom(source, names, 0))


def _ask_for(tree: ast.Module, name: str, classes: list[ast.ClassDef]) -> None:
    """Let these classes of a module import what they lack, and an idle moment know that something is lacking."""
    path = repr(name + REST)
    for kind in classes:
        if _method(kind, _HOOK):
            raise ScopeError(f"{name}: {kind.name} has a {_HOOK} of its own: it cannot be parted.")
        hook = f"def {_HOOK}(self, name):\n    return {_IMPORT}({path}, self, name)"
        kind.body += ast.parse(hook).body
    if name != _MODULES:
        _import(tree, _MODULES, [ast.alias(_IMPORT), ast.alias(_INCOMPLETE)])
    tree.body += ast.parse(f"{_INCOMPLETE}.append({path})").body
