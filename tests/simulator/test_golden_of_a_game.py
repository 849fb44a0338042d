"""The pictures of one game, as `-k GAME` asks: those of test_golden.py, which the whole run compares all at once."""

from __future__ import annotations

import pytest

from simulator import pictures
from tests.simulator.conftest import approved_games, new_games
from tests.simulator.test_golden import HOW, different


@pytest.mark.parametrize("game", pictures.games())
def test_the_pictures_of_a_game_are_as_they_were_approved(game: str) -> None:
    if game in new_games():  # it has none yet: what it can show is looked at by the tests of screens
        assert pictures.chosen_sources([game])
        return
    with approved_games():
        made = pictures.albums(pictures.chosen_sources([game]))
    wrong = [
        line
        for album in made
        for line in different(album, [s for s in album.shots if s.name.startswith((f"{game}-", f"{game}_"))])
    ]
    assert not wrong, "\n".join([*wrong, HOW])
