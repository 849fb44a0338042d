"""The pictures of a game without a script."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from simulator import portraits
from simulator.board import VirtualBoard
from simulator.script import Script, ScriptError

pytestmark = pytest.mark.usefixtures("toy_world")


def take_shots() -> dict[str, tuple[portraits.View, bytes, list[str]]]:
    """Return the view, the pixels and the words of each shot, by its name."""
    board = VirtualBoard()
    board.choose_language("en")
    shots = {}

    def show(name: str, pixels: bytes) -> None:
        shots[name] = portraits.view(board.app), pixels, board.words.strings

    portraits.take_portraits(Script(board, show), "toy")
    return shots


def test_home_each_procedure_and_the_history() -> None:
    shots = take_shots()
    assert {name: view for name, (view, _, _) in shots.items()} == {
        "home": ("toy.home", ""),
        "form-strike": ("toy.form", "strike"),
        "result-strike": ("toy.result", "strike"),
        "form-parry": ("toy.form", "parry"),
        "result-parry": ("toy.result", "parry"),
        "form-trinity": ("toy.form", "trinity"),
        "ask-trinity-die": ("toy.result", "trinity.die"),
        "result-trinity": ("toy.result", "trinity"),
        "form-blow": ("toy.form", "blow"),
        "ask-blow-absorb": ("toy.result", "blow.absorb"),
        "result-blow": ("toy.result", "blow"),
        "form-table": ("toy.form", "table"),
        "ask-table-cell": ("toy.result", "table.cell"),
        "result-table": ("toy.result", "table"),
        "form-burst": ("toy.form", "burst"),
        "result-burst": ("toy.result", "burst"),
        "form-still": ("toy.form", "still"),
        "result-still": ("toy.result", "still"),
        "form-bid": ("toy.form", "bid"),
        "ask-bid-stake": ("toy.result", "bid.stake"),
        "result-bid": ("toy.result", "bid"),
        "form-plain": ("toy.form", "plain"),
        "result-plain": ("toy.result", "plain"),
        "presets": ("toy.presets", ""),
        "history": ("toy.history", ""),
    }
    assert "Blue" in shots["form-strike"][2], "the second role has the second row of the Sheet"


def test_what_falls_does_not_depend_on_the_procedures_before(monkeypatch: pytest.MonkeyPatch) -> None:
    import gobelet.games.toy.rules as rules

    all_of_them = take_shots()
    monkeypatch.setattr(rules, "PROCEDURES", rules.PROCEDURES[3:])
    fewer = take_shots()
    assert fewer["result-plain"][1] == all_of_them["result-plain"][1]
    assert set(fewer) < set(all_of_them)


def test_what_the_rules_refuse_has_a_form_and_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    from gobelet.games.toy.rules import rolls
    from gobelet.rules.refused import Refused

    def refuse_always(v: dict[str, int]) -> None:
        raise Refused("TOY-1", n=2)

    monkeypatch.setattr(rolls.strike, "check", refuse_always)
    shots = take_shots()
    assert "No charge with a" in " ".join(shots["form-strike"][2])
    assert "result-strike" not in shots
    assert "result-parry" in shots


@pytest.mark.parametrize(("when", "command"), [(1, "open toy.form 1 0"), (1 + 6 + 1, "press OK")])
def test_a_rule_that_fails_is_named_with_its_traceback(
    monkeypatch: pytest.MonkeyPatch, when: int, command: str
) -> None:
    """The rule fails at the first step, one of each face for the odds, or at the second step of the roll."""
    from gobelet.games.toy.rules import rolls

    step = rolls.parry.step
    calls = itertools.count(1)

    def raise_once(v: dict[str, int], s: Any) -> Any:
        if next(calls) == when:
            raise ZeroDivisionError("in the rules")
        return step(v, s)

    monkeypatch.setattr(rolls.parry, "step", raise_once)
    with pytest.raises(ScriptError) as failed:
        take_shots()
    said = str(failed.value)
    assert said.startswith(f"toy, without a script:1: {command}\n  a screen failed:\n")
    assert 'test_portraits.py", line' in said
    assert "ZeroDivisionError: in the rules" in said
