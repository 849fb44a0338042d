"""Judge the mutants of a part: import the tests once, and run each mutant in a fork.

Most mutants change a function. The fork replaces the function's code, and runs only the tests that called it
without a fault, the quickest first, until one fails. Code that runs at import cannot be replaced later. Such
a mutant gets a fork of a process without any import of the project.

A limit on processor time ends an endless loop, so that a busy machine changes no outcome.
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
OF_FUNCTION = 0x01  # CO_OPTIMIZED: set for functions, not for modules and class bodies
SLOW = 2  # a mutant may take SLOW times the normal processor time plus LEAST_SECONDS
LEAST_SECONDS = 10
MEMORY = 4 << 30  # memory limit in bytes, for endless loops
LONG = 10  # seconds of tests after which a mutant counts as survived

Function = tuple[str, str, int]  # file, name, first line


# The effect of a mutant.

called: set[Function] = set()  # functions called since the last clear(), of the mutated sources
INNER = (
    "<listcomp>",
    "<setcomp>",
    "<dictcomp>",
    "<genexpr>",
)  # the scripts run as part of the surrounding code


class _CallNoter(ast.NodeTransformer):
    """A transformer that inserts a call into each function and lambda; the call adds it to `called`."""

    def __init__(self, path: str) -> None:
        self.path = path

    def _call_to_note(self, name: str, line: int) -> ast.expr:
        return ast.parse(f"__called__.add({(self.path, name, line)!r})", mode="eval").body

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        line = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        docstring = ast.get_docstring(node, clean=False) is not None
        node.body.insert(docstring, ast.Expr(self._call_to_note(node.name, line)))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        node.body = ast.BoolOp(ast.Or(), [self._call_to_note("<lambda>", node.lineno), node.body])
        return node


def _compile_noting(source: str, path: str) -> CodeType:
    tree = _CallNoter(path).visit(ast.parse(source))
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def _code_objects(
    code: CodeType, function: Function | None = None
) -> Iterator[tuple[CodeType, Function | None]]:
    """Yield all code objects in it, each with the function that it belongs to, or None."""
    if code.co_flags & OF_FUNCTION and code.co_name not in INNER:
        function = code.co_filename, code.co_name, code.co_firstlineno
    yield code, function
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _code_objects(const, function)


def _own_content(code: CodeType) -> object:
    """Return the content of a code object without the functions in it."""
    consts = [repr(const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, consts, code.co_name


@dataclass
class Change:
    """The replaced code of a mutant.

    A mutant without functions changes an import.
    """

    mutated: CodeType | None = None
    functions: set[Function] = field(default_factory=set)  # functions whose own code changes
    instead: dict[CodeType, CodeType] = field(default_factory=dict)


def compile_mutant(mutant: Mutant) -> Change:
    path = str(mutant.path)
    mutated = _compile_noting(mutant.source(), path)
    found = Change(mutated)
    before = list(_code_objects(_compile_noting(mutant.path.read_text(encoding="utf-8"), path)))
    after = list(_code_objects(mutated))
    if len(before) != len(after):
        return found
    functions = set()
    for (old, function), (new, _) in zip(before, after, strict=True):
        if _own_content(old) != _own_content(new):
            if function is None or old.co_freevars != new.co_freevars:
                return found
            functions.add(function)
        if old.co_flags & OF_FUNCTION and old != new:
            found.instead[old] = new
    found.functions = functions
    return found


Code = Callable[[Any, str], CodeType | None]


def _read_by(code: Callable[[str], CodeType | None]) -> None:
    """Let the import system query `code` first for a module's code, by path."""
    get_code: Code = importlib.machinery.SourceFileLoader.get_code
    builtins.__called__ = called  # type: ignore[attr-defined]
    importlib.machinery.SourceFileLoader.get_code = (  # type: ignore[method-assign]
        lambda loader, name: code(loader.path) or get_code(loader, name)
    )


def put_mutant(mutant: Mutant, changed: Change) -> None:
    """Replace the code in imported modules, and in later imports."""
    path = str(mutant.path)
    _read_by(lambda read: changed.mutated if read == path else None)
    gc.unfreeze()
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__.co_filename == path:
            function.__code__ = changed.instead.get(function.__code__, function.__code__)


# Processes.


def fork_work(work: Callable[[], Any], folder: Path) -> tuple[int, Path]:
    """Start `work` in a forked process.

    The result of `work` is written to the file, unless the process is ended before.
    """
    descriptor, name = tempfile.mkstemp(dir=folder)
    os.close(descriptor)
    if pid := os.fork():
        return pid, Path(name)
    try:
        Path(name).write_bytes(pickle.dumps(work()))
    finally:
        os._exit(0)


def read_result(file: Path, otherwise: Any) -> Any:
    written = file.read_bytes()
    file.unlink()
    return pickle.loads(written) if written else otherwise


