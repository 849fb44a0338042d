"""The contract of the arrows reports an import in the wrong direction."""

from __future__ import annotations

import pytest
from grimp import ImportGraph

from tests.lint.arrows import Arrows

TABLE = [
    "a.core -> a.core",
    "a.games.{game}.rules -> a.games.{game}.rules, a.core",
    "a.games.{game} -> a.games.{game}, a.core, =a.games",
    "a -> a",
]


def broken_arrows(*imports: tuple[str, str], table: list[str] = TABLE) -> list[str]:
    graph = ImportGraph()
    for name in ("a", "a.core", "a.core.x", "a.games", "a.games.g", "a.games.g.rules", "a.games.h"):
        graph.add_module(name)
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported, line_number=7, line_contents="import it")
    contract = Arrows("arrows", {}, {"arrows": table})
    return list(contract.check(graph, verbose=False).metadata["broken"])


@pytest.mark.parametrize(
    "arrow",
    [
        ("a.core.x", "a.core"),
        ("a.games.g.rules", "a.core.x"),
        ("a.games.g", "a.games.g.rules"),
        ("a.games.g", "a.games"),
        ("a", "a.games.g"),
    ],
)
def test_arrows_that_may_be(arrow: tuple[str, str]) -> None:
    assert broken_arrows(arrow) == []


@pytest.mark.parametrize(
    "arrow",
    [
        ("a.core.x", "a.games.g"),
        ("a.games.g.rules", "a.games.g"),
        ("a.games.g", "a.games.h"),
        ("a.games.g", "a"),
        ("a.games.h", "a.games.g.rules"),
    ],
)
def test_arrows_that_must_not_be(arrow: tuple[str, str]) -> None:
    assert broken_arrows(arrow) == [f"{arrow[0]} must not import {arrow[1]} (line 7)"]


def test_every_module_has_its_row_and_every_row_its_module() -> None:
    assert broken_arrows(table=["a.core -> a", "b -> a"]) == [
        "a: no arrow is given for it",
        "a.games: no arrow is given for it",
        "a.games.g: no arrow is given for it",
        "a.games.g.rules: no arrow is given for it",
        "a.games.h: no arrow is given for it",
        "no module for the arrow of b",
    ]
