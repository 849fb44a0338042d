"""Do the tests of a part notice its mutants? They are read once; each mutant is tried in a fork of that process.

Most mutants change a function. In the fork its code takes the place of the function's, and only the tests that called
that function without a fault run, the quickest first, until one fails. What is worked out when a module is imported
is not there to be changed any more: such a mutant gets a fork of a process that has imported nothing of the project.

A mutant that makes a loop endless is ended by a limit on processor time, so a busy machine changes no outcome.
"""

from __future__ import annotations

import ast
import builtins
import gc
import importlib.machinery
import os
import pickle
import resource
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import hypothesis  # noqa: F401  (once for all processes)
import pytest

from tests.mutants.mutate import Mutant

KILLED, SURVIVED = "killed", "survived"
OPTIONS = ("-n0", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly")
OF_FUNCTION = 0x01  # CO_OPTIMIZED: the code of a module or of a class body lacks it
SLOW = 2  # times as much processor time as without a fault, and so many seconds more: it runs for ever
LEAST_SECONDS = 10
MEMORY = 4 << 30  # bytes that an endless loop may fill
LONG = 10  # seconds of tests after which a mutant has survived, be there more of them or not

Function = tuple[str, str, int]  # file, name, first line


# What a mutant changes

called: set[Function] = set()  # since it was last cleared, of the sources whose mutants are tried
INNER = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")  # run where they stand, in a function or not


class _Noting(ast.NodeTransformer):
    """Each function, and each lambda, first adds itself to `called`."""

    def __init__(self, path: str) -> None:
        self.path = path

    def _note(self, name: str, line: int) -> ast.expr:
        return ast.parse(f"__called__.add({(self.path, name, line)!r})", mode="eval").body

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        line = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        docstring = ast.get_docstring(node, clean=False) is not None
        node.body.insert(docstring, ast.Expr(self._note(node.name, line)))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        node.body = ast.BoolOp(ast.Or(), [self._note("<lambda>", node.lineno), node.body])
        return node


def _compiled(source: str, path: str) -> CodeType:
    tree = _Noting(path).visit(ast.parse(source))
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def _codes(code: CodeType, function: Function | None = None) -> Iterator[tuple[CodeType, Function | None]]:
    """All code in it, each with the function that it belongs to, if it does."""
    if code.co_flags & OF_FUNCTION and code.co_name not in INNER:
        function = code.co_filename, code.co_name, code.co_firstlineno
    yield code, function
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const, function)


