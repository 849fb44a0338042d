"""Texts that the rules name: a text that both languages lack is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools import ask
from host_tools.building import texts

GAME = "firmware/gobelet/games/trinytia"


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return keys that no catalogue has."""
    taken: list[str] = []
    real = texts.parse

    def parse(path: Path) -> tuple[dict[str, texts.Text], list[str]]:
        found, faults = real(path)
        return {key: text for key, text in found.items() if key not in taken}, faults

    monkeypatch.setattr(texts, "parse", parse)
    return taken


@pytest.mark.parametrize(
    ("key", "what"),
    [
        ("attack", "it has no title"),
        ("attack.hit", "question 'hit'"),
        ("lane.d4", "input 'mod4': its lane 'd4' has no name"),
        ("why.miss", "explain='attack'"),
    ],
)
def test_a_text_that_both_languages_lack_is_told(
    without: list[str], key: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    without.append(key)
    assert texts.main([]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    for language in texts.LANGUAGES:
        add = f"`{key} = ...`"
        if what.startswith("question"):  # several Procedures may share the text of a question
            add += " or `ask.hit = ...`"
        line = f"{GAME}/rules/fights.py: attack: {what}: add {add} to {GAME}/{language}.txt"
        assert line in told.err.splitlines()


def test_words_of_a_refusal_that_both_languages_lack_are_told(
    without: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    without.append("e.TN-E20")
    assert texts.main([]) == 1
    line = f"{GAME}/rules/bets.py: bet: it refuses TN-E20: add `e.TN-E20 = ...` to {GAME}/fr.txt"
    assert line in capsys.readouterr().err.splitlines()


def test_ask_shows_a_missing_text_as_the_panel_does(
    without: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    without += ["title", "attack", "lane.d4", "attack.hit", "attack.miss", "why.miss"]
    assert ask.main(["trinytia.attack", "--dice", "4,4"]) == 0
    said = capsys.readouterr().out
    for key in without:
        assert f"<{key}>" in said


def test_the_repository_lacks_none() -> None:
    assert texts.missing_texts() == []
