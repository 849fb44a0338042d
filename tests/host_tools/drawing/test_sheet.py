"""The sheet to print agrees with the board file, in both languages, on one page."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from host_tools.building import build
from host_tools.drawing import sheet

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", sheet.LANGUAGES)
def test_the_sheet_is_up_to_date(language: str) -> None:
    """`python -m host_tools.drawing.sheet` makes the sheet again."""
    drawn = (sheet.FOLDER / f"sheet.{language}.svg").read_text(encoding="utf-8")
    assert drawn == sheet.picture(build.board_module(build.DEFAULT_BOARD), language)


@pytest.mark.parametrize("language", sheet.LANGUAGES)
def test_all_of_it_is_on_one_a4(language: str) -> None:
    root = ElementTree.fromstring(sheet.picture(build.board_module(build.DEFAULT_BOARD), language))
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    for element in root.findall(f"{SVG}text"):
        size, words = int(element.get("font-size", 0)), element.text or ""
        x, wide = float(element.get("x", 0)), 0.53 * size * len(words)
        right = x + {"start": wide, "middle": wide / 2, "end": 0}[element.get("text-anchor", "")]
        assert right < sheet.WIDTH and float(element.get("y", 0)) < sheet.HEIGHT, words
        if x < 420 and size == 13:
            assert right < 430, words


def test_both_languages_say_the_same() -> None:
    french, english = (sheet.WORDS[language] for language in sheet.LANGUAGES)
    assert french.keys() == english.keys()
    for name in french:
        assert len(french[name]) == len(english[name]) or name == "title"


def test_main_writes_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "FOLDER", tmp_path)
    assert sheet.main([]) == 0
    for language in sheet.LANGUAGES:
        name = f"sheet.{language}.svg"
        assert (tmp_path / name).read_bytes() == (build.ROOT / "boards" / name).read_bytes()
