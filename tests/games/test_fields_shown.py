"""Each field of a game is shown by one of its screens, or is listed here as internal to the rules.

A field that no screen shows would be useless to the player, so the test names it.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from host_tools.questions.games import games_with_rules

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware/gobelet"
SHARED = ("ui", "system")  # screens of all games show the names of players, the clock and options

# Fields that no screen shows, with the reason.
REMEMBERED = {
    "trinytia": {"stack.owner": "the list of arcanes names it by its row"},
    "trireme": {
        "tie.lost_first": "who lost a boarding, for the surrender",
        "tie.lost_second": "who lost a boarding, for the surrender",
    },
    "traqueur": {
        "game.called": "whether the players ended the round, so that a correction does not reopen it"
    },
    "trinites": {
        "char.delta": "initiative due at the end of a turn",
        "char.acting": "who acts now, which the memo shows by its place",
        "char.bonus": "a released hostage, which lets the next action have a prime without a penalty",
        "char.moved": "the first short move of a turn, which needs no dice",
        "char.spent_l": "Karma of this round, for the limit",
        "char.spurred_by": "whose turn ends an encouragement",
        "char.cowed_by": "whose turn ends an intimidation",
        "char.task_skill": "the task of which an attempt is the next one",
        "char.task_level": "the task of which an attempt is the next one",
        "char.task_score": "the task of which an attempt is the next one",
        "char.foes_a": "a mask of those one is engaged with, which `engaged` tells",
        "char.foes_b": "a mask of those one is engaged with, which `engaged` tells",
    },
}
CLOCK = "time.m"  # minutes of a turn; the clock of all games shows them together with the seconds


def named_words(game: str) -> set[str]:
    """Return every word in the strings, and every attribute, of the game's and the shared screens.

    Docstrings are left out.
    """
    words: set[str] = set()
    for folder in (FIRMWARE / "games" / game / "screens", *(FIRMWARE / each for each in SHARED)):
        for path in folder.rglob("*.py"):
            words |= named_in(path)
    return words


@cache
def named_in(path: Path) -> set[str]:
    words: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    # A docstring does not show a field, even if it has the name.
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if node in docstrings:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.update(re.findall(r"\w+", node.value))
        elif isinstance(node, ast.Attribute):
            words.add(node.attr)
    return words


def stored_fields(game: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, field) of the stored fields that a screen must name.

    Options are left out, because a screen of their own lists them. So are members of a family, such as value0
    to value3, because a screen makes their names from a number.
    """
    for kind in importlib.import_module(f"gobelet.games.{game}.rules.sheets").KINDS:
        names = [kind.field(at)[0] for at in range(len(kind.fields))]
        families = Counter(re.sub(r"\d+$", "", name) for name in names if name[-1].isdigit())
        for name in names:
            if kind.name != "option" and families[re.sub(r"\d+$", "", name)] < 2:
                yield kind.name, name


def unshown_fields(game: str, words: set[str]) -> list[str]:
    known = REMEMBERED.get(game, {})
    return [
        f"{game}: {kind}.{name} is on no screen: put it into one, or into REMEMBERED with what it is for"
        for kind, name in stored_fields(game)
        if name not in words and f"{kind}.{name}" not in (*known, CLOCK)
    ]


@pytest.mark.parametrize("game", sorted(set(games_with_rules()) - {"dice", "own"}))
def test_every_field_is_on_a_screen(game: str) -> None:
    assert unshown_fields(game, named_words(game)) == []


def test_a_field_that_nobody_shows_is_named() -> None:
    lost = unshown_fields("traqueur", named_words("traqueur") - {"coins"})
    assert lost == [
        "traqueur: player.coins is on no screen: put it into one, or into REMEMBERED with what it is for"
    ]


@pytest.mark.parametrize("game", REMEMBERED)
def test_what_is_remembered_is_a_field_that_no_screen_names(game: str) -> None:
    kept = {f"{kind}.{name}" for kind, name in stored_fields(game)}
    shown = named_words(game)
    assert set(REMEMBERED[game]) <= kept
    assert not [name for name in REMEMBERED[game] if name.partition(".")[2] in shown]