def run_side_by_side(works: Iterable[Callable[[], Any]], processes: int, folder: Path) -> Iterator[Any]:
    """Run `works` in up to `processes` processes.

    Yield results as they end, and None for an ended process.
    """
    waiting = list(works)[::-1]
    running: dict[int, Path] = {}
    while waiting or running:
        while waiting and len(running) < processes:
            pid, file = fork_work(waiting.pop(), folder)
            running[pid] = file
        pid, _ = os.wait()
        yield read_result(running.pop(pid), None)


def _limit_resources(seconds: float) -> None:
    most = int(time.process_time() + LEAST_SECONDS + SLOW * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _prepare_process(folder: Path) -> None:
    """Silence the output, and let all processes share compiled files; mutated code is not among them."""
    sys.pycache_prefix = str(folder / "compiled")
    sys.dont_write_bytecode = False
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


# Tests.


@dataclass
class CleanRun:
    """A run without a fault: the time of each test, and the functions that it called."""

    seconds: dict[str, float] = field(default_factory=dict)
    callers: dict[Function, set[str]] = field(default_factory=lambda: defaultdict(set))
    imports: set[Function] = field(default_factory=set)  # functions called during the imports
    failed: str = ""

    def quickest_tests(self, tests: Iterable[str]) -> list[str]:
        """Return the quickest of these tests, up to LONG seconds in total."""
        chosen, total = [], 0.0
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            total += self.seconds[test]
            chosen.append(test)
            if total > LONG:
                break
        return chosen


class Judge:
    """A pytest plugin that runs the tests without a fault, then tries the mutants of functions."""

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
        self.ran = CleanRun()
        self.left: list[Mutant] = []  # mutants that need a process of their own

    def _code_with_notes(self, path: str) -> CodeType | None:
        return _compile_noting(Path(path).read_text(encoding="utf-8"), path) if path in self.paths else None

    def pytest_sessionstart(self) -> None:
        _read_by(self._code_with_notes)

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
        quickest = [items[test] for test in self.ran.quickest_tests(items)]
        if self._is_killed(session, None, Change(), quickest):
            self.ran.failed = "one of the quickest, run in the order of their times"
            return True
        for mutant in self.mutants:
            changed = compile_mutant(mutant)
            if not changed.functions or not self.ran.imports.isdisjoint(changed.functions):
                self.left.append(mutant)
                continue
            tests = self.ran.quickest_tests(
                set().union(*(self.ran.callers[function] for function in changed.functions))
            )
            failed = self._is_killed(session, mutant, changed, [items[test] for test in tests])
            self.told(mutant, KILLED if failed else SURVIVED)
        return True

    def _is_killed(
        self, session: pytest.Session, mutant: Mutant | None, changed: Change, items: list[pytest.Item]
    ) -> bool:
        """Tell whether one of these tests fails in a fork with this mutant, or exceeds the time limit."""

        def has_failed_test() -> bool:
            _limit_resources(sum(self.ran.seconds[item.nodeid] for item in items))
            if mutant:
                put_mutant(mutant, changed)
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    return True
            return False

        pid, file = fork_work(has_failed_test, self.folder)
        os.waitpid(pid, 0)
        return bool(read_result(file, True))


def judge_functions(
    command: Sequence[str],
    mutants: Sequence[Mutant],
    paths: Iterable[Path],
    folder: Path,
    told: Callable[[Mutant, str], None],
) -> tuple[CleanRun, list[Mutant]]:
    """Try the mutants of functions; return the run without a fault, and the remaining mutants."""
    _prepare_process(folder)
    judge = Judge(mutants, paths, folder, told)
    pytest.main([*OPTIONS, *command], plugins=[judge])
    return judge.ran, judge.left


class Only:
    """A pytest plugin that selects these tests in this order, and tests with unknown names.

    A name can differ if it contains a mutated number.
    """

    def __init__(self, tests: Sequence[str], known: Container[str]) -> None:
        self.order = {test: number for number, test in enumerate(tests)}
        self.known = known

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        left = [item for item in items if item.nodeid in self.order or item.nodeid not in self.known]
        items[:] = sorted(left, key=lambda item: self.order.get(item.nodeid, len(self.order)))


def judge_import(command: Sequence[str], mutant: Mutant, ran: CleanRun, folder: Path) -> str:
    """Return the outcome of a mutant that changes an import."""
    _prepare_process(folder)
    tests = ran.quickest_tests(ran.seconds)
    _limit_resources(LEAST_SECONDS + sum(ran.seconds[test] for test in tests))
    put_mutant(mutant, compile_mutant(mutant))
    seconds: defaultdict[str, float] = defaultdict(float)
    for test in tests:
        seconds[test.partition("::")[0]] += ran.seconds[test]
    words = command[command.index("-k") :] if "-k" in command else ()
    # Run one file after the other, the quickest first, because importing all files takes longer than running
    # them.
    for file in sorted(seconds, key=lambda file: (seconds[file], file)):
        if pytest.main([*OPTIONS, file, *words], plugins=[Only(tests, ran.seconds)]):
            return KILLED
    return SURVIVED
