"""A notation with another meaning in other programs is reported at its line, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.own import __main__ as command
from host_tools.own import compiler, elsewhere
from host_tools.questions.answer import read_pool

TRAPS = [
    ("d6!6", ["elsewhere-limit"]),
    ("d6!!3", ["elsewhere-limit"]),
    ("d6x", []),
    ("d10x3>=9", []),
    ("d10!3x>=9", []),
    ("2d6+3d6r2", ["elsewhere-reroll"]),
    ("3d6ro<=2", []),
    ("3d6rr1", []),
    ("5d10!>=8", ["elsewhere-goal"]),
    ("5d10!p>=8", ["elsewhere-goal"]),
    ("5d10!3>=8", ["elsewhere-limit"]),
    ("3d6>=5", []),
    ("d6/2", ["elsewhere-over"]),
    ("d6[1/2 r2]", []),
    ("5d6m", ["elsewhere-match"]),
    ("5d6km", []),
    ("2d66", ["elsewhere-digits"]),
    ("d666", []),
    ("d{1..66}", []),
    ("3d6kh2!", ["elsewhere-kept-first"]),
    ("3d6!kh2", ["elsewhere-kept-last"]),
    ("3d6kh2", []),
    ("3d6ikh2", []),
]


def game_text(dice: str) -> str:
    return f'[game]\nid = "g"\ntitle = "G"\n[[roll]]\nid = "r"\ndice = "{dice}"\n'


@pytest.mark.parametrize(("text", "codes"), TRAPS, ids=[text for text, _ in TRAPS])
def test_each_trap_is_named_and_nothing_else(text: str, codes: list[str]) -> None:
    assert [each[0] for each in elsewhere.other_meanings(text, read_pool(text))] == codes


def test_a_game_says_it_at_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = compiler.read(game_text("1d6!6"))
    assert not found.faults
    assert [(each.line, each.path) for each in found.remarks] == [(6, ("roll", 0, "dice"))]
    file = tmp_path / "g.gobelet.toml"
    file.write_text(game_text("1d6!6"), encoding="utf-8")
    for language, words in (("fr", "Roll20 explose sur un 6 seul"), ("en", "Roll20 explodes on just 6")):
        assert command.main([str(file), "--language", language]) == 0
        told = capsys.readouterr()
        assert words in told.err
        assert "g.gobelet.toml, " in told.err


def test_what_is_no_dice_is_a_fault_alone() -> None:
    found = compiler.read(game_text("1d6!6 d"))
    assert [each.code for each in found.faults] == ["no-dice"]
    assert not found.remarks
