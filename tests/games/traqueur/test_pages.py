"""Traqueur: its words. Every page, refusal and name has a text in both languages that can be drawn."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from gobelet.games.traqueur.rules import tables
from gobelet.games.traqueur.screens import pages
from gobelet.ui.canvas import Canvas
from host_tools.building import texts
from simulator.board import VirtualBoard, assets
from simulator.keys import BACK, DOWN, OK

FOLDER = Path(__file__).resolve().parents[3] / "firmware/gobelet/games/traqueur"
WORDS = texts.load(FOLDER)
LANGUAGES = tuple(WORDS)
EACH = pytest.mark.parametrize("language", LANGUAGES)
PAGES = sorted({name for at in range(len(pages.SECTIONS)) for name in pages.names(at)})
WRITTEN = [name for name in PAGES if not name.startswith("family.")]
LIST_WIDTH = 115  # of a label in a list of 16 px, beside its pointer and the scroll bar


@pytest.fixture(scope="module")
def canvas():
    return Canvas(bytearray(1024), assets)


def test_every_page_is_in_a_section_and_every_section_has_its_pages():
    assert {key.removeprefix("page.") for key in WORDS["fr"] if key.startswith("page.")} == set(WRITTEN)


@pytest.mark.parametrize(("prefix", "count", "section"), [("A-TQ", 22, "readings"), ("E-TQ", 13, "errata")])
def test_every_reading_and_erratum_of_the_dossier_has_a_page(prefix, count, section):
    at = [name for name, _ in pages.SECTIONS].index(section)
    assert pages.names(at) == [f"{prefix}{n:02d}" for n in range(1, count + 1)]


@EACH
@pytest.mark.parametrize("name", WRITTEN)
def test_a_page_has_a_title_that_fits_and_a_few_short_lines(name, language, canvas):
    title, bar, body = WORDS[language]["page." + name].partition("|")
    assert bar and body
    assert canvas.width(title, 16) <= LIST_WIDTH
    lines = [line for part in body.split("|") for line in canvas.wrap(texts.hold(part.strip()), 122, 16)]
    assert len(lines) <= 15, "five screens of large letters"
    assert canvas.shortened == 0, "a word is wider than the screen"


@EACH
def test_what_pages_refer_to_is_there(language):
    for key, text in WORDS[language].items():
        assert set(re.findall(r"[AE]-TQ\d+", text)) <= set(PAGES), key


@EACH
def test_pages_are_reached_by_their_lists(language):
    board = VirtualBoard()
    board.choose_language(language)
    board.app.open("traqueur.help")
    board.run(50)
    for at, (section, _) in enumerate(pages.SECTIONS):
        assert board.words.has(WORDS[language]["help." + section])
        board.press(OK)
        for name in pages.names(at):
            if name.startswith("family."):
                cells = tables.SPELLS[int(name[7:])].split()
                title, body = (
                    WORDS[language]["family." + cells[0]],
                    WORDS[language]["familiar." + cells[1]],
                )
            else:
                title, _, body = WORDS[language]["page." + name].partition("|")
            assert board.words.has(title)
            board.press(OK)
            assert board.words.has(title)
            assert board.words.has(body.split("|")[0].split()[0])
            if "-TQ" in name:
                assert board.words.has(name)
            board.press(BACK)
            board.press(DOWN)
        board.press(BACK)
        board.press(DOWN)
    assert not board.faults
    assert board.app.texts.missing == board.app.canvas.missing == board.app.canvas.clipped == 0


@pytest.mark.parametrize("family", tables.families())
def test_a_familys_page_names_its_spells_and_its_familiar(family):
    board = VirtualBoard()
    board.app.open("traqueur.help")
    board.run(50)
    board.app.stack.top().show("family.%d" % tables.families().index(family))
    title, lines = board.app.stack.top().title, board.app.stack.top().body
    assert title == WORDS["fr"]["family." + family]
    assert lines[0] == WORDS["fr"]["familiar." + tables.SPELLS[tables.families().index(family)].split()[1]]
    assert lines[2:] == ["• " + WORDS["fr"]["spell." + spell] for spell in tables.spells(family)]


def raised():
    """Codes raised by the rules, read off their syntax trees, with the fields that they come with."""
    found = {}
    for path in (FOLDER / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                fields = {keyword.arg for keyword in node.keywords}
                assert found.setdefault(node.args[0].value, fields) == fields, "a code with one set of fields"
    return found


RAISED = {code: fields for code, fields in raised().items() if code.startswith("TQ-")}


def test_every_code_of_the_dossier_is_raised():
    assert sorted(RAISED) == [f"TQ-E{n:02d}" for n in range(1, 18)]


@EACH
@pytest.mark.parametrize("code", sorted(RAISED))
def test_a_refusal_has_words_that_fit(code, language, canvas):
    text = WORDS[language]["e." + code]
    assert set(re.findall(r"\{(\w+)\}", text)) <= RAISED[code]
    shown = text.format(n=30, m=10, name="Violette")
    assert len(shown) <= 42
    assert len(list(canvas.wrap(texts.hold(shown), 124, 16))) <= 3, "a notice in large letters"
