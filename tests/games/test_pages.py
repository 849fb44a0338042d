"""The pages of rules of every game that has them (ui/screens/help.py), and its refusals.

Each page has words in both languages that the font can draw, and a list leads to it.
"""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from host_tools.building import texts
from simulator import paths
from simulator.board import VirtualBoard, open_asset
from simulator.keys import BACK, DOWN, OK

paths.install()
from gobelet.games import GAMES  # noqa: E402
from gobelet.ui.drawing.canvas import Canvas  # noqa: E402
from gobelet.ui.drawing.widgets import without_french_term  # noqa: E402
from gobelet.ui.screens import help  # noqa: E402

FOLDER = Path(__file__).resolve().parents[2] / "firmware/gobelet/games"
LIST_WIDTH = 115  # columns for a label in a list of 16 px, beside pointer and scroll bar
# By game: the letters of its codes, and the highest numbers of its readings, errata and messages.
NUMBERED = {"trinytia": ("TN", 24, 16, 28), "mystria": ("MY", 10, 6, 15), "traqueur": ("TQ", 22, 13, 17)}
NUMBERED["trinites"] = ("TR", 29, 20, 33)
LONG = ("page.aggressions", "page.prices")  # pages with whole printed tables, which may be long
# The longest that a field of a message can be.
FILLS = {
    "n": "30",
    "m": "10",
    "name": "Violette",
    "mode": "Duel Astral",
    "pack": "Violet",
    "faction": "Légende",
    "state": "inconscient",
    "karma": "Ténèbres",
    "prime": "Attaques multiples",
    "action": "Intimider",
}
# Messages about inputs that the device cannot receive: impossible faces, the die that was not chosen, an
# unknown material.
BEYOND = ("TR-E01", "TR-E02", "TR-E03", "TR-E04", "TR-E20")


def help_of(game: str) -> Any:
    """The class of a game's pages; None if it has no such pages."""
    screens = importlib.import_module(f"gobelet.games.{game}.screens").SCREENS
    if "help" not in screens:
        return None
    module, name = screens["help"]
    found = getattr(importlib.import_module(f"gobelet.games.{game}.screens.{module}"), name)
    return found if issubclass(found, help.Help) else None


HELP = {game: help_of(game) for game in GAMES if help_of(game)}
WORDS = {game: texts.load(FOLDER / game) for game in HELP}
WRITTEN = [(game, key) for game in HELP for key in WORDS[game]["fr"] if key.startswith("page.")]
EACH = pytest.mark.parametrize("language", ("fr", "en"))
EVERY = pytest.mark.parametrize("game", HELP)


@pytest.fixture(scope="module")
def canvas() -> Canvas:
    return Canvas(bytearray(1024), open_asset)


def open_page(game: str, language: str = "fr", section: int = -1) -> VirtualBoard:
    board = VirtualBoard()
    board.choose_language(language)
    board.context.open(f"{game}.help", section)
    board.run(50)
    return board


def page_names(game: str) -> list[list[str]]:
    """The names of the pages in each section."""
    app = open_page(game).app
    return [list(HELP[game](app.context, at).names()) for at in range(len(HELP[game].sections))]


def test_the_games_with_pages_are_these():
    assert set(HELP) >= set(NUMBERED)


@EVERY
def test_every_page_is_in_a_section(game):
    listed = {name for names in page_names(game) for name in names}
    written = {key.removeprefix("page.") for one, key in WRITTEN if one == game}
    assert written <= listed
    for name in listed - written:  # pages made from tables, see `test_pages_are_reached_by_their_lists`
        assert "." in name or game not in NUMBERED


@pytest.mark.parametrize("game", NUMBERED)
def test_every_reading_and_erratum_of_the_rules_has_a_page(game):
    letters, readings, errata, _ = NUMBERED[game]
    sections = dict(zip([name for name, _ in HELP[game].sections], page_names(game), strict=True))
    assert sections["readings"][:readings] == [f"A-{letters}{n:02d}" for n in range(1, readings + 1)]
    assert sections["errata"] == [f"E-{letters}{n:02d}" for n in range(1, errata + 1)]


