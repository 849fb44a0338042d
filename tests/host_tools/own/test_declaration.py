"""A game's text is read, and every fault in it is reported with its line; test_roll.py has those in rolls."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from host_tools.own import compiler, toml_lines

EXAMPLES = sorted((Path(__file__).parents[3] / "simulator" / "own").glob("*.gobelet.toml"))
HEAD = '[game]\nid = "g"\ntitle = "G"\n[[counter]]\nid = "hp"\nname = "PV"\n'


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name.partition(".")[0])
def test_examples_have_no_fault_and_are_read_as_the_standard_reader_does(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert toml_lines.loads(text)[0] == tomllib.loads(text)
    game, made = compiler.compile_text(text)
    assert game.faults == []
    assert len(made) <= 8192


# The text, the line of its fault, and words of the sentence. HEAD has 6 lines.
FAULTY = [
    ('[game]\nid = "g"\ntitle = "G', 3, "not closed"),
    ("x = 1.5", 1, "no value"),
    ("sièges = 2", 1, "no accents"),
    ('id = "g"\nid = "h"', 2, "twice"),
    (HEAD + "[[rol]]\n", 7, "'roll' is meant?"),
    (HEAD + "debt = 1\n", 7, "'debut' is meant?"),
    (HEAD + "couter = 1\n", 7, "Possible: id, name"),
    (HEAD + 'zero = "\\uD800"\n', 7, "is no letter"),
    ('[game]\nid = "G"\ntitle = "G"\n[[counter]]\nid = "hp"', 2, "small letters"),
    (HEAD + "[turn]\nsteps = [{ id = 'a', roll = 'r' }]\n", 8, "no 'r'"),
    (HEAD + "[[counter]]\nid = 'hp'\n", 8, "already"),
    (HEAD.replace('"PV"', '{ de = "LP" }'), 6, "fr = "),
    (HEAD + "[[counter]]\nid = 'home'\nlow = 5\nhigh = 5\n", 10, "from 6 to 9999"),
    (HEAD.replace('title = "G"', 'about = "A"'), 1, "A text is"),
    (HEAD + '[[page]]\nid = "p"\ntitle = "P"\ntext = { de = "x" }\n', 10, "A text is"),
    (HEAD + '[[page]]\nid = "p"\ntitle = { fr = 3 }\ntext = "x"\n', 9, "A text is"),
]


@pytest.mark.parametrize(("text", "line", "words"), FAULTY, ids=range(len(FAULTY)))
def test_a_fault_is_told_with_its_line(text: str, line: int, words: str) -> None:
    faults = compiler.read(text).faults
    assert any(fault.line == line and words in fault.sentence for fault in faults), faults


def test_a_game_that_takes_too_many_bytes_is_refused() -> None:
    pages = "".join(f'[[page]]\nid = "p{n}"\ntitle = "P"\ntext = "{n}{"a" * 1500}"\n' for n in range(8))
    faults = compiler.read(HEAD + pages).faults
    assert [fault.line for fault in faults] == [1]
    assert "bytes" in faults[0].sentence


def test_french_keys_say_the_same() -> None:
    french = """
[jeu]
id = "g"
titre = "G"
sieges = 2
[[compteur]]
id = "hp"
nom = "PV"
par = "siège"
[[jet]]
id = "r"
nom = "Jet"
des = "d6"
saisies = [{ id = "a", nom = "A", modif = 2 }]
lignes = ["..4: Raté", "5..: Touché [hp -1]"]
"""
    english = """
[game]
id = "g"
title = "G"
seats = 2
[[counter]]
id = "hp"
name = "PV"
per = "seat"
[[roll]]
id = "r"
name = "Jet"
dice = "d6"
inputs = [{ id = "a", name = "A", mod = 2 }]
rows = ["..4: Raté", "5..: Touché [hp -1]"]
"""
    assert compiler.compile_text(french)[1] == compiler.compile_text(english)[1]


def test_eight_games_fit_and_the_same_one_takes_the_place_of_itself() -> None:
    index = b""
    for n in range(8):
        index = compiler.files(HEAD.replace('"g"', f'"g{n}"'), index)["own"]
    again = compiler.files(HEAD.replace('"g"', '"g3"').replace('"G"', '"H"'), index)["own"]
    assert again.decode().split("\n")[3] == "own-g3\tH\tH"
    with pytest.raises(compiler.OwnError, match="eight"):
        compiler.files(HEAD, index)


def test_the_page_for_players_names_no_key_that_there_is_not() -> None:
    readme = (Path(compiler.__file__).parent / "README.md").read_text(encoding="utf-8")
    blocks = [part.partition("```")[0] for part in readme.split("```toml\n")[1:]]
    text = blocks[0] + blocks[1] + blocks[2]
    faults = compiler.read(text).faults
    assert faults, "it is made of pieces, which name what stands elsewhere"
    assert not [fault for fault in faults if "' here" in fault.sentence or "=" in fault.sentence]
