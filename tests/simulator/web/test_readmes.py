"""Both READMEs as a repository host shows them: no cut-off text, no dead link, the same parts in both."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from simulator.web.address import READMES
from tests.simulator.web.browser import Browser, Site

ROOT = Path(__file__).resolve().parents[3]
PAGES = {**READMES, "install": ROOT / "boards/INSTALL.md"}
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in PAGES.items()}
SHOTS = os.environ.get("GOBELET_SHOTS")  # a folder for screenshots

DESK, TABLET, PHONE = 1012, 768, 390
SCREEN = 844  # height in pixels
PICTURE = 90  # least width in pixels of a readable picture of a screen
WORDS_BEFORE_A_GAME = 250
WORDS = 1100
CELL = 16  # maximum number of words in a cell of a table; a longer text must be a paragraph

# GitHub's style of a page: its font, its margins, and tables that scroll separately.
STYLE = """
body { margin: 0; font: 16px/1.5 "Helvetica Neue", Arial, sans-serif; }
article { box-sizing: border-box; max-width: 1012px; margin: 0 auto; padding: 32px; overflow-wrap: break-word; }
@media (max-width: 767px) { article { padding: 16px; } }
img { max-width: 100%; box-sizing: content-box; }
table { display: block; width: max-content; max-width: 100%; overflow: auto; border-collapse: collapse; }
th, td { padding: 6px 13px; border: 1px solid #d1d9e0; }
pre { padding: 16px; overflow: auto; font-size: 85%; background: #f6f8fa; }
h2 { padding-bottom: .3em; border-bottom: 1px solid #d1d9e0; }
"""


def render_page(text: str) -> str:
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    return f"<!doctype html>{head}<article>{html}</article>"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("readmes")
    shutil.copytree(ROOT / "simulator/gallery", folder / "simulator/gallery")
    (folder / "boards").mkdir()
    for drawing in (ROOT / "boards").glob("*.svg"):
        shutil.copy(drawing, folder / "boards")
    for name, text in TEXTS.items():
        (folder / f"{name}.html").write_text(render_page(text), encoding="utf-8")
    with Site(folder) as site:
        yield site


def look_at_page(browser: Browser, site: Site, name: str, width: int) -> dict[str, Any]:
    shot = str(Path(SHOTS).resolve() / f"{name}-{width}.png") if SHOTS else ""
    data = {"url": f"{site.url}{name}.html", "shot": shot, "least": PICTURE}
    found: dict[str, Any] = browser.play("prose", data, viewport={"width": width, "height": SCREEN})
    return found


@pytest.mark.parametrize("width", [DESK, TABLET, PHONE])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off(browser: Browser, served: Site, name: str, width: int) -> None:
    found = look_at_page(browser, served, name, width)
    assert found["missing"] == [] and found["small"] == []
    assert found["wide"] == [] and not found["scrolls"]


@pytest.mark.parametrize("language", READMES)
def test_how_to_build_one_is_on_the_second_screen(browser: Browser, served: Site, language: str) -> None:
    tops = list(look_at_page(browser, served, language, DESK)["tops"].items())
    name, top = tops[2]
    assert name in ("Build one", "En construire un") and top < 2 * SCREEN


def test_what_is_too_wide_is_seen(browser: Browser, tmp_path: Path) -> None:
    wide = "| a | b |\n|---|---|\n| " + "w" * 80 + " | ![no](nowhere.png) |\n\n    " + "x" * 90 + "\n"
    (tmp_path / "page.html").write_text(render_page(wide), encoding="utf-8")
    with Site(tmp_path) as site:
        data = {"url": f"{site.url}page.html", "shot": "", "least": PICTURE}
        with pytest.raises(Exception, match="404"):  # the missing picture
            browser.play("prose", data, viewport={"width": PHONE, "height": SCREEN})
        (tmp_path / "page.html").write_text(
            render_page(wide.replace("![no](nowhere.png)", "b")), encoding="utf-8"
        )
        found = browser.play("prose", data, viewport={"width": PHONE, "height": SCREEN})
    assert [each.split()[0] for each in found["wide"]][:1] == ["TABLE"] and any(
        "PRE" in each for each in found["wide"]
    )


# Texts


def plain_words(text: str) -> list[str]:
    """Return the words as a reader counts them: without pictures, addresses and punctuation."""
    text = re.sub(r"<img[^>]*>|!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|<!--.*?-->|\|[-:| ]+\|", " ", text)
    return re.findall(r"\w[\w’'.,–-]*", text)


def section_titles(text: str) -> list[str]:
    return re.findall(r"^## (.*)", text, re.MULTILINE)


@pytest.mark.parametrize("language", READMES)
def test_a_readme_is_short(language: str) -> None:
    text = TEXTS[language]
    assert len(plain_words(text)) <= WORDS
    assert len(plain_words(text[: text.index("attack.png")])) <= WORDS_BEFORE_A_GAME
    for row in re.findall(r"^\|.*", text, re.MULTILINE):
        assert all(len(plain_words(cell)) <= CELL for cell in row.split("|")), row


def test_both_have_the_same_sections_pictures_and_links() -> None:
    english, french = TEXTS["en"], TEXTS["fr"]
    assert len(section_titles(english)) == len(section_titles(french)) >= 11
    for sign in (r"^#+ ", r"^\d\. ", r"^- ", r"^\|", r"^    \S"):
        assert len(re.findall(sign, english, re.MULTILINE)) == len(re.findall(sign, french, re.MULTILINE)), (
            sign
        )
    links = r"\]\(([^)#]*)|src=\"([^\"]*)\""
    there, here = ([a or b for a, b in re.findall(links, text)] for text in (english, french))
    one = [link.replace("gallery/en/", "gallery/").replace("sheet.en", "sheet.fr") for link in there[1:]]
    assert one == here[1:], "all but the first line, where each names the other"
    assert english.startswith("English · [Français](README.fr.md)\n")
    assert french.startswith("[English](README.md) · Français\n")


def test_the_commands_that_are_named_are_there() -> None:
    """Every `make` and `gobelet` command named on the pages exists; other tests check the commands' actions."""
    targets = set(re.findall(r"^([a-z0-9]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = "\n".join([*TEXTS.values(), (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")])
    made = set(re.findall(r"(?:^    |`)make ([a-z0-9]+)", text, re.MULTILINE))
    assert {"run", "test", "flash"} <= made <= targets
