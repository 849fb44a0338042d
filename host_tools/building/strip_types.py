"""Sources without their types: MicroPython has no module `typing`, and types would cost flash. So would what only the
desk asks of a screen.

A source with types begins with `from __future__ import annotations`, takes TYPE_CHECKING and nothing else from
`typing`, and imports what only its types name under `if TYPE_CHECKING:`. All that goes; what else there is keeps its
line, so that tracebacks of the device lead to the source. Modules called types.py hold nothing but types: the device
does not get them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import PurePath

_MARK = "from __future__ import annotations\n"  # a source without it has none
_TYPES_ONLY = "types.py"
_DESK_ONLY = "watched"  # method of a screen: what people watch is held against its pictures
_MACHINE_CODE = "micropython.viper"  # there the types say which code is made

# Fields of a node that hold statements, or what holds statements.
_BODIES = ("body", "handlers", "orelse", "finalbody", "cases")

_Span = tuple[int, int, str]  # two offsets in the bytes of the source, and what stands there instead


def only_types(path: PurePath | str) -> bool:
    """Whether this is a module that the device does not get."""
    return PurePath(path).name == _TYPES_ONLY


def machine_code(node: ast.AST) -> bool:
    """Whether a function is compiled to machine code: its types are part of it."""
    return _MACHINE_CODE in [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]


@lru_cache(1024)  # a run of the tests builds the same sources dozens of times
def stripped(source: str) -> str:
    """The source as MicroPython gets it. What is no Python stays as it is: the compiler says where."""
    if _MARK not in source and "def " + _DESK_ONLY not in source:
        return source
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    data = source.encode()
    for begin, end, instead in sorted(_spans(tree, data), reverse=True):
        line = data.rfind(b"\n", 0, begin) + 1
        whole = not data[line:begin].strip() and data[end : end + 1] in (b"\n", b"")
        # Outside brackets a line ends only behind a backslash.
        ends = (b"\n" if whole else b"\\\n") * data.count(b"\n", begin, end)
        data = data[: line if whole and not instead else begin] + instead.encode() + ends + data[end:]
    return data.decode()


def _spans(tree: ast.Module, data: bytes) -> Iterator[_Span]:
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def begin(node: ast.AST) -> int:
        return starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined, no-any-return]

    def end(node: ast.AST) -> int:
        return starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined, no-any-return]

    gone: set[ast.AST] = set()
    for node in _statements(tree):  # what stands in a block comes behind it
        if node in gone:
            continue
        for body in _bodies(node):
            removed = [statement for statement in body if _is_for_types(statement) or _is_for_desk(statement)]
            for at, statement in enumerate(removed):
                gone.update(_statements(statement))
                yield begin(statement), end(statement), "" if at or len(removed) < len(body) else "pass"
        if isinstance(node, ast.AnnAssign):
            yield end(node.target), end(node.annotation), ""
        elif isinstance(node, ast.FunctionDef) and not machine_code(node):
            for argument in _arguments(node.args):
                if argument.annotation is not None:
                    yield begin(argument) + len(argument.arg.encode()), end(argument.annotation), ""
            if node.returns is not None:
                arrow = data.rindex(b"->", 0, begin(node.returns))
                yield data.rindex(b")", 0, arrow) + 1, data.index(b":", end(node.returns)), ""


def _statements(node: ast.AST) -> list[ast.AST]:
    """A module, or a statement, and the statements below it in the order of `ast.walk`, which looks into each
    expression too and takes several times as long.
    """
    found = [node]
    for each in found:  # it grows
        for name in _BODIES:
            found += getattr(each, name, ())
    return found


def _bodies(node: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        found = getattr(node, name, None)
        if isinstance(found, list):
            yield found


def _is_for_types(node: ast.stmt) -> bool:
    """Whether it is there for the type checker alone."""
    if isinstance(node, ast.ImportFrom):
        return node.level == 0 and node.module in ("__future__", "typing")
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.AnnAssign) and node.value is None


def _is_for_desk(node: ast.stmt) -> bool:
    """Whether it is a function that the device never calls."""
    return isinstance(node, ast.FunctionDef) and node.name == _DESK_ONLY


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (each for each in (arguments.vararg, arguments.kwarg) if each is not None)
