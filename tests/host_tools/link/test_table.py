"""What the table keeps of an evening. The cases are those of the table page too."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from host_tools.link.table import ROLLS, Table
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.serial import Serial
from simulator.store import MemoryStore
from tests.link.listener import Listener

CASES = json.loads(Path(__file__).with_name("table.json").read_text(encoding="utf-8"))


def kept(rolls: list[dict[str, Any]]) -> list[list[Any]]:
    """Of each roll its game, position, code, and whether that was told before it."""
    return [
        [roll["game"], roll["of"], (roll.get("proof") or {}).get("code"), roll.get("announced")]
        for roll in rolls
    ]


@pytest.mark.parametrize("name", CASES)
def test_rolls_and_their_codes(name: str) -> None:
    case: dict[str, Any] = CASES[name]
    table = Table()
    for message in case["messages"]:
        table.take(message)
    whole = table.whole()
    assert kept(whole["rolls"]) == case["rolls"]
    assert whole["codes"] == case["codes"]
    undone = [at for at, roll in enumerate(whole["rolls"]) if roll.get("undone")]
    assert undone == case.get("undone", [])


def test_a_code_binds_one_roll_also_when_that_is_forgotten() -> None:
    table = Table()
    proof = {"at": 0, "code": "a", "number": 1, "secret": "A", "dice": [[6, 1]]}
    table.take({"type": "commit", "seq": 1, "at": 0, "code": "a"})
    table.take({"type": "roll", "seq": 2, "at": 0, "of": 0, "proof": proof})
    for number in range(1, ROLLS + 1):
        table.take({"type": "roll", "seq": 2 + number, "at": number, "of": number})
    table.take({"type": "roll", "seq": 3 + ROLLS, "at": 900, "of": 900, "proof": proof})
    assert len(table.rolls) == ROLLS and table.rolls[-1]["announced"] is False


@pytest.mark.parametrize("game", ["mystria", "dice"])
def test_every_roll_that_is_proven_is_bound(game: str) -> None:
    """Keys at any moment; of Mystria three stacks that one press throws have one code."""
    store = MemoryStore({"settings": b"taught=yes\nproof=yes\n"})
    listener = Listener(VirtualBoard(serial=Serial(), store=store))
    listener.hello()
    listener.ask(open=game)
    some = random.Random(f"1{game}")
    for number in range(160):
        listener.device.press(some.choice((OK, OK, OK, OK, UP, DOWN, DOWN, BACK)), 20)
        listener.device.run(some.choice((0, 5, 30, 100, 160, 400)))
        if number % 20 == 0 or listener.device.app.session is None:
            listener.ask(open=game)
    listener.wait(4000)
    table = Table()
    for message in listener.messages:
        table.take(message)
    codes = [roll["proof"]["code"] for roll in table.rolls if roll.get("proof")]
    assert len(codes) > 3 and (game != "mystria" or len(codes) > len(set(codes)))
    assert all(roll["announced"] for roll in table.rolls if roll.get("proof"))
