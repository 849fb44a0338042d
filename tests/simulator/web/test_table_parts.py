"""Results of the table page: new and verified rolls, the output for dddice, the luck of an evening."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from host_tools.link import dddice
from host_tools.link.shapes import SHAPES, parse_message
from tests import node
from tests.host_tools.link import evening, test_shapes, test_table

HERE = Path(__file__).parent
CASES = json.loads((HERE.parents[1] / "host_tools/link/outbox.json").read_text(encoding="utf-8"))
ROOM = {"key": "secret", "room": "a13Tf6e", "theme": "dddice-standard"}
ROLLS = [
    {"key": "1", "words": "2d6+3", "dice": [[6, 2, 1], [6, 4, 1]], "total": 9},
    {"key": "2", "words": "2d20kh1", "dice": [[20, 3, 0], [20, 17, 1], [100, 9, 1], [3, 1, 0]], "total": 26},
    {"key": "3", "words": "Ana", "dice": [[12, 5, 1]], "total": [1], "inputs": {}},
]
LUCKS = [
    [],
    [
        {"dice": [[6, 1, 1], [6, 6, 0]], "odds": [1, 36], "words": "a"},
        {"dice": [], "odds": [1, 2], "words": "b"},
    ],
    [
        {"dice": [[20, 20, 1]], "who": {"attacker": [0, "Ana"], "target": [1, "Zoé"]}},
        {"dice": [[20, 1, 1]], "who": {"attacker": [1, "Zoé"]}, "undone": True},
        {"dice": [[4, 9, 1], [1, 1, 1]], "who": {}},
        {"words": "secret"},
    ],
]


GAME = {"type": "game", "seq": 1, "game": "dice", "title": "Dice", "kinds": {"p": {"rows": 1, "fields": []}}}
STATE = {"type": "state", "seq": 2, "session": "a", "game": "dice", "at": 5}
OTHER = {**STATE, "game": "trinytia", "values": {"char": {"0": [1]}}, "names": {"char": {"0": "Ana"}}}
KEPT: list[Any] = [
    {"name": "Ana", "role": "seat", "agreed": [["p 0 v", 3]], "table": {"game": GAME, "state": STATE}},
    {"version": 1, "table": {"game": GAME, "state": OTHER, "codes": ["a", 3], "rolls": [{"game": "dice"}]}},
    {"version": 2, "name": "Ana", "table": {"game": GAME, "state": STATE}},
    {"name": 3, "role": [], "agreed": 5, "table": []},
    {"table": {"rolls": {}, "codes": 3, "game": 3, "state": "x", "hello": []}},
    *[None, 3, "x", [], {"table": None}],
]


def evening_messages() -> list[list[str]]:
    """Return evenings of messages.

    Some are valid, some have a fault in one place, and some have the lines that once stopped the tool.
    """
    right = [json.dumps(message) for message in evening.evening_messages()]
    return [
        right,
        *(evening.wrong_lines(150, seed) for seed in range(8)),
        list(test_shapes.THIRTEEN.values()),
    ]


@pytest.fixture(scope="module")
def page_results() -> dict[str, Any]:
    given = {
        "outbox": list(CASES.values()),
        "tables": list(test_table.CASES.values()),
        "evenings": evening_messages(),
        "kept": KEPT,
        "bodies": [[roll, ROOM] for roll in ROLLS],
        "lucks": LUCKS,
        "sends": [
            ["send", ROLLS[0]], ["choose", {"on": True, **ROOM}], *([["send", roll] for roll in ROLLS] * 2),
            ["choose", {"on": False, **ROOM}], ["send", {**ROLLS[0], "key": "4"}],
        ],
    }  # fmt: skip
    return dict(json.loads(node.run_node(HERE / "table_parts.mjs", given=json.dumps(given))))


def test_the_same_rolls_are_new_as_for_the_desk_tool(page_results: dict[str, Any]) -> None:
    for (name, case), outcome in zip(CASES.items(), page_results["outbox"], strict=True):
        assert outcome["given"] == case["given"], name
        assert (outcome["kept"] or {}).items() >= case.get("marks_after", {}).items(), name


def test_the_same_rolls_are_bound_as_for_the_desk_tool(page_results: dict[str, Any]) -> None:
    for (name, case), table in zip(test_table.CASES.items(), page_results["tables"], strict=True):
        assert test_table.kept_rolls(table["rolls"]) == case["rolls"], name
        assert table["codes"] == case["codes"], name
        undone = [at for at, roll in enumerate(table["rolls"]) if roll.get("undone")]
        assert undone == case.get("undone", []), name


def test_the_page_has_the_same_shapes_as_the_desk_tool(page_results: dict[str, Any]) -> None:
    assert page_results["shapes"] == SHAPES


def test_the_same_lines_are_let_in_and_none_ends_anything(page_results: dict[str, Any]) -> None:
    for lines, heard in zip(evening_messages(), page_results["evenings"], strict=True):
        for line, kind in zip(lines, heard["types"], strict=True):
            message = parse_message(line)
            assert kind == (message and message["type"]), line
        assert heard["same"]
    assert sum(heard["types"].count("unread") for heard in page_results["evenings"]) > 200


def test_what_was_kept_is_dropped_where_it_is_not_as_it_must_be(page_results: dict[str, Any]) -> None:
    """Test stored data of another version, of another program, and with the state of another game."""
    nothing: dict[str, Any] = {"rolls": [], "codes": [], "stale": True}
    whole, mixed, later, *others = page_results["kept"]
    assert whole == {
        "name": "Ana",
        "role": "seat",
        "agreed": [["p 0 v", 3]],
        "table": {**nothing, "game": GAME, "state": STATE},
    }
    assert mixed["table"] == {**nothing, "game": GAME, "codes": ["a"]}
    assert (later["name"], later["table"]) == ("Ana", nothing)
    assert others == [{"name": "", "role": "team", "agreed": [], "table": nothing}] * len(others)


def test_the_same_is_sent_as_by_the_desk_tool(page_results: dict[str, Any]) -> None:
    room = dddice.Room(**ROOM)
    assert page_results["bodies"] == [dddice.body(roll, room) for roll in ROLLS]


def test_nothing_is_sent_before_it_is_switched_on_and_nothing_twice(page_results: dict[str, Any]) -> None:
    assert [each["body"]["external_id"] for each in page_results["posted"]] == ["1", "2", "3"]
    assert page_results["sends"] == [None, None, "422", None, None, None, None, None]
    assert page_results["posted"][0]["address"] == dddice.ADDRESS
    assert page_results["posted"][0]["headers"]["Authorization"] == "Bearer secret"
    assert page_results["chosen"] == {"on": False, **ROOM}


def test_the_luck_of_an_evening(page_results: dict[str, Any]) -> None:
    nothing, even, two = page_results["lucks"]
    assert nothing == {"all": None, "who": []}
    assert (even["all"]["dice"], even["all"]["height"]) == (2, 50)
    assert even["rarest"]["words"] == "a" and even["who"] == []
    assert even["all"]["high"] == pytest.approx(50 + 98 * math.sqrt(2 * 35 / 36 / 12))
    assert [(each["name"], each["height"]) for each in two["who"]] == [("Ana", 97.5), ("Zoé", 2.5)]
    assert two["all"]["dice"] == 2
