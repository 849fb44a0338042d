"""The games that the desk finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.building import texts
from host_tools.questions import games


def test_the_compiled_modules_of_a_game_that_went_are_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python leaves a __pycache__ in the folder of a game that is deleted, or on another branch."""
    folder = tmp_path / "firmware" / "gobelet" / "games"
    (folder / "pile" / "rules" / "__pycache__").mkdir(parents=True)
    (folder / "lantern" / "rules").mkdir(parents=True)
    (folder / "lantern" / "rules" / "__init__.py").touch()
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    assert games.games_with_rules() == ["lantern"]
