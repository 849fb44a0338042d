"""The mutations of a source: all operators of cosmic-ray, and removed statements."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.plugins import get_operator, operator_names
from parso.python.tree import Keyword

ROOT = Path(__file__).resolve().parents[2]
TYPE_OF = {"tfpdef": 2, "annassign": 1}  # index of the type among the parts of a parameter or an annotation


class LeaveOut(Operator):  # type: ignore[misc]
    """Replaces a statement in a function by `pass`: an assignment, a call or a deletion."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if node.type == "simple_stmt" and _in_function(node):
            statement = node.children[0]
            if statement.type in ("expr_stmt", "atom_expr", "power", "del_stmt"):
                yield statement.start_pos, statement.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        statement = node.children[0]
        node.children[0] = Keyword("pass", statement.start_pos, statement.get_first_leaf().prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (Example("def f():\n    x = 1\n", "def f():\n    pass\n"),)


def _in_function(node: Any) -> bool:
    while node := node.parent:
        if node.type == "funcdef":
            return True
    return False


# Small numbers and short strings are cached, so these mutations change nothing.
SAME = ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")


def _mutation_operators() -> dict[str, Operator]:
    """Return the operators by name, without those that need arguments."""
    found = {name.partition("/")[2]: get_operator(name) for name in operator_names()}
    made = {name: made() for name, made in found.items() if not made.arguments() and not name.endswith(SAME)}
    return {**made, "LeaveOut": LeaveOut()}


OPERATORS = _mutation_operators()


@dataclass(frozen=True)
class Mutant:
    path: Path
    line: int
    operator: str
    occurrence: int

    def source(self) -> str:
        return str(
            mutate_code(self.path.read_text(encoding="utf-8"), OPERATORS[self.operator], self.occurrence)
        )

    def changed(self) -> tuple[str, str]:
        """Return the original line, and the changed one."""
        before = self.path.read_text(encoding="utf-8").splitlines()
        after = self.source().splitlines()
        for one, other in zip(before, after, strict=False):
            if one != other:
                return " ".join(one.split()), " ".join(other.split())
        return "", ""


def find_mutants(path: Path) -> Iterator[Mutant]:
    """Yield all mutants of one source."""
    tree = get_ast(path.read_text(encoding="utf-8"))
    for name, operator in OPERATORS.items():
        occurrence = 0
        for node in ast_nodes(tree):
            for start, _ in operator.mutation_positions(node):
                if not _is_a_type(node):
                    yield Mutant(path, start[0], name, occurrence)
                occurrence += 1


def _is_a_type(node: Any) -> bool:
    """Tell whether a node is in an annotation or a TYPE_CHECKING condition, which no run evaluates."""
    if node.type == "if_stmt" and node.children[1].get_code().strip() == "TYPE_CHECKING":
        return True
    while above := node.parent:
        if above.type in TYPE_OF and above.children[TYPE_OF[above.type]] is node:
            return True
        if above.type == "funcdef" and above.annotation is node:
            return True
        node = above
    return False


def sample_mutants(paths: Iterable[Path], count: int, seed: int) -> list[Mutant]:
    """Sample lines, with one mutant for each line.

    A line is drawn by its own text, so that a change elsewhere does not affect it.
    """
    drawn: list[tuple[float, Mutant]] = []
    for path in paths:
        words = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
        on_lines: defaultdict[int, list[Mutant]] = defaultdict(list)
        for mutant in find_mutants(path):
            on_lines[mutant.line].append(mutant)
        for line, found in on_lines.items():
            same = words[:line].count(words[line - 1])
            chance = random.Random(f"{seed} {path.relative_to(ROOT).as_posix()} {words[line - 1]} {same}")
            drawn.append((chance.random(), chance.choice(found)))
    return [mutant for _, mutant in sorted(drawn, key=lambda one: one[0])[:count]]
