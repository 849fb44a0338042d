"""The declared bounds and start values of each game's fields and inputs, compared with recorded ones.

The fields are the format of a saved game: older files are read with these bounds, each field by its index.
Play rarely reaches a bound, so no other test notices a changed one.

A new game needs no record at first; it is compared after it has a file. Games as text declare nothing until
one is open.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.questions.games import GAMES, games_with_rules, procedures

RECORD = os.environ.get("GOBELET_RECORD") == "1"
HOW = (
    "If that is meant, `GOBELET_RECORD=1 make test ARGS=tests/games/test_declared.py` records it; "
    "then look at `git diff tests/games`."
)
FOLDER = Path(__file__).parent


def kept_fields(game: str) -> Iterator[str]:
    for kind in importlib.import_module(f"gobelet.games.{game}.rules.sheets").KINDS:
        yield f"{kind.name}: {kind.rows} rows"
        for number in range(len(kind.fields)):
            yield "  {} {}..{}, {}".format(*kind.field(number))


def asked_inputs(game: str) -> Iterator[str]:
    for name, procedure in sorted(procedures(game).items()):
        yield f"{name}: {procedure.depth} deep"
        for each in procedure.inputs:
            yield f"  {each.name} {each.low}..{each.high}, {each.start}{'' if each.asked else ', not asked'}"


@pytest.mark.parametrize(
    "game",
    [
        game
        for game in games_with_rules()
        if (RECORD and game in GAMES) or (FOLDER / game / "declared.txt").exists()
    ],
)
def test_bounds_and_starts_are_as_they_were_recorded(game: str) -> None:
    file = FOLDER / game / "declared.txt"
    found = "\n".join([*kept_fields(game), "", *asked_inputs(game)]) + "\n"
    if RECORD:
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8"), HOW
