"""Tri'Nytia: the words. Every roll and reason has a text in both languages that can be drawn."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest

from gobelet.game.session import explain
from gobelet.games.trinytia.rules import tables
from gobelet.rules.procedure import Ask, Outcome, Refused, advance, values
from gobelet.ui.drawing.canvas import Canvas
from host_tools.building import texts
from host_tools.questions.games import procedures
from simulator.board import open_asset

FOLDER = Path(__file__).resolve().parents[3] / "firmware/gobelet/games/trinytia"
WORDS = texts.load(FOLDER)
LANGUAGES = tuple(WORDS)
EACH = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def canvas():
    return Canvas(bytearray(1024), open_asset)


@EACH
def test_every_text_can_be_drawn_large(language, canvas):
    for key, text in WORDS[language].items():
        assert canvas.has_glyphs(texts.with_hard_spaces(text).replace("|", ""), 16), key


@EACH
def test_what_a_refusal_names_has_words(language):
    words = WORDS[language]
    for prefix, names in (("faction.", tables.FACTIONS), ("pack.", tables.PACKS), ("mode.", tables.MODES)):
        for name in names:
            assert words[prefix + name]


# Rolls

# Rules of the whole game, and repeated rolls after a tie: no form has an input for them.
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
        if source.random() < 0.7:  # most cases have small numbers
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
