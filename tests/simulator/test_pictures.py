"""The pictures exist in both languages, no text is clipped or shortened, and no glyph is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from simulator import paths, picture, pictures
from simulator.board import VirtualBoard
from simulator.pictures import Album, Shot
from simulator.watched import small_choices, undeclared_numbers
from tests.simulator.conftest import approved_games


def test_both_languages_show_the_same_screens(made_albums: list[Album]) -> None:
    french, english = made_albums
    assert [shot.name for shot in french.shots] == [shot.name for shot in english.shots]
    assert french.screens() == english.screens() <= pictures.screen_ids()


def test_no_two_pictures_have_one_name(made_albums: list[Album]) -> None:
    for album in made_albums:
        names = [shot.name for shot in album.shots]
        assert len(names) == len(set(names))


def test_what_needs_no_script_is_taken_where_no_script_shows_it(made_albums: list[Album]) -> None:
    names = {shot.name for shot in made_albums[0].shots}
    assert {"trireme-form-ship_rake", "trireme-ask-ship_rake-cell", "trireme-result-ship_rake"} <= names
    assert "trinytia-defend" in names and "trinytia-form-defend" not in names
    views = [shot.view for shot in made_albums[0].shots]
    assert views.count(("trireme.form", "ship_rake")) == 1


def test_a_screen_that_no_session_shows_is_named_with_the_script_to_write() -> None:
    album = Album("fr", [Shot(name, b"", (name, ""), []) for name in pictures.screen_ids() - {"dice.fair"}])
    assert pictures.missing_pictures(album) == [
        "dice.fair is in no picture: `open dice.fair` and a `shot` belong into simulator/scripts/pictures/dice.txt"
    ]


def test_a_text_whose_places_are_not_filled_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gobelet.system.home import Home

    script = tmp_path / "one.txt"
    script.write_text("open system.home\nshot home\n")
    monkeypatch.setattr(Home, "head", lambda self: (self.context.t("undone"), ""))
    album = Album("fr")
    pictures.photograph(script, album)
    assert album.shots[0].faults == ["a text whose places are not filled"]


def test_nothing_is_clipped_or_missing(made_albums: list[Album]) -> None:
    found = {
        f"{album.language} {shot.name}": shot.faults
        for album in made_albums
        for shot in album.shots
        if shot.faults
    }
    assert found == {}


def test_contact_sheet() -> None:
    shots = [Shot(f"name-{n}", bytes([n]) * 1024, (None, ""), []) for n in range(5)]
    assert pictures.contact_sheet(shots).size == (4 * 264, 2 * (136 + pictures.CAPTION))


def test_files(tmp_path: Path) -> None:
    script = tmp_path / "one.txt"
    script.write_text("shot start\n")
    (tmp_path / "out" / "fr").mkdir(parents=True)
    (tmp_path / "out" / "fr" / "old.png").write_bytes(b"")
    assert pictures.main([str(script), "--out", str(tmp_path / "out"), "--lang", "fr"]) == 0
    assert sorted(path.name for path in (tmp_path / "out").rglob("*.png")) == ["all-fr.png", "one-start.png"]


def test_one_game_with_its_script_or_without(tmp_path: Path) -> None:
    assert pictures.chosen_sources(["trireme", "one.txt"]) == [
        pictures.FOLDER / "trireme.txt",
        "trireme",
        Path("one.txt"),
    ]
    assert pictures.main(["counters", "--out", str(tmp_path), "--lang", "en"]) == 0
    names = {path.stem for path in tmp_path.rglob("*.png")}
    assert {"counters-home", "counters-timer", "all-en"} <= names
    assert not [name for name in names if not name.startswith(("counters-", "all-"))]


@pytest.mark.parametrize("language", pictures.LANGUAGES)
def test_the_gallery_of_the_readme_is_what_is_drawn_now(language: str) -> None:
    folder = pictures.gallery_folder(language)
    with approved_games():
        drawn = pictures.gallery(language)
    for shot in drawn:
        path = folder / f"{shot.name}.png"
        with Image.open(path) as kept:
            assert kept.convert("RGB").tobytes() == picture.image(shot.picture).tobytes(), (
                f"make pictures: {path}"
            )
    assert {path.stem for path in folder.glob("*.png")} == {shot.name for shot in drawn}
    assert (folder / "device.svg").read_text(encoding="utf-8") == pictures.device(drawn), "make pictures"


def test_each_picture_of_the_gallery_is_on_a_page() -> None:
    pages = ("README.md", "README.fr.md", "simulator/README.md")
    told = "".join((paths.ROOT / name).read_text(encoding="utf-8") for name in pages)
    kept = {path.stem for path in pictures.GALLERY.rglob("*.png")}
    assert set(re.findall(r"gallery/(?:en/)?(\w+)\.png", told)) == kept
    assert "simulator/gallery/device.svg" in told and "simulator/gallery/en/device.svg" in told


def test_a_large_number_that_its_screen_does_not_declare_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    board = VirtualBoard()
    board.context.open("counters.play")
    board.run(50)
    assert undeclared_numbers(board) == []
    monkeypatch.setattr(type(board.app.stack.top()), "large_texts", lambda self: ())
    assert undeclared_numbers(board) == ["20 is large, and not in large_texts() of Play"]


@pytest.mark.parametrize(("label", "found"), [("Court", False), ("Un choix beaucoup trop long", True)])
def test_a_choice_in_small_letters_is_a_fault(label: str, found: bool) -> None:
    from gobelet.ui.screens.menu import Picker

    board = VirtualBoard()
    board.context.push(Picker(board.context, "Titre", [label]))
    board.run(50)
    assert small_choices(board) == [label] * found
