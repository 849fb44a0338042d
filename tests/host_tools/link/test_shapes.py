"""The check of a device's messages: right messages pass, wrong ones do not end the tool."""

from __future__ import annotations

import json
from typing import Any

import pytest

from host_tools.link import __main__ as tool
from host_tools.link import dddice
from host_tools.link.outbox import Outbox, Positions
from host_tools.link.shapes import SHAPES, fault, is_state_of, parse_message
from host_tools.link.table import Table, replay_lines, words
from tests import sweep
from tests.host_tools.link import evening

ROOM = dddice.Room("secret", "room")

GAME = '{"type":"game","seq":1,"game":"dice","title":"Dice","kinds":{}}'
# Lines that once ended the tool, by their fault.
THIRTEEN = {
    "a state without its position": '{"type":"state","seq":2,"session":"a","game":"dice"}',
    "a position that is none": '{"type":"state","seq":2,"session":"a","game":"dice","at":"x"}',
    "a game without a name": '{"type":"game","seq":2}',
    "a game that is a list": '{"type":"game","seq":2,"game":[],"title":"","kinds":{}}',
    "a roll without its first step": '{"type":"roll","seq":2,"at":5,"words":"","shown":"","dice":[],"done":true}',
    "a first step that is a list": '{"type":"roll","seq":2,"at":5,"of":[5],"words":"","shown":""}',
    "dice that are none": '{"type":"roll","seq":2,"at":5,"of":5,"words":"","shown":"","dice":[1],"done":true}',
    "dice whose sum is a word": '{"type":"roll","seq":2,"at":5,"of":5,"words":"","shown":"",'
    '"dice":[],"done":true,"total":"x"}',
    "a roll without words": '{"type":"roll","seq":2,"at":5,"of":5,"dice":[[6,1,1]],"done":true,"total":1}',
    "a proof that is a word": '{"type":"roll","seq":2,"at":5,"of":5,"words":"","shown":"","proof":"x"}',
    "an undo of nothing": '{"type":"undo","seq":2,"what":"roll"}',
    "an undo of a list": '{"type":"undo","seq":2,"what":"roll","of":[]}',
    "a turn that is a word": '{"type":"state","seq":2,"session":"a","game":"dice","at":5,"turn":"x"}',
}  # fmt: skip


def hear_lines(lines: list[str]) -> Table:
    """Process the lines of a cable as the tool does.

    Every roll is new.
    """
    table, outbox = Table(), Outbox(Positions())
    for line in lines:
        outbox.positions.by_journal.setdefault(outbox.journal(), 0)
        message = parse_message(line)
        if message is None:
            continue
        table.process(message)
        for roll in outbox.process(message):
            json.dumps(dddice.body(roll, ROOM))
        tool.format_message(message, False).encode()
        tool.format_message(message, True).encode()
    json.dumps(table.table_message())
    json.dumps(table.catch_up_request())
    return table


def test_what_devices_tell_is_as_it_must_be() -> None:
    """Check the messages of every game. Each state belongs to the game before it."""
    messages = evening.evening_messages()
    assert {message["type"] for message in messages} >= SHAPES.keys() - {"stale", "unread"}
    game = None
    for message in messages:
        assert parse_message(json.dumps(message)) == message
        game = message if message["type"] == "game" else game
        assert message["type"] != "state" or is_state_of(game, message)
    assert any(message["type"] == "roll" and "proof" in message for message in messages)


@pytest.mark.parametrize("what", THIRTEEN)
def test_a_message_that_is_not_as_it_must_be_is_told_and_counts(what: str) -> None:
    line = THIRTEEN[what]
    message = parse_message(line)
    assert message is not None and (message["type"], message["seq"]) == ("unread", 2)
    assert words(message).startswith(f"not understood: {json.loads(line)['type']}: ")
    table = hear_lines([GAME, line])
    assert table.process({"type": "ok", "seq": 3}) is False, "none was missed"
    assert table.rolls == [] and "state" not in table.last


@pytest.mark.sweep
def test_whatever_is_wrong_in_a_message_ends_nothing() -> None:
    for seed in range(sweep.case_count(12, 400)):
        hear_lines(evening.wrong_lines(100, seed))


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"state","session":"a","game":null,"at":0}',
        '{"type":"roll","seq":"1"}',
        '{"type":"stale","stale":3}',
        '{"type":["state"],"seq":1}',
        '{"type":"ok","seq":NaN}',
        '{"type":"ok","seq":1e999}',
    ],
)
def test_lines_of_the_console_that_look_like_one(line: str) -> None:
    assert parse_message(line) is None


def test_what_is_not_known_is_passed_on() -> None:
    line = '{"type":"weather","seq":3,"rain":true}'
    assert parse_message(line) == json.loads(line)
    more = '{"type":"commit","seq":3,"at":1,"code":"ab","new":[]}'
    assert parse_message(more) == json.loads(more)


@pytest.mark.parametrize("name", ["announced", "undone", "checked"])
def test_no_device_says_of_itself_what_the_table_finds(name: str) -> None:
    table = Table()
    proof = {"at": 5, "code": "c", "number": 1, "secret": "C", "dice": []}
    roll: dict[str, Any] = {"type": "roll", "seq": 2, "at": 5, "of": 5, "words": "", "shown": "", name: True}
    table.process({**roll, "proof": proof})
    table.process({**roll, "seq": 3, "at": 9, "of": 9})
    table.process({**roll, "seq": 4, "at": 9, "of": 9, "proof": {**proof, "at": 9, "code": "d"}})
    assert [each.get(name) for each in table.rolls] == [False if name == "announced" else None] * 2


def test_a_state_of_another_game_is_not_taken_for_one_of_this() -> None:
    """Another Gobelet is at the cable, or a text was sent again with fewer counters."""
    kind = {"rows": 2, "fields": [["v0", "Life", 0, 9, 9]]}
    game: dict[str, Any] = {"type": "game", "seq": 1, "game": "own-a", "title": "A", "kinds": {"p": kind}}
    state: dict[str, Any] = {"type": "state", "seq": 2, "session": "a", "game": "own-a", "at": 5}
    state["values"] = {"p": {"1": [3]}}
    table = Table()
    table.process(game)
    table.process(state)
    assert table.table_message()["state"] == state and table.catch_up_request()["since"] == 5
    assert is_state_of(game, {**state, "names": {"p": {"1": "Ana"}}})
    for values in ({"p": {"1": [3, 4]}}, {"p": {"2": [3]}}, {"q": {"1": [3]}}, {"p": {"x": [3]}}):
        assert fault({**state, "values": values}) is None and not is_state_of(
            game, {**state, "values": values}
        )
    assert not is_state_of(game, {**state, "names": {"p": {"0": "Ana"}}})
    assert not is_state_of(game, {**state, "game": "own-b"}) and not is_state_of(None, state)
    table.process({**game, "seq": 3, "kinds": {"p": {**kind, "fields": kind["fields"] * 2}}})
    assert "state" not in table.table_message() and table.catch_up_request() == {"hello": 1}
    table.process({**state, "seq": 4})
    assert "state" not in table.table_message()
    table.process({**state, "seq": 5, "game": None, "values": None})
    assert table.table_message()["state"]["game"] is None


def test_a_recorded_evening_with_wrong_lines_is_replayed() -> None:
    lines = evening.wrong_lines(200, 7)
    assert sum(message["type"] == "unread" for message, _ in replay_lines(lines)) > 10