def _own(code: CodeType) -> object:
    """All of it but the functions in it."""
    consts = [repr(const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, consts, code.co_name


@dataclass
class Change:
    """Of a mutant: code of functions to be replaced, or none if what an import does is changed."""

    mutated: CodeType | None = None
    functions: set[Function] = field(default_factory=set)  # whose own code it is
    instead: dict[CodeType, CodeType] = field(default_factory=dict)


def change(mutant: Mutant) -> Change:
    path = str(mutant.path)
    mutated = _compiled(mutant.source(), path)
    found = Change(mutated)
    before = list(_codes(_compiled(mutant.path.read_text(encoding="utf-8"), path)))
    after = list(_codes(mutated))
    if len(before) != len(after):
        return found
    functions = set()
    for (old, function), (new, _) in zip(before, after, strict=True):
        if _own(old) != _own(new):
            if function is None or old.co_freevars != new.co_freevars:
                return found
            functions.add(function)
        if old.co_flags & OF_FUNCTION and old != new:
            found.instead[old] = new
    found.functions = functions
    return found


Code = Callable[[Any, str], CodeType | None]


def _read_by(code: Callable[[str], CodeType | None]) -> None:
    """What modules are made of is asked of `code`, by their path, first."""
    get_code: Code = importlib.machinery.SourceFileLoader.get_code
    builtins.__called__ = called  # type: ignore[attr-defined]
    importlib.machinery.SourceFileLoader.get_code = (  # type: ignore[method-assign]
        lambda loader, name: code(loader.path) or get_code(loader, name)
    )


def put(mutant: Mutant, changed: Change) -> None:
    """Into what is imported, and into what will be."""
    path = str(mutant.path)
    _read_by(lambda read: changed.mutated if read == path else None)
    gc.unfreeze()
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__.co_filename == path:
            function.__code__ = changed.instead.get(function.__code__, function.__code__)


# Processes


def forked(work: Callable[[], Any], folder: Path) -> tuple[int, Path]:
    """Begin this in a process of its own; what it gives will be in the file, unless it is ended before."""
    descriptor, name = tempfile.mkstemp(dir=folder)
    os.close(descriptor)
    if pid := os.fork():
        return pid, Path(name)
    try:
        Path(name).write_bytes(pickle.dumps(work()))
    finally:
        os._exit(0)


def given(file: Path, otherwise: Any) -> Any:
    written = file.read_bytes()
    file.unlink()
    return pickle.loads(written) if written else otherwise


def side_by_side(works: Iterable[Callable[[], Any]], processes: int, folder: Path) -> Iterator[Any]:
    """What each gives (None for what was ended), so many at a time, in the order in which they end."""
    waiting = list(works)[::-1]
    running: dict[int, Path] = {}
    while waiting or running:
        while waiting and len(running) < processes:
            pid, file = forked(waiting.pop(), folder)
            running[pid] = file
        pid, _ = os.wait()
        yield given(running.pop(pid), None)


def _limit(seconds: float) -> None:
    most = int(time.process_time() + LEAST_SECONDS + SLOW * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _prepare(folder: Path) -> None:
    """Be silent, and compile each file once for all processes: what is mutated is never written there."""
    sys.pycache_prefix = str(folder / "compiled")
    sys.dont_write_bytecode = False
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


# Tests


@dataclass
class Ran:
    """Of the tests of a part without a fault: how long each took, and what it called."""

    seconds: dict[str, float] = field(default_factory=dict)
    callers: dict[Function, set[str]] = field(default_factory=lambda: defaultdict(set))
    imports: set[Function] = field(default_factory=set)  # what was called while the tests were read
    failed: str = ""

    def quickest(self, tests: Iterable[str]) -> list[str]:
        """Of these tests as many as take LONG, the quickest first."""
        chosen, total = [], 0.0
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            total += self.seconds[test]
            chosen.append(test)
            if total > LONG:
                break
        return chosen


class Judge:
    """A plugin that runs the tests without a fault, then tries the mutants of functions."""

    def __init__(
        self,
        mutants: Sequence[Mutant],
        paths: Iterable[Path],
        folder: Path,
        told: Callable[[Mutant, str], None],
    ) -> None:
        self.mutants = mutants
        self.paths = frozenset(map(str, paths))
        self.folder = folder
        self.told = told
        self.ran = Ran()
        self.left: list[Mutant] = []  # those that want a process of their own

    def _noting(self, path: str) -> CodeType | None:
        return _compiled(Path(path).read_text(encoding="utf-8"), path) if path in self.paths else None

    def pytest_sessionstart(self) -> None:
        _read_by(self._noting)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.ran.failed += f"{report.nodeid}\n{report.longreprtext}\n"

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.ran.failed += f"{report.nodeid}\n{report.longreprtext}\n"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.ran.imports = set(called)
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            called.clear()
            begun = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.ran.seconds[item.nodeid] = time.process_time() - begun
            for function in called:
                self.ran.callers[function].add(item.nodeid)
            if self.ran.failed:
                return True
        items = {item.nodeid: item for item in session.items}
        quickest = [items[test] for test in self.ran.quickest(items)]
        if self._fails(session, None, Change(), quickest):
            self.ran.failed = "one of the quickest, run in the order of their times"
            return True
        for mutant in self.mutants:
            changed = change(mutant)
            if not changed.functions or not self.ran.imports.isdisjoint(changed.functions):
                self.left.append(mutant)
                continue
            tests = self.ran.quickest(
                set().union(*(self.ran.callers[function] for function in changed.functions))
            )
            failed = self._fails(session, mutant, changed, [items[test] for test in tests])
            self.told(mutant, KILLED if failed else SURVIVED)
        return True

    def _fails(
        self, session: pytest.Session, mutant: Mutant | None, changed: Change, items: list[pytest.Item]
    ) -> bool:
        """Whether one of these tests fails in a fork with this mutant, or is ended by its limit."""

        def work() -> bool:
            _limit(sum(self.ran.seconds[item.nodeid] for item in items))
            if mutant:
                put(mutant, changed)
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    return True
            return False

        pid, file = forked(work, self.folder)
        os.waitpid(pid, 0)
        return bool(given(file, True))


def of_functions(
    command: Sequence[str],
    mutants: Sequence[Mutant],
    paths: Iterable[Path],
    folder: Path,
    told: Callable[[Mutant, str], None],
) -> tuple[Ran, list[Mutant]]:
    """The mutants that are left, and what the tests did without a fault. Of the others, `told` gets the outcome."""
    _prepare(folder)
    judge = Judge(mutants, paths, folder, told)
    pytest.main([*OPTIONS, *command], plugins=[judge])
    return judge.ran, judge.left


class Only:
    """A plugin that leaves these tests, in this order, and those whose names are others than without a fault, as where
    a number that is changed is in the name.
    """

    def __init__(self, tests: Sequence[str], known: Container[str]) -> None:
        self.order = {test: number for number, test in enumerate(tests)}
        self.known = known

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        left = [item for item in items if item.nodeid in self.order or item.nodeid not in self.known]
        items[:] = sorted(left, key=lambda item: self.order.get(item.nodeid, len(self.order)))


def of_import(command: Sequence[str], mutant: Mutant, ran: Ran, folder: Path) -> str:
    """The outcome of a mutant that changes what an import does."""
    _prepare(folder)
    tests = ran.quickest(ran.seconds)
    _limit(LEAST_SECONDS + sum(ran.seconds[test] for test in tests))
    put(mutant, change(mutant))
    seconds: defaultdict[str, float] = defaultdict(float)
    for test in tests:
        seconds[test.partition("::")[0]] += ran.seconds[test]
    words = command[command.index("-k") :] if "-k" in command else ()
    # One after the other, the quickest first: to read them all takes longer than to run them.
    for file in sorted(seconds, key=lambda file: (seconds[file], file)):
        if pytest.main([*OPTIONS, file, *words], plugins=[Only(tests, ran.seconds)]):
            return KILLED
    return SURVIVED
