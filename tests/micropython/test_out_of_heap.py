"""Running out of heap: the message needs no memory, and the game continues from the journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.building.build import build
from tests.micropython.out_of_heap import survived
from tests.sweep import sample_cases


@pytest.fixture(scope="module")
def plain_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("plain") / "pico_ssd1306").folder


@pytest.mark.sweep
@pytest.mark.parametrize("spare", sample_cases([300, 1000, 3000, 10_000], 2))
def test_the_player_is_told_and_the_game_is_kept(spare: int, plain_build: Path) -> None:
    assert survived(plain_build, spare) > 0


def test_with_enough_left_nothing_fails(plain_build: Path) -> None:
    assert survived(plain_build, 150_000) == 0
