"""The answers of `ask mystria.*` in the shell."""

from __future__ import annotations

import json
from typing import Any

import pytest

from host_tools import ask


def ask_words(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert ask.main(list(words)) == 0
    return capsys.readouterr().out


def asked_odds(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    found = json.loads(ask_words(capsys, *words, "--json"))["odds"]
    return {each["key"]: each["fraction"] for each in found["outcomes"]} | {
        name: each["fraction"] for name, each in found["questions"].items()
    }


def test_the_worked_examples_of_the_booklet(capsys: pytest.CaptureFixture[str]) -> None:
    groups = ["a_violet=3", "a_green=1", "a_blue=3", "a_red=3"]
    groups += ["b_violet=2", "b_green=5", "b_blue=3", "b_red=2", "a_drops=5"]
    out = ask_words(capsys, "mystria.count", *groups)
    for line in ("Result: 35–47", "Colours: 30 – 36", "Majority: 0 – 5", "Drops: 5 – 6"):
        assert line in out
    values = ["version=complete", "violet=3", "green=5", "blue=7", "red=10"]
    out = ask_words(capsys, "mystria.count", *values, *groups, "a_objective=7", "b_objective=6")
    for line in ("Result: 25–20", "Colours: 13 – 5", "Objective: 7 – 6", "Majority: 0 – 3"):
        assert line in out


def test_a_count_that_cannot_be_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask.main(["mystria.count", "violet=3"]) == 1
    assert capsys.readouterr().err == "Score tokens: one of each\n"


def test_chances_of_the_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked_odds(capsys, "mystria.coin") == {1: "1/2", 2: "1/2"}
    assert asked_odds(capsys, "mystria.stack", "left=17")["alike"] == "5/93"
    assert asked_odds(capsys, "mystria.objectives")["mine"] == "1/4"
    found = asked_odds(capsys, "mystria.rival")
    assert (found["dealt"], found["kept"]) == ("1/3", "1/6")
    found = asked_odds(capsys, "mystria.token", "violet=3", "green=2", "blue=5", "red=0")
    assert found == {0: "3/10", 1: "1/5", 2: "1/2"}


def test_a_deal_by_its_faces_and_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    out = ask_words(capsys, "mystria.stack", "left=17", "--dice", "1,17,40")
    assert "Result (1, 17, 40): 3 colours" in out
    out = ask_words(capsys, "mystria.stack", "left=17", "--dice", "1,1,1")
    assert "3 alike: redealt" in out
    assert "Result" in ask_words(capsys, "mystria.objectives", "--roll")


@pytest.mark.parametrize(("name", "steps"), [("setup_initiation", 8), ("setup_complete", 9), ("turn", 4)])
def test_the_printed_sequences(capsys: pytest.CaptureFixture[str], name: str, steps: int) -> None:
    lines = ask_words(capsys, f"mystria.{name}").splitlines()
    assert len(lines) == steps
    assert not [line for line in lines if "{" in line]
