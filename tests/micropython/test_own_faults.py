"""MicroPython and the desk read and compile games as text in the same way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools.own import compiler, foreign, game_file
from simulator.web import editor
from tests.host_tools.own import test_declaration, test_roll
from tests.host_tools.own.test_declaration import EXAMPLES, HEAD
from tests.host_tools.own.test_imports import FOUNDRY
from tests.host_tools.own.test_roll import roll_text
from tests.micropython import own_faults
from tests.sweep import sample_cases

SCRIPT = Path(own_faults.__file__)
# Known differences of the two Pythons: quotes and accents in a sentence, spaces, digits, signs, True as a
# number.
DIFFERENT = [
    roll_text('dice = "dé"'),
    roll_text('dice = "d\'é"'),
    roll_text('dice = "\'d\\"\\\\"'),
    roll_text('dice = "+-3"'),
    roll_text('dice = "²"'),
    roll_text('dice = "d6"', 'rows = ["1_0: A"]'),
    roll_text('dice = "d6"', 'rows = ["²..: A"]'),
    roll_text('dice = "d6"', 'rows = ["1\u00a0-\u202f6: Là\u00a0!"]'),
    roll_text('dice = "d6"', 'name = "Là\u00a0!"'),
    roll_text('dice = "d6"', 'name = "{"'),
    roll_text('dice = "d6"', 'name = "汉"'),
    roll_text('dice = "d6"', 'name = { de = "W", es = "D" }'),
    roll_text('dice = "d6"', 'inputs = [{ id = "a", mods = [true, 1] }]'),
    roll_text('dice = "d6"', 'inputs = [{ id = "a", if = "a > ²" }]'),
    roll_text('dice = "d6"', 'inputs = [{ id = "a", low = true }]'),
    roll_text('dice = "d6"', "equal = ['é', true, { b = 1, a = 2 }]"),
    roll_text('dice = "d6"', 'effects = ["hp - ²"]'),
    roll_text('dice = "d6"', 'nom = "A"', 'name = "B"'),
    HEAD
    + '[[counter]]\nid = "a"\n[[counter]]\nid = "b"\n[[roll]]\nid = "r"\ndice = "d6"\nrows = ["*: A [x -1]"]',
    HEAD + 'zero = "\\u00e9\\uD800"\n',
    HEAD + 'zero = "\\u+0e9"\n',
    HEAD + "high = ²\n",
    HEAD + "tabel = 1\ncouter = 2\nhgih = 3\n",
    "",
]
# Tables from other programs, with the names of their files.
TABLES = [
    [json.dumps(FOUNDRY), "meteo.json"],
    ["{", "a.json"],
    ['{"results": [{"text": "x"}]}', "a.json"],
    ['d66,"Temps, là"\n11-36,Soleil &eacute;t&#233; &x;\n41-66,"Dit ""non"" [[/r 2d6]]"\n', "Où ça.csv"],
    ["1-3;Rien\r\n4+;Tout", "a.csv"],
    ["1,A\nx,B\n", "a.csv"],
]


def sample_texts() -> list[str]:
    """Return a sample of games without a fault, with one fault, and cut texts.

    `make survive` takes all.
    """
    found = [text for text, _, _ in test_declaration.FAULTY + test_roll.FAULTY] + DIFFERENT
    for path in EXAMPLES:
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        found.append(text)
        for at in sample_cases(range(len(lines)), len(lines) // 20):
            found.append("\n".join(lines[:at] + lines[at + 1 :]))
            found.append("\n".join([*lines[:at], lines[at][: len(lines[at]) // 2], *lines[at + 1 :]]))
    return found


@pytest.mark.sweep
def test_faults_and_files_are_those_of_the_desk(micropython: Callable[..., str], tmp_path: Path) -> None:
    """The page's editor reports the same faults in both languages.

    The editor makes the same bytes of valid games.
    """
    bundle = editor.bundle()
    for path, source in bundle["modules"].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(source, encoding="utf-8")
    listed: list[Any] = [*TABLES, *sample_texts()]
    for name, what in (("bundle", bundle), ("texts", listed)):
        (tmp_path / f"{name}.json").write_text(json.dumps(what), encoding="utf-8")
    printed = micropython(
        SCRIPT, "editor/bundle.json", "editor/texts.json", files={"editor": tmp_path}, heap=1 << 23
    )
    lines = printed.splitlines()
    assert len(lines) == len(listed)
    faults = 0
    for text, line in zip(listed, lines, strict=True):
        if isinstance(text, list):
            assert json.loads(line) == own_faults.imported(foreign, compiler.device(), text)
            continue
        here = json.loads(json.dumps(own_faults.told(game_file, compiler.device(), text)))
        assert json.loads(line) == here, text
        faults += bool(here[0])
    assert 100 < faults <= len(listed) - len(EXAMPLES)
