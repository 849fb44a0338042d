"""The module for Foundry, in node, with a stand-in for Foundry that is written from its published description."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests import node

MODULE = Path(__file__).parents[4] / "host_tools" / "link" / "foundry"
ON = {"enabled": True}
FREE = {
    "key": "0/a/dice/20",
    "words": "2d6+3 = 9",
    "shown": "2 4",
    "dice": [[6, 2, 1], [6, 4, 1]],
    "total": 9,
}
DUEL = {
    "key": "0/a/trinytia/30", "words": "Ana → Zoé : 2 <b>", "shown": "5 3", "dice": [[20, 5, 1], [4, 3, 1]],
    "total": [1, 2], "inputs": {},
}  # fmt: skip


def play_commands(*commands: tuple[str, Any]) -> dict[str, Any]:
    lines = "".join(json.dumps(command) + "\n" for command in (*commands, ("end", None)))
    return dict(json.loads(node.run_node(Path(__file__).with_name("standin.mjs"), given=lines)))


def test_it_is_off_until_the_user_switches_it_on() -> None:
    found = play_commands(("start", [{}, {}]), ("take", [FREE]))
    assert found["settings"]["enabled"] is False
    assert found["urls"] == found["chat"] == []
    assert "gobelet" in found["methods"]
    found = play_commands(
        ("start", [{}, {}]), ("set", ["enabled", True]), ("take", [FREE]),
        ("set", ["enabled", False]), ("take", [DUEL]),
    )  # fmt: skip
    assert found["urls"] == ["http://127.0.0.1:8017/rolls"] and len(found["chat"]) == 1


def test_what_foundry_waits_for_is_fulfilled_and_the_rest_goes_into_the_chat() -> None:
    found = play_commands(
        ("start", [ON, {}]),
        ("wait", ["d6", "manual:d6"]), ("take", [FREE]),
        ("wait", ["d20"]), ("take", [DUEL]),
        ("take", [FREE | {"key": "x", "dice": [[20, 3, 0], [20, 17, 1]], "total": 15, "hand": True}]),
    )  # fmt: skip
    assert found["fulfilled"] == [["gobelet", "d6", 2], ["manual", "d6", 4], ["gobelet", "d20", 5]]
    duel, free = found["chat"]
    assert duel == {"flavor": "Gobelet: Ana → Zoé : 2 &#60;b&#62;", "content": "5 3"}
    assert free["flavor"] == "Gobelet: 2d6+3 = 9 (real dice)"
    assert (free["formula"], free["total"], free["worth"], free["dice"]) == ("1d20 + 1d20 - 2", 15, 15, 2)


def test_no_roll_is_used_twice() -> None:
    first = play_commands(("start", [ON, {}]), ("take", [FREE, FREE, DUEL]), ("take", [FREE]))
    assert len(first["chat"]) == 2
    again = play_commands(("start", [ON, first["stored"]]), ("take", [FREE, DUEL]))
    assert again["chat"] == []
    assert again["urls"] == ["http://127.0.0.1:8017/rolls?after=0%2Fa%2Ftrinytia%2F30"]


def test_the_module_is_one_that_foundry_can_load() -> None:
    facts = json.loads((MODULE / "module.json").read_text(encoding="utf-8"))
    assert facts["id"] == "gobelet"
    assert {"id", "title", "description", "version", "compatibility"} <= facts.keys()
    assert all((MODULE / name).is_file() for name in facts["esmodules"])
