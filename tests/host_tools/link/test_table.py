"""The state of an evening at the table. The table page has the same cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host_tools.link.table import ROLLS, Table
from simulator.board import VirtualBoard
from simulator.keys import OK
from simulator.serial import Serial
from simulator.store import MemoryStore
from tests.link.listener import Listener, messages_of

from gobelet.games.mystria.rules import sheets, turn  # isort: skip

CASES = json.loads(Path(__file__).with_name("table.json").read_text(encoding="utf-8"))


def kept_rolls(rolls: list[dict[str, Any]]) -> list[list[Any]]:
    """Return each roll as its game, position, code, and whether the code was announced before it."""
    return [
        [roll["game"], roll["of"], (roll.get("proof") or {}).get("code"), roll.get("announced")]
        for roll in rolls
    ]


@pytest.mark.parametrize("name", CASES)
def test_rolls_and_their_codes(name: str) -> None:
    case: dict[str, Any] = CASES[name]
    table = Table()
    for message in case["messages"]:
        table.process(message)
    whole = table.table_message()
    assert kept_rolls(whole["rolls"]) == case["rolls"]
    assert whole["codes"] == case["codes"]
    undone = [at for at, roll in enumerate(whole["rolls"]) if roll.get("undone")]
    assert undone == case.get("undone", [])


def test_a_code_binds_one_roll_also_when_that_is_forgotten() -> None:
    table = Table()
    proof = {"at": 0, "code": "a", "number": 1, "secret": "A", "dice": [[6, 1]]}
    table.process({"type": "commit", "seq": 1, "at": 0, "code": "a"})
    table.process({"type": "roll", "seq": 2, "at": 0, "of": 0, "proof": proof})
    for number in range(1, ROLLS + 1):
        table.process({"type": "roll", "seq": 2 + number, "at": number, "of": number})
    table.process({"type": "roll", "seq": 3 + ROLLS, "at": 900, "of": 900, "proof": proof})
    assert len(table.rolls) == ROLLS and table.rolls[-1]["announced"] is False


def test_what_one_press_throws_is_bound_by_its_one_code() -> None:
    """One press throws three stacks of tokens."""
    store = MemoryStore({"settings": b"taught=yes\nproof=yes\n"})
    listener = Listener(VirtualBoard(serial=Serial(), store=store))
    listener.hello()
    listener.ask(open="mystria")
    app = listener.device.app
    app.context.change(
        [*turn.start_game(sheets.INITIATION), *turn.set_first_player(0), ("table", 0, "cells", 3)]
    )
    app.context.open("mystria.setup")
    app.context.open("mystria.stacks")
    listener.wait(1000)
    for _ in range(2):
        listener.device.press(OK)
    listener.wait(2000)
    rolls = messages_of("roll", listener.messages)
    table = Table()
    for message in listener.messages:
        table.process(message)
    assert len(rolls) >= 3 and len({roll["proof"]["code"] for roll in rolls}) == 1
    assert [roll["announced"] for roll in table.rolls] == [True] * len(rolls)
