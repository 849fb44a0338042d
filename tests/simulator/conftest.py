"""Fixtures of the simulator's tests: all pictures, drawn once in a run."""

from __future__ import annotations

import gc
import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from simulator import pictures
from tests.once import make_once

GOLDEN = Path(__file__).parents[1] / "golden"
RECORD = os.environ.get("GOBELET_RECORD") == "1"
# A file with the pictures of a project with the same games, except the new ones.
DRAWN = os.environ.get("GOBELET_DRAWN")


def new_games() -> tuple[str, ...]:
    """Return the games without an approved picture; the tests compare their pictures with nothing."""
    drawn = () if RECORD else pictures.games()
    return tuple(game for game in drawn if not any((GOLDEN / "fr").glob(f"{game}-*.png")))


@contextmanager
def approved_games() -> Iterator[None]:
    """Use the list of games as approved, without the new games."""
    from gobelet import games
    from gobelet.system import home

    listed = tuple(game for game in games.GAMES if game not in new_games())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "GAMES", listed)
        patch.setattr(home, "GAMES", listed)
        yield


def draw_albums(folder: Path) -> list[pictures.Album]:
    new = new_games()
    photograph = pictures.photograph
    drawn: list[pictures.Album] = pickle.loads(Path(DRAWN).read_bytes()) if DRAWN else []

    def photograph_session(session: pictures.Session, album: pictures.Album) -> None:
        game = Path(pictures.title(session)).stem.partition("_")[0]
        # A game's pictures need no other game; the device's pictures have a list of all games
        if drawn and game in pictures.games():
            add_taken(game, album)
            return
        # Hides the objects of earlier sessions from the collector, which would search them at each collection
        # of the App
        gc.freeze()
        photograph(session, album)

    def add_taken(game: str, album: pictures.Album) -> None:
        names = {shot.name for shot in album.shots}
        album.shots += [
            shot
            for each in drawn
            if each.language == album.language
            for shot in each.shots
            if shot.name.startswith((f"{game}-", f"{game}_")) and shot.name not in names
        ]

    with approved_games(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictures, "photograph", photograph_session)
        made = pictures.albums()
    for album, added in zip(made, pictures.albums(pictures.chosen_sources(new)) if new else (), strict=False):
        names = {shot.name for shot in album.shots}
        album.shots += [shot for shot in added.shots if shot.name not in names]
    return made


@pytest.fixture(scope="session")
def made_albums(tmp_path_factory: pytest.TempPathFactory) -> list[pictures.Album]:
    """Return all pictures in both languages."""
    return make_once(tmp_path_factory, "pictures", draw_albums)
