"""The pictures of one game, for `-k GAME`. A run of all tests compares them in test_golden.py instead."""

from __future__ import annotations

import pytest

from simulator import pictures
from tests.simulator.conftest import approved_games, new_games
from tests.simulator.test_golden import HOW, list_differences


@pytest.mark.parametrize("game", pictures.games())
def test_the_pictures_of_a_game_are_as_they_were_approved(game: str) -> None:
    if game in new_games():  # the game has no pictures yet; the tests of screens check it
        assert pictures.chosen_sources([game])
        return
    with approved_games():
        made = pictures.albums(pictures.chosen_sources([game]))
    wrong = [
        line
        for album in made
        for line in list_differences(
            album, [s for s in album.shots if s.name.startswith((f"{game}-", f"{game}_"))]
        )
    ]
    assert not wrong, "\n".join([*wrong, HOW])
