"""Careless thumbs under real MicroPython, in every game; `make survive` plays more of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.monkey import GAMES
from tests.micropython.monkey import played

KEYS = 300
SEED = 2


@pytest.mark.parametrize("game", GAMES)
def test_hundreds_of_keys_go_alike(game: str, firmware: Path) -> None:
    assert played(game, SEED + GAMES.index(game), KEYS, firmware).keys >= KEYS
