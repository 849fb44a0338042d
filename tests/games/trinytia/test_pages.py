"""Tri'Nytia: its words. Every page, refusal, roll and reason has a text in both languages that can be drawn."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest

from gobelet.core.procedure import Ask, Outcome, Refused, advance, values
from gobelet.games.trinytia.rules import tables
from gobelet.games.trinytia.screens import pages
from gobelet.session import explain
from gobelet.ui import help
from gobelet.ui.canvas import Canvas
from host_tools.building import texts
from host_tools.questions.games import procedures
from simulator.board import VirtualBoard, assets
from simulator.keys import BACK, DOWN, OK

FOLDER = Path(__file__).resolve().parents[3] / "firmware/gobelet/games/trinytia"
WORDS = texts.load(FOLDER)
LANGUAGES = tuple(WORDS)
EACH = pytest.mark.parametrize("language", LANGUAGES)


def pages_of(section):
    return help.pages(pages.SECTIONS, section)


PAGES = sorted({name for at in range(len(pages.SECTIONS)) for name in pages_of(at)})
LIST_WIDTH = 115  # of a label in a list of 16 px, beside its pointer and the scroll bar


@pytest.fixture(scope="module")
def canvas():
    return Canvas(bytearray(1024), assets)


# Pages


def test_every_page_is_in_a_section_and_every_section_has_its_pages():
    named = {key.removeprefix("page.") for key in WORDS["fr"] if key.startswith("page.")}
    assert named == set(PAGES)


@pytest.mark.parametrize(("prefix", "count", "section"), [("A-TN", 24, "readings"), ("E-TN", 16, "errata")])
def test_every_reading_and_erratum_has_a_page(prefix, count, section):
    at = [name for name, _ in pages.SECTIONS].index(section)
    assert pages_of(at) == [f"{prefix}{n:02d}" for n in range(1, count + 1)]


@EACH
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_a_title_that_fits_and_a_few_short_lines(name, language, canvas):
    title, bar, body = WORDS[language]["page." + name].partition("|")
    assert bar and body
    assert canvas.width(title, 16) <= LIST_WIDTH
    lines = [line for part in body.split("|") for line in canvas.wrap(texts.hold(part.strip()), 122, 16)]
    assert len(lines) <= 15, "five screens of large letters"
    assert canvas.shortened == 0, "a word is wider than the screen"


@EACH
def test_readings_and_errata_refer_to_each_other_by_their_numbers(language):
    known = set(PAGES)
    for key, text in WORDS[language].items():
        assert set(re.findall(r"[AE]-TN\d+", text)) <= known, key


@EACH
def test_every_text_can_be_drawn_large(language, canvas):
    for key, text in WORDS[language].items():
        assert canvas.has(texts.hold(text).replace("|", ""), 16), key


@EACH
def test_pages_are_reached_by_their_lists(language):
    board = VirtualBoard()
    board.choose_language(language)
    board.app.open("trinytia.help")
    board.run(50)
    for at, (section, _) in enumerate(pages.SECTIONS):
        assert board.words.has(WORDS[language]["help." + section])
        board.press(OK)
        for name in pages_of(at):
            title, _, body = WORDS[language]["page." + name].partition("|")
            assert board.words.has(title)
            board.press(OK)
            assert board.words.has(title)
            assert board.words.has(body.split("|")[0].split()[0])
            if "-TN" in name:
                assert board.words.has(name)
            board.press(BACK)
            board.press(DOWN)
        board.press(BACK)
        board.press(DOWN)
    assert not board.faults
    assert board.app.texts.missing == board.app.canvas.missing == board.app.canvas.clipped == 0


def test_a_section_comes_back_after_a_power_cut():
    board = VirtualBoard()
    board.app.settings.choose("taught", 1)
    board.app.open("trinytia.help", 8)
    board.run(50)
    board.run(2000)
    board.boot()
    board.run(300)
    assert board.words.has("Errata") and board.words.has("▶ Écart de 1")


# Refusals


def raised():
    """Codes raised by the rules and the fields they come with, read off their syntax trees."""
    found = {}
    for path in (FOLDER / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                fields = {keyword.arg for keyword in node.keywords}
                assert found.setdefault(node.args[0].value, fields) == fields, "a code with one set of fields"
    return found


RAISED = raised()
# The longest that a field can be.
FILLS = {
    "n": "10",
    "name": "Violette",
    "mode": max(WORDS["fr"]["mode." + mode] for mode in tables.MODES),
    "pack": "Violet",
    "faction": "Légende",
}


def test_every_code_of_the_dossier_is_raised():
    assert sorted(RAISED) == [f"TN-E{n:02d}" for n in range(1, 29)]


@EACH
@pytest.mark.parametrize("code", sorted(RAISED))
def test_a_refusal_has_words_that_fit(code, language, canvas):
    text = WORDS[language]["e." + code]
    placeholders = set(re.findall(r"\{(\w+)\}", text))
    assert placeholders <= RAISED[code]
    shown = text.format(**FILLS)
    assert len(shown) <= 42
    assert len(list(canvas.wrap(texts.hold(shown), 124, 16))) <= 3, "a notice in large letters"


@EACH
def test_what_a_refusal_names_has_words(language):
    words = WORDS[language]
    for prefix, names in (("faction.", tables.FACTIONS), ("pack.", tables.PACKS), ("mode.", tables.MODES)):
        for name in names:
            assert words[prefix + name]


# Rolls

# What no form asks: rules of the whole game, and after a tie who rolls again.
UNASKED = {"extra", "natural", "spill", "rolling"}


@EACH
@pytest.mark.parametrize("proc", procedures("trinytia").values(), ids=lambda proc: proc.name)
def test_a_roll_names_its_inputs_and_questions(proc, language):
    words = WORDS[language]
    assert words[proc.name]
    for i in proc.inputs:
        if i.name in UNASKED:
            continue
        assert words[f"{proc.name}.{i.name}"]
        for option in i.options or ():
            assert words[f"{proc.name}.{i.name}.{option}"]
        if i.lane:
            assert words["lane." + i.lane]
    for question, _ in proc.questions:
        assert words[f"{proc.name}.{question}"]
    for role in proc.roles:
        assert words["role." + role]


def carried_out(proc, source):
    """A resolution with random inputs, dice and answers: (values, path, what it met, its outcome)."""
    given = {}
    for i in proc.inputs:
        low, high = i.low, i.high
        if source.random() < 0.7:  # small numbers are where the cases are
            low, high = max(low, -2), min(high, 12)
        given[i.name] = source.randint(low, high)
    try:
        v = values(proc, given)
    except Refused:
        return None
    path = []
    met = []
    while True:
        now = advance(proc, v, path)
        if isinstance(now, Outcome):
            return v, path, met, now
        if isinstance(now, Ask):
            met.append(now.name)
            path.append(source.choice(now.options))
        else:
            path.append(tuple(source.randint(1, sides) for sides in now.dice))


@pytest.mark.parametrize("proc", procedures("trinytia").values(), ids=lambda proc: proc.name)
def test_whatever_a_roll_says_has_words(proc):
    source = random.Random(proc.name)
    done = 0
    for _ in range(1500):
        found = carried_out(proc, source)
        if found is None:
            continue
        done += 1
        v, path, met, outcome = found
        keys = {f"{proc.name}.{name}" for name in met}
        if outcome.word:
            keys.add(f"{proc.name}.{outcome.word}")
        for name, args in explain("trinytia", proc, v, path):
            keys.add(name)
            for language in LANGUAGES:
                assert set(re.findall(r"\{(\d)\}", WORDS[language][name])) == set(map(str, range(len(args))))
        for key in keys:
            assert key in WORDS["fr"], (v, path)
    assert done > 100


# Screens


def test_no_screen_asks_for_a_text_that_is_not_there():
    """Keys that the screens write whole, and those they make of a prefix and a name kept in a table."""
    system = texts.load(FOLDER.parents[1] / "system")["fr"]
    known = set(WORDS["fr"]) | set(system)
    for path in sorted((FOLDER / "screens").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called != "t" or not node.args:
                continue
            first = node.args[0]
            if isinstance(first, ast.Constant):
                assert first.value in known, (path.name, node.lineno)
            elif isinstance(first, ast.BinOp) and isinstance(first.left, ast.Constant):
                prefix = first.left.value.partition("%")[0]
                assert any(key.startswith(prefix) for key in known), (path.name, node.lineno)
