"""Golden pictures: all pictures of `make pictures`, in both languages, pixel by pixel.

The test includes a new game as soon as
the game has pictures.

The pictures are in tests/golden in the panel's format, 128x64 in black and white. After an intended change,
look at the result of `make pictures`, then record them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from simulator import paths, picture, pictures
from tests.simulator.conftest import GOLDEN, RECORD, new_games

DIFFERENT = paths.ROOT / "build" / "golden"
HOW = (
    "After a look at what `make pictures` draws, all are approved by "
    "`GOBELET_RECORD=1 make test ARGS=tests/simulator/test_golden.py`."
)


def side_by_side(name: str, kept: Image.Image, drawn: Image.Image) -> Path:
    """Write the recorded picture, the drawn one and their difference as one picture below build/golden."""
    sheet = Image.new("1", (3 * 132, 64), 1)
    for place, image in enumerate((kept, drawn, ImageChops.logical_xor(kept, drawn))):
        sheet.paste(image, (132 * place, 0))
    path = DIFFERENT / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.resize((sheet.width * 3, sheet.height * 3)).save(path)
    return path


def list_differences(album: pictures.Album, shots: list[pictures.Shot]) -> list[str]:
    """Return a line for each of these pictures that differs from the approved one."""
    wrong = []
    for shot in shots:
        path = GOLDEN / album.language / f"{shot.name}.png"
        drawn = picture.image(shot.picture, 1)
        if not path.exists():
            wrong.append(f"{shot.name}: never approved")
            continue
        with Image.open(path) as file:
            kept = file.convert("1")
        if kept.tobytes() != drawn.tobytes():
            wrong.append(f"{shot.name}: see {side_by_side(f'{album.language}-{shot.name}', kept, drawn)}")
    return wrong


@pytest.mark.parametrize("language", pictures.LANGUAGES)
def test_every_picture_is_as_it_was_approved(made_albums: list[pictures.Album], language: str) -> None:
    album = next(album for album in made_albums if album.language == language)
    folder = GOLDEN / language
    new = new_games()
    shots = [shot for shot in album.shots if not shot.name.startswith(tuple(f"{game}-" for game in new))]
    if RECORD:
        for old in folder.glob("*.png"):
            old.unlink()
        folder.mkdir(parents=True, exist_ok=True)
        for shot in shots:
            picture.image(shot.picture, 1).save(folder / f"{shot.name}.png", optimize=True)
    wrong = list_differences(album, shots)
    gone = {path.stem for path in folder.glob("*.png")} - {shot.name for shot in album.shots}
    wrong += [f"{name}: approved, but not drawn any more" for name in sorted(gone)]
    assert not wrong, "\n".join([*wrong, HOW])


def test_every_registered_screen_is_in_a_picture(made_albums: list[pictures.Album]) -> None:
    for album in made_albums:
        unseen = pictures.missing_pictures(album)
        assert not unseen, "\n".join(unseen)
