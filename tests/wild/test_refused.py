"""Refused notations: the unsupported sign, and a sentence with an alternative."""

from __future__ import annotations

import pytest

from host_tools.own import compiler
from host_tools.questions.answer import no_pool, read_pool

from gobelet.games.dice.rules.notation import NotationError  # isort: skip

REFUSED = [
    ("2d6!!p", "2d6!!▸p", "write !! or !p"),
    ("1000d6", "▸1000d6", "1 to 60 dice"),
    ("9999999d9", "▸9999999d9", "1 to 60 dice"),
    ("61d6", "▸61d6", "1 to 60 dice"),
    ("d00", "d▸00", "2 to 100 sides"),
    ("2w6+1", "2▸w6+1", "a modifier must stand here"),
    ("3d6r<2", "3d6r<▸2", "ro<="),
    ("3d6r<=2", "3d6r▸<=2", "write ro<=2 (once) or rr<=2"),
    ("3d6rr2", "3d6rr▸2", "rr<=2"),
    ("5d10!>5", "5d10!>▸5", "write the whole sign"),
    ("5d10>8", "5d10>▸8", "write the whole sign"),
    ("2d20<12", "2d20<▸12", "write the whole sign"),
    ("d10x5", "d10x▸5", "x>=9 of a d10"),
    ("d10x>=3", "d10x>=▸3", "upper half"),
    ("3d6!dh1dl1", "3d6!dh1▸dl1", "give one, as in !3"),
    ("d66kh1", "d66▸kh1", "d{1..66}"),
    ("d6*d6", "d6*▸d6", "1 to 100"),
    ("(d6+2d8kh1)/2", "(d6+2d8kh1)▸/2", "only one term"),
    ("5d6mkh2", "5d6m▸kh2", "a modifier must stand here"),
    ("/r 1d20", "▸/r1d20", "a die such as d6"),
    ("[[1d20]]", "[[1d20]▸]", "a die such as d6"),
    ("1d12+@level", "1d12+▸@level", "a die such as d6"),
    ("4d6kh4kl1", "4d6kh4▸kl1", "exclude each other"),
]


@pytest.mark.parametrize(("text", "sign", "instead"), REFUSED, ids=[text for text, _, _ in REFUSED])
def test_a_refusal_points_and_says_what_to_write(text: str, sign: str, instead: str) -> None:
    text = text.replace(" ", "")
    with pytest.raises(NotationError) as caught:
        read_pool(text)
    told = no_pool(text, caught.value)
    assert told.startswith(sign + ": ")
    assert instead in told


@pytest.mark.parametrize("text", [text for text, _, _ in REFUSED])
def test_one_fault_of_the_dice_is_one_line(text: str) -> None:
    game = f'[game]\nid = "g"\ntitle = "G"\n[[roll]]\nid = "r"\ndice = "{text}"\nrows = ["1: a", "2: b", "3-99: c"]\n'
    assert [fault.code for fault in compiler.read(game).faults] == ["no-dice"]