@EACH
@EVERY
def test_a_page_has_a_title_that_fits_and_a_few_short_lines(game, language, canvas):
    words = WORDS[game][language]
    # a word with a fixed name everywhere may be in small letters
    fixed = {text for key, text in words.items() if not key.startswith("page.")}
    wrong = []
    for key in [key for one, key in WRITTEN if one == game]:
        title, bar, body = words[key].partition("|")
        assert bar and body, key
        if title not in fixed and canvas.width(title, 16) > LIST_WIDTH:
            wrong.append(f"{key}: the title is too wide")
        lines = [
            line
            for part in body.split("|")
            for line in canvas.wrap(texts.with_hard_spaces(part.strip()), 122, 16)
        ]
        if len(lines) > (15 if key[6:7] == "-" else 21) and key not in LONG:
            wrong.append(f"{key}: five screens of large letters for a reading, seven for a rule")
        if canvas.shortened:
            wrong.append(f"{key}: a word is wider than the screen")
        canvas.shortened = 0
    assert wrong == []


@EACH
@EVERY
def test_what_texts_refer_to_is_there(game, language):
    known = {name for names in page_names(game) for name in names}
    for key, text in WORDS[game][language].items():
        assert set(re.findall(r"[AE]-T[NRQ]\d+|[AE]-MY\d+", text)) <= known, key


@EACH
@EVERY
def test_pages_are_reached_by_their_lists(game, language):
    board = open_page(game, language)
    words = WORDS[game][language]
    pages = page_names(game)
    for at, (section, _) in enumerate(HELP[game].sections):
        title = words["help." + section]
        assert board.words.has_text(title) or board.words.has_text(without_french_term(title))
        board.press(OK)
        for name in pages[at]:
            title = board.app.stack.top().heading(name)
            assert board.words.has_text(title)
            board.press(OK)
            assert board.words.has_text(title) and board.app.stack.top().body
            first = words.get("page." + name, "").partition("|")[2].split("|")[0]
            if first and "{" not in first:
                assert board.words.has_text(first.split()[0])
            if name[1:2] == "-":
                assert board.words.has_text(name)
            board.press(BACK)
            board.press(DOWN)
        board.press(BACK)
        board.press(DOWN)
    assert not board.faults
    assert board.context.t.missing == board.app.canvas.missing == board.app.canvas.clipped == 0


@pytest.mark.parametrize("game", NUMBERED)
def test_a_section_comes_back_after_a_power_cut(game):
    at = [name for name, _ in HELP[game].sections].index("errata")
    board = open_page(game, "fr", at)
    board.app.device.settings.choose("taught", 1)
    board.run(2000)
    board.boot()
    board.run(300)
    words = WORDS[game]["fr"]
    first = words[f"page.E-{NUMBERED[game][0]}01"].partition("|")[0]
    assert board.words.has_text(words["help.errata"]) and board.words.has_text("▶ " + first)


# Refusals.


@cache
def raised_codes(game: str) -> dict[str, set[str]]:
    """The codes that the rules raise, from their syntax trees, with the fields of each."""
    found: dict[str, set[str]] = {}
    for path in (FOLDER / game / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused"):
                continue
            code = node.args[0]
            if isinstance(code, ast.Constant) and "-E" in code.value:
                found.setdefault(code.value, set()).update(k.arg for k in node.keywords if k.arg)
    return found


@pytest.mark.parametrize("game", NUMBERED)
def test_every_code_of_the_rules_is_raised(game):
    letters, _, _, codes = NUMBERED[game]
    wanted = [f"{letters}-E{n:02d}" for n in range(1, codes + 1)]
    assert sorted(raised_codes(game)) == [code for code in wanted if code not in BEYOND]


@EACH
@pytest.mark.parametrize("game", NUMBERED)
def test_a_refusal_has_words_that_fit(game, language, canvas):
    words = WORDS[game][language]
    wrong = []
    for code, given in sorted(raised_codes(game).items()):
        text = words["e." + code]
        assert set(re.findall(r"\{(\w+)\}", text)) <= given, code
        shown = text.format(**FILLS)
        if len(shown) > 42:
            wrong.append(f"shorten e.{code} in {language}.txt: {len(shown)} characters of 42")
        lines = len(list(canvas.wrap(texts.with_hard_spaces(shown), 124, 16)))
        if lines > 3:
            wrong.append(f"shorten e.{code} in {language}.txt: {lines} lines of 3 in large letters")
    assert wrong == []
