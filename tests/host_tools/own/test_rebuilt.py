"""A text rebuilt from a game's file: it differs from the first text, and gives the same file."""

from __future__ import annotations

import pytest

from host_tools.own import compiler, rebuilt
from host_tools.questions import games  # noqa: F401 - finds the firmware
from simulator.web import editor

EXAMPLES = editor.examples()


@pytest.mark.parametrize("french", [False, True])
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_same_file_comes_of_it(name: str, french: bool) -> None:
    before = compiler.files(EXAMPLES[name])
    ((path, data),) = [each for each in before.items() if each[0].endswith(".game")]
    text = rebuilt.text_of(data, path[len("own-") : -len(".game")], french)
    game = compiler.read(text)
    assert not game.faults, (text, [str(each) for each in game.faults])
    assert text.startswith("[jeu]" if french else "[game]")
    assert compiler.files(text) == before, text


DICE = ("(2d6+3)/2", "(d8+d6)!kh1", "6d10>=7", "6d10>=8f1", "2d6*3-1", "d66", "|d4-d6|", "4dF", "3d6r1")


@pytest.mark.parametrize("dice", DICE)
def test_dice_stay_what_they_are(dice: str) -> None:
    text = f'[game]\nid = "x"\ntitle = "X"\n\n[[roll]]\nid = "a"\nname = "A"\ndice = "{dice}"\n'
    data = compiler.files(text)["own-x.game"]
    assert compiler.files(rebuilt.text_of(data, "x"))["own-x.game"] == data


def test_words_stay_in_their_rows() -> None:
    text = """[game]
id = "road"
title = "Road"
seats = 1

[[counter]]
id = "luck"
name = "Luck"
high = 9

[[roll]]
id = "met"
name = "Met"
dice = "2d6"
rows = [
  "..6: Nobody",
  "7..9: A pedlar [luck +1]",
  "10..: Wolves",
]
"""
    (data,) = [each for path, each in compiler.files(text).items() if path.endswith(".game")]
    assert rebuilt.text_of(data, "road") == text


def test_what_is_no_game_is_refused() -> None:
    from gobelet.rules.refused import Refused

    with pytest.raises(Refused, match="OWN-DAMAGED"):
        rebuilt.text_of(b"nothing", "x")
