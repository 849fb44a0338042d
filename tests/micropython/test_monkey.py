"""A player who presses random keys under real MicroPython, in every game.

`make survive` presses more keys.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.monkey import GAMES
from tests.micropython.monkey import play_both
from tests.sweep import case_count, sample_cases

HUNDREDS = case_count(50, 300)  # keys in each game with words of 32 bits, as on the Pico
SEED = 20
EACH = case_count(120, 2400)  # keys with words of 64 bits, which takes a third of the time
SEEDS = sample_cases(range(21, 27), 1)  # seeds for each game


@pytest.mark.sweep
@pytest.mark.parametrize("game", sample_cases(GAMES, 3))
def test_hundreds_of_keys_go_alike(game: str, firmware: Path) -> None:
    assert play_both(game, SEED, HUNDREDS, firmware).keys >= HUNDREDS


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_keys_go_alike(game: str, seed: int, firmware: Path) -> None:
    assert play_both(game, seed, EACH, firmware, 64).keys >= EACH
