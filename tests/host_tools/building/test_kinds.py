"""The Kinds of the games as the device gets them: the same that the sources make."""

from __future__ import annotations

import ast
import importlib
from functools import cache

import pytest

from host_tools.building import build, kinds
from host_tools.building.texts import shipped
from simulator import paths

paths.install()

MADE_LATER = ("own",)  # of a game as text they are made when that was read


@cache
def trees() -> dict[str, ast.Module]:
    """The sources of the device, read."""
    return {path: ast.parse(text, path) for path, text in build.sources().items()}


@pytest.mark.parametrize("game", [game for game in shipped() if game not in MADE_LATER])
def test_kinds_of_names_and_bytes_are_those_of_the_sources(game: str) -> None:
    path = f"gobelet/games/{game}/rules/sheets.py"
    tree = kinds.packed(trees())[path]
    sheets = importlib.import_module(f"gobelet.games.{game}.rules.sheets")
    names = {"__name__": sheets.__name__, "__package__": sheets.__package__}
    exec(compile(tree, path, "exec"), names)
    found = names["KINDS"]
    assert [kind.index for kind in found] == [kind.index for kind in sheets.KINDS]
    assert [vars(kind) for kind in found] == [vars(kind) for kind in sheets.KINDS]
    limits = [
        node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, bytes)
    ]
    assert len(limits) == len(found), "each was worked out"


def test_a_source_without_kinds_stays_as_it_is() -> None:
    made = kinds.packed(trees())
    path = "gobelet/games/own/rules/sheets.py"
    assert ast.dump(made[path]) == ast.dump(trees()[path])
    assert made["gobelet/core/sheet.py"] is trees()["gobelet/core/sheet.py"]
