"""The Kinds of the games as the device gets them: the same that the sources make."""

from __future__ import annotations

import ast
import importlib

import pytest

from host_tools.building import build, kinds
from host_tools.building.texts import shipped
from simulator import paths

paths.install()

TREES = {path: ast.parse(text, path) for path, text in build.sources().items()}
MADE_LATER = ("own",)  # of a game as text they are made when that was read


@pytest.mark.parametrize("game", [game for game in shipped() if game not in MADE_LATER])
def test_kinds_of_names_and_bytes_are_those_of_the_sources(game: str) -> None:
    path = f"gobelet/games/{game}/rules/sheets.py"
    tree = kinds.packed(TREES)[path]
    sheets = importlib.import_module(f"gobelet.games.{game}.rules.sheets")
    names = {"__name__": sheets.__name__, "__package__": sheets.__package__}
    exec(compile(tree, path, "exec"), names)
    found = names["KINDS"]
    assert [vars(kind) for kind in found] == [vars(kind) for kind in sheets.KINDS]
    limits = [
        node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, bytes)
    ]
    assert len(limits) == len(found), "each was worked out"


def test_a_source_without_kinds_stays_as_it_is() -> None:
    made = kinds.packed(TREES)
    path = "gobelet/games/own/rules/sheets.py"
    assert ast.dump(made[path]) == ast.dump(TREES[path])
    assert made["gobelet/core/sheet.py"] is TREES["gobelet/core/sheet.py"]
